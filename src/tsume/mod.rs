//! The words of the problem world: data, and the one rule that makes a verdict of findings.

pub mod lang;
pub mod convention;
pub mod problem;
pub mod answer;
pub mod finding;
pub mod review;

pub use answer::{Alternative, Answer, Cost, Mate, Outcome, StopReason};
pub use convention::{Customs, FutileRule, LongerRule, RestoringRule};
pub use finding::{Class, Finding, Note, Open, Question, Severity, Soundness};
pub use lang::Lang;
pub use problem::{Branch, Declared, Header, Problem};
pub use review::{Judgement, Quality, Review, Variation};
