//! What is going on, on standard error, if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::report::text::grouped;
use crate::search::{Observer, Progress};

/// A line of progress, or nothing.
#[derive(Debug)]
pub struct Display {
    bar: ProgressBar,
    single: bool,
}

/// How often the line is drawn anew.
const DRAW_EVERY: Duration = Duration::from_millis(100);

impl Display {
    /// Shows nothing.
    #[must_use]
    pub fn hidden() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            single: false,
        }
    }

    /// The search of one problem.
    #[must_use]
    pub fn single() -> Self {
        let bar = ProgressBar::new_spinner();
        bar.set_style(style("{spinner} {elapsed} {msg}"));
        bar.enable_steady_tick(DRAW_EVERY);
        Self { bar, single: true }
    }

    /// A run over several problems, `total` if that is known.
    #[must_use]
    pub fn several(total: Option<u64>) -> Self {
        let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        bar.set_style(style(if total.is_some() {
            "{wide_bar} {pos}/{len} {elapsed} ({per_sec}, {eta} left)"
        } else {
            "{spinner} {pos} done, {elapsed} ({per_sec})"
        }));
        bar.enable_steady_tick(DRAW_EVERY);
        Self { bar, single: false }
    }

    /// One more problem is done.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Does something while the line is out of the way.
    pub fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.bar.suspend(action)
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Display {
    fn progress(&self, progress: &Progress) {
        if self.single && !self.bar.is_hidden() {
            self.bar.set_message(message(progress));
        }
    }

    fn examined(&self, ply: u32, settled: u32, open: u32) {
        if self.single && !self.bar.is_hidden() {
            let text = format!("ply {ply}  {settled} other moves settled, {open} open");
            self.bar.set_message(text);
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates above are well-formed")
}

fn message(progress: &Progress) -> String {
    let nodes = grouped(progress.nodes);
    let speed = grouped(progress.nodes.saturating_mul(1000) / progress.elapsed_ms.max(1));
    let bound = progress
        .bound
        .map_or_else(String::new, |bound| format!("  ≤ {bound} plies"));
    let Progress { depth, pn, dn, .. } = progress;
    let fill = progress.table_fill * 100.0;
    format!("{nodes} nodes  {speed}/s  depth {depth}{bound}  pn {pn} dn {dn}  table {fill:.0} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_fits_on_a_line() {
        let progress = Progress {
            nodes: 1_500_000,
            elapsed_ms: 2000,
            depth: 17,
            pn: 5,
            dn: 800,
            bound: Some(15),
            table_fill: 0.25,
        };
        assert_eq!(
            message(&progress),
            "1,500,000 nodes  750,000/s  depth 17  ≤ 15 plies  pn 5 dn 800  table 25 %"
        );
    }
}
