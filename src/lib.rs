#![doc = include_str!("../README.md")]

pub mod shogi;
pub mod tsume;
pub mod format;
pub mod proof;
pub mod search;
pub mod usi;
pub mod verify;
#[cfg(feature = "parallel")]
pub mod batch;
#[cfg(all(feature = "parallel", feature = "serde"))]
pub mod report;
#[cfg(feature = "cli")]
pub mod cli;
