//! What the typed options mean: defaults filled in from the machine, the locale and the terminal.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use crate::batch;
use crate::format::{FillHand, Format};
use crate::report::{Form, Run, Style};
use crate::search::{Limits, Options};
use crate::tsume::{FutileRule, Lang, LongerRule, RestoringRule};
use crate::verify;

use super::args::{
    self, Color, CommonArgs, EffortArgs, Hencho, InputFormat, Language, Mudaai, MudaaiMove,
    MudaaiRestore, OutputArgs, ReadingArgs, SolveArgs, VerifyArgs,
};
use super::reading::Manner;

/// Everything a command needs to know besides its inputs.
#[derive(Debug)]
pub struct Plan {
    /// The form of the results.
    pub form: Form,
    /// How text for people looks.
    pub style: Style,
    /// Whether progress is shown.
    pub progress: bool,
    /// Whether remarks on standard error are wanted.
    pub remarks: bool,
    /// How inputs are read.
    pub manner: Manner,
    /// Which interpositions are futile.
    pub rule: FutileRule,
    counts_moves: bool,
    restoring: RestoringRule,
    task: Task,
    effort: Effort,
}

/// What is done with each problem.
#[derive(Debug)]
enum Task {
    Solve { fast: bool, alternatives: bool },
    Verify(Box<verify::Options>),
}

/// What may be spent, as far as it was said.
#[derive(Debug)]
struct Effort {
    jobs: Option<usize>,
    threads: Option<usize>,
    table_bytes: usize,
    limits: Limits,
}

/// The largest table that is taken unasked.
const MAX_DEFAULT_TABLE: usize = 4 << 30;

/// The memory supposed where the system does not tell.
const SUPPOSED_MEMORY: usize = 4 << 30;

impl Plan {
    /// The meaning of what was typed after `solve`.
    #[must_use]
    pub fn of_solve(args: &SolveArgs) -> Self {
        let mut plan = Self::new(&args.common);
        plan.style.alternatives = args.alternatives;
        plan.rule = rule(args.mudaai);
        plan.task = Task::Solve {
            fast: args.fast,
            alternatives: args.alternatives,
        };
        plan
    }

    /// The meaning of what was typed after `verify`.
    #[must_use]
    pub fn of_verify(args: &VerifyArgs) -> Self {
        let mut plan = Self::new(&args.common);
        plan.rule = rule(args.customs.mudaai);
        plan.counts_moves = args.customs.mudaai_move == MudaaiMove::Off;
        plan.restoring = match args.customs.mudaai_restore {
            MudaaiRestore::Counts => RestoringRule::Counts,
            MudaaiRestore::Useless => RestoringRule::Useless,
        };
        plan.task = Task::Verify(Box::new(verification(args)));
        plan
    }

    fn new(common: &CommonArgs) -> Self {
        let CommonArgs {
            reading, output, ..
        } = common;
        Self {
            form: form(output.format),
            style: Style {
                lang: output.lang.map_or_else(locale, lang),
                color: uses_color(output),
                brief: output.quiet,
                alternatives: false,
            },
            progress: !output.quiet && !output.no_progress && io::stderr().is_terminal(),
            remarks: !output.quiet,
            manner: manner(reading),
            rule: FutileRule::Standard,
            counts_moves: false,
            restoring: RestoringRule::Counts,
            task: Task::Solve {
                fast: false,
                alternatives: false,
            },
            effort: effort(&common.effort),
        }
    }

    /// Whether the number of problems makes a difference.
    #[must_use]
    pub const fn depends_on_number(&self) -> bool {
        self.effort.jobs.is_none() || self.effort.threads.is_none()
    }

    /// What all results have in common.
    #[must_use]
    pub const fn run(&self) -> Run {
        Run {
            rule: self.rule,
            verifies: matches!(self.task, Task::Verify(_)),
        }
    }

    /// The flag that ends the run.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.effort.limits.stop)
    }

    /// How the run is to be worked, given whether there are several problems.
    #[must_use]
    pub fn batch(&self, several: bool) -> batch::Plan {
        let effort = &self.effort;
        let jobs = effort.jobs.unwrap_or(if several { cores() } else { 1 });
        let threads = effort.threads.unwrap_or(if several { 1 } else { cores() });
        let search = Options {
            table_bytes: effort.table_bytes / jobs,
            rule: self.rule,
            counts_moves: self.counts_moves,
            restoring: self.restoring,
            threads,
            ..Options::default()
        };
        let task = match &self.task {
            &Task::Solve { fast, alternatives } => batch::Task::Solve(Options {
                fast,
                alternatives,
                ..search
            }),
            Task::Verify(options) => batch::Task::Verify(Box::new(verify::Options {
                search,
                ..options.as_ref().clone()
            })),
        };
        batch::Plan {
            jobs,
            task,
            limits: effort.limits.clone(),
        }
    }
}

fn verification(args: &VerifyArgs) -> verify::Options {
    verify::Options {
        strict_cooks: args.customs.strict_yozume,
        longer: match args.customs.hencho {
            Hencho::Fatal => LongerRule::Fatal,
            Hencho::Kizu => LongerRule::Flaw,
        },
        branches: args.extra.branches,
        pieces: args.extra.lint_pieces,
        tree: args
            .extra
            .tree
            .map(|(width, depth)| verify::TreeSize { width, depth }),
        line: args.extra.line.as_ref().map(|line| {
            let words = line.split_whitespace();
            words.map(ToOwned::to_owned).collect()
        }),
        ..verify::Options::default()
    }
}

fn effort(args: &EffortArgs) -> Effort {
    Effort {
        jobs: args.jobs.map(NonZero::get),
        threads: args.threads.map(NonZero::get),
        table_bytes: args
            .table
            .unwrap_or_else(|| (memory() / 4).min(MAX_DEFAULT_TABLE)),
        limits: Limits {
            max_nodes: args.node_limit,
            max_time: args.time_limit,
            ..Limits::default()
        },
    }
}

fn manner(args: &ReadingArgs) -> Manner {
    Manner {
        format: args.input_format.map(input_format),
        fill_hand: match args.fill_hand {
            args::FillHand::Auto => FillHand::Auto,
            args::FillHand::Yes => FillHand::Yes,
            args::FillHand::No => FillHand::No,
        },
    }
}

const fn input_format(format: InputFormat) -> Format {
    match format {
        InputFormat::Sfen => Format::Sfen,
        InputFormat::Tsv => Format::Tsv,
        InputFormat::Csv => Format::Csv,
        InputFormat::Kif => Format::Kif,
        InputFormat::Ki2 => Format::Ki2,
        InputFormat::Csa => Format::Csa,
        InputFormat::Jkf => Format::Jkf,
    }
}

const fn form(format: args::Format) -> Form {
    match format {
        args::Format::Text => Form::Text,
        args::Format::Json => Form::Json,
        args::Format::Jsonl => Form::JsonLines,
        args::Format::Csv => Form::Csv,
        args::Format::Kif => Form::Kif,
        args::Format::Kifu => Form::Kifu,
        args::Format::Ki2 => Form::Ki2,
        args::Format::Usi => Form::Usi,
        args::Format::Html => Form::Html,
    }
}

const fn rule(mudaai: Mudaai) -> FutileRule {
    match mudaai {
        Mudaai::Off => FutileRule::Off,
        Mudaai::Standard => FutileRule::Standard,
        Mudaai::Strict => FutileRule::Strict,
    }
}

/// The language that was asked for.
#[must_use]
pub const fn lang(language: Language) -> Lang {
    match language {
        Language::En => Lang::English,
        Language::Ja => Lang::Japanese,
        Language::Zh => Lang::Chinese,
    }
}

/// The language of the locale: the first of its variables that says anything.
#[must_use]
pub fn locale() -> Lang {
    let said = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| env::var(name).unwrap_or_default());
    let first = said.iter().find(|value| !value.is_empty());
    first.map_or(Lang::English, |value| Lang::of_locale(value))
}

fn uses_color(output: &OutputArgs) -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    match output.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
            !is_set("NO_COLOR") && !dumb && io::stdout().is_terminal()
        }
    }
}

/// Cores this process may use.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Bytes of memory this process may use: that of the machine, or the limit of its control group.
fn memory() -> usize {
    let machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| meminfo_total(&text));
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse().ok());
    let known = [machine, group].into_iter().flatten().min();
    known.unwrap_or(SUPPOSED_MEMORY)
}

fn meminfo_total(text: &str) -> Option<usize> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_the_machine_is_read() {
        let text = "MemTotal:       16384 kB\nMemFree:        1 kB\n";
        assert_eq!(meminfo_total(text), Some(16 << 20));
        assert_eq!(meminfo_total("nothing"), None);
    }
}
