//! Many problems, one after another or side by side; no problem can end the run.
//!
//! In goes an iterator of [`Job`]s, out come [`Record`]s in the same order, each as soon as it and all
//! before it are known. Reading files and printing records is left to others.

mod known;
pub mod job;
pub mod summary;
pub mod run;

pub use job::{Fault, Job, Origin, Record, Task, Verdict, Work};
pub use run::{Plan, RunError, run};
pub use summary::Summary;
