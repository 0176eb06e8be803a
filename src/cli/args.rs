//! What was typed.

use std::num::NonZero;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use super::units;

/// Solve tsume-shogi (詰将棋): proved mate lengths, main lines, alternatives.
#[derive(Debug, Parser)]
#[command(
    name = "kanju",
    version,
    about,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    subcommand_negates_reqs = true,
    after_help = EXAMPLES
)]
pub struct Args {
    /// A command; without one, the inputs are solved.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What `solve` takes.
    #[command(flatten)]
    pub solve: SolveArgs,
}

const EXAMPLES: &str = "\
Examples:
  kanju '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1'
  kanju problems/ --format jsonl --time-limit 10s > answers.jsonl
  kanju - --format csv < problems.sfen

Exit status: 0 all mate, 1 some have no mate, 2 bad usage, 3 some unreadable or invalid,
or nothing found to read, 4 some undecided within the limits, 130 interrupted; the highest that applies.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  kanju verify '8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1'
  kanju verify works/ --format jsonl --time-limit 1m > verdicts.jsonl

Exit status: 0 all sound or complete with flaws, 1 some unsound, 2 bad usage, 3 some unreadable or
invalid, or nothing found to read, 4 some unsettled within the limits, 130 interrupted; the highest that applies.";

const BENCH_NOTES: &str = "\
The speed-up is that over one thread. The nodes of one thread are the signature: they are the same wherever
the same version has the same table. A problem that takes few nodes is solved by one thread alone.

Exit status: 0 all solved, 2 bad usage, 4 some undecided, 130 interrupted: what is known is written.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find mate length, main line and leftover pieces (also without the word `solve`).
    #[command(after_help = EXAMPLES, args_override_self = true)]
    Solve(SolveArgs),
    /// Be a USI engine on standard input and output (also without arguments, if the first line read is `usi`).
    Usi,
    /// Examine whether a work is sound (検討): other solutions, other defences, pieces left over.
    #[command(after_help = VERIFY_EXAMPLES, args_override_self = true)]
    Verify(VerifyArgs),
    /// Measure this machine: the same problems with 1, 2, 4, … threads.
    #[command(after_help = BENCH_NOTES, args_override_self = true)]
    Bench(BenchArgs),
}

/// What `solve` takes.
#[derive(Debug, clap::Args)]
pub struct SolveArgs {
    /// Files, folders, `-` for standard input, or positions in SFEN.
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<String>,
    /// Look for the other mating first moves as well.
    #[arg(long)]
    pub alternatives: bool,
    /// Stop at the first verified mate, exact or not.
    #[arg(long)]
    pub fast: bool,
    /// Which interpositions are futile (無駄合) and not counted.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    pub mudaai: Mudaai,
    /// What both commands take.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// What every command takes that works on problems.
#[derive(Debug, clap::Args)]
pub struct CommonArgs {
    /// How inputs are read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// What may be spent.
    #[command(flatten)]
    pub effort: EffortArgs,
    /// How results are shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What `verify` takes.
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    /// Files, folders, `-` for standard input, or positions in SFEN.
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<String>,
    /// The customs under which works are judged.
    #[command(flatten)]
    pub customs: CustomsArgs,
    /// What else to look at.
    #[command(flatten)]
    pub extra: ExtraArgs,
    /// What both commands take.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// What `bench` takes.
#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// Threads for one problem in the last round [default: all cores].
    #[arg(long, value_name = "N", value_parser = units::workers)]
    pub threads: Option<NonZero<usize>>,
    /// Table, such as 256M or 2G [default: 256M].
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub table: Option<usize>,
    /// Form of the results on standard output.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: BenchFormat,
    /// Language of results for people [default: that of the locale, else en].
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<Language>,
}

/// The customs under which works are judged.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Customs")]
pub struct CustomsArgs {
    /// Which interpositions are futile (無駄合) and not counted.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    pub mudaai: Mudaai,
    /// Whether interpositions by a move on the board (移動合) may be futile, as drops may.
    #[arg(long, value_enum, value_name = "SWITCH", default_value_t)]
    pub mudaai_move: MudaaiMove,
    /// Whether interpositions that only restore the position (復元型) count.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    pub mudaai_restore: MudaaiRestore,
    /// Every other mating move makes the work unsound, last moves and harmless choices included.
    #[arg(long)]
    pub strict_yozume: bool,
    /// What a longer defence that leaves pieces (変長) makes of a declared solution.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    pub hencho: Hencho,
}

/// What else to look at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Verification")]
pub struct ExtraArgs {
    /// Judge this line move by move: where it fails and why, and how it goes on. Moves in USI.
    #[arg(long, value_name = "MOVES", value_parser = units::moves)]
    pub line: Option<String>,
    /// Show the replies to the main line, at most WIDTH at each ply and DEPTH plies of each.
    #[arg(long, value_name = "WIDTH,DEPTH", value_parser = units::pair, num_args = 0..=1, require_equals = true, default_missing_value = "8,31")]
    pub tree: Option<(usize, usize)>,
    /// Look for the attacker's choices after equally long defences (変化別詰) as well.
    #[arg(long)]
    pub branches: bool,
    /// Look for superfluous pieces (不要駒): verifies the work again without each piece.
    #[arg(long)]
    pub lint_pieces: bool,
}

/// How inputs are read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
pub struct ReadingArgs {
    /// Give the pieces in nobody's hand to the defender: if the format leaves them out, always, never.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub fill_hand: FillHand,
    /// Format of all inputs [default: recognised from content and name].
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub input_format: Option<InputFormat>,
}

/// What may be spent.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Effort")]
pub struct EffortArgs {
    /// Problems side by side [default: all cores if there are several problems].
    #[arg(long, value_name = "N", value_parser = units::workers)]
    pub jobs: Option<NonZero<usize>>,
    /// Threads for one problem [default: all cores if there is one problem, else 1].
    #[arg(long, value_name = "N", value_parser = units::workers)]
    pub threads: Option<NonZero<usize>>,
    /// Table of all jobs together, such as 256M or 2G [default: a quarter of the memory, at most 4G].
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub table: Option<usize>,
    /// Time for one problem, such as 500ms, 10s, 5m or 1h30m [default: none].
    #[arg(long, value_name = "DURATION", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
    /// Nodes for one problem [default: none].
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
}

/// How results are shown.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Form of the results on standard output.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// Language of results for people; messages about inputs are in English [default: that of the locale, else en].
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<Language>,
    /// Colours in text for people; `auto` honours NO_COLOR.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
    /// Only the verdicts and lines: no boards, warnings, cost, progress or summary.
    #[arg(long, short)]
    pub quiet: bool,
    /// No progress on standard error.
    #[arg(long)]
    pub no_progress: bool,
}

/// Values of `--mudaai`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Mudaai {
    /// None is futile: every legal reply counts.
    Off,
    /// Futile if taken at once and mated no later, doing without the piece taken.
    #[default]
    Standard,
    /// As standard, and the mate after the capture is the same, move for move.
    Strict,
}

/// Values of `--mudaai-move`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MudaaiMove {
    /// They are judged by the same rule.
    #[default]
    On,
    /// They always count.
    Off,
}

/// Values of `--mudaai-restore`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MudaaiRestore {
    /// They count, unless the rule makes them futile.
    #[default]
    Counts,
    /// They are futile.
    Useless,
}

/// Values of `--hencho`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Hencho {
    /// It fails, as is held today.
    #[default]
    Fatal,
    /// A flaw if it is two plies, as was once held.
    Kizu,
}

/// Values of `--fill-hand`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FillHand {
    /// If the format leaves the defender's hand out.
    #[default]
    Auto,
    /// Always.
    Yes,
    /// Never.
    No,
}

/// Values of `--input-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// One position a line.
    Sfen,
    /// Tab-separated columns, one of them `sfen` or `kif`.
    Tsv,
    /// Comma-separated columns, one of them `sfen` or `kif`.
    Csv,
    /// Kakinoki's format, in any encoding.
    #[value(alias = "kifu")]
    Kif,
    /// Moves without numbers.
    Ki2,
    /// CSA 2.2 or 3.
    Csa,
    /// JSON Kifu Format.
    Jkf,
}

/// Values of `--format`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON array.
    Json,
    /// One JSON object a line.
    Jsonl,
    /// Comma-separated values.
    Csv,
    /// Kakinoki's format in CP932.
    Kif,
    /// Kakinoki's format in UTF-8.
    Kifu,
    /// Moves without numbers, in CP932.
    Ki2,
    /// `checkmate` lines.
    Usi,
    /// One page that needs nothing else.
    Html,
}

/// Values of `--format` of `bench`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

/// Values of `--lang`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// 日本語
    Ja,
    /// 中文
    Zh,
}

/// Values of `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declaration_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn solve_may_be_left_out() {
        let inputs = |line: &str| {
            let args = Args::try_parse_from(line.split(' ')).unwrap();
            let solve = match args.command {
                Some(Command::Solve(solve)) => solve,
                Some(Command::Usi) => panic!("{line} is no engine"),
                Some(Command::Verify(_) | Command::Bench(_)) => panic!("{line}"),
                None => args.solve,
            };
            assert_eq!(solve.common.effort.table, Some(1 << 20));
            solve.inputs
        };
        assert_eq!(inputs("kanju a b --table 1M"), ["a", "b"]);
        assert_eq!(inputs("kanju solve a b --table 1M"), ["a", "b"]);
    }

    #[test]
    fn nothing_to_solve_is_bad_usage() {
        for line in [
            "kanju",
            "kanju solve",
            "kanju a --jobs 0",
            "kanju a --jobs 1025",
            "kanju a --threads 100000",
            "kanju a --format pdf",
        ] {
            let error = Args::try_parse_from(line.split(' ')).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{line}");
        }
    }
}
