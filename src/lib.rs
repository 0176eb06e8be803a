//! Tsume-shogi (詰将棋) solver.

pub mod shogi;
pub mod tsume;
pub mod search;
