//! The `kanju` program.

fn main() -> std::process::ExitCode {
    kanju::cli::main()
}
