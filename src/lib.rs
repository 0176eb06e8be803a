//! Tsume-shogi (詰将棋) solver.

pub mod shogi;
pub mod proof;
