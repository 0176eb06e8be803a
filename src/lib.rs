//! Tsume-shogi (詰将棋) solver.

pub mod shogi;
pub mod tsume;
pub mod format;
pub mod proof;
pub mod search;
