//! Small problems with known lengths, most of them about one rule each.

/// Mate problems and their lengths, every interposition counted.
pub(crate) const PROBLEMS: &[(&str, u16)] = &[
    ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1),
    // A pawn may mate by moving (突歩詰).
    ("7lk/7l1/8P/7N1/9/9/9/9/9 b 2r2b4g4s3n2l17p 1", 1),
    // Drop-pawn mate next to a pinned guard; avoided by not promoting.
    ("4R2sk/9/7+P1/9/9/9/9/9/9 b Pr2b4g3s4n4l16p 1", 3),
    ("7n1/6B1k/8p/6R1S/6l2/9/9/9/9 b Prb4g3s3n3l16p 1", 5),
    // Promotion would spoil it.
    ("8B/8k/9/9/6R1N/9/9/9/9 b Prb4g4s3n4l17p 1", 3),
    ("8k/9/7+Rl/6G1L/9/9/9/9/9 b r2b3g4s4n2l18p 1", 3),
    // The defender lacks what could be dropped (二歩, 行き所のない駒).
    ("8k/2B6/9/7N1/9/9/9/9/9 b RB18p 1", 3),
    ("8k/7p1/6PS1/7Bp/9/9/9/9/9 b RP14p 1", 1),
    ("9/9/9/9/9/9/9/6G2/8k b RL18p 1", 3),
    ("9/9/9/9/9/9/5+R2S/8G/7k1 b 4l18p 1", 3),
    // The interposed piece is pinned.
    ("6B1k/4+B4/1R7/9/9/9/9/9/9 b r4g4s4n4l18p 1", 3),
    ("8k/9/9/8S/9/9/6R2/9/9 b Gr2b3g3s4n4l18p 1", 3),
    // Interpositions from the hand and from the board, useless but counted.
    ("8k/9/7GN/9/6+R2/9/9/9/9 b r2b3g4s3n4l18p 1", 3),
    ("6+RBk/6+p2/7s1/6N2/9/9/9/9/9 b Rb4g3s3n4l17p 1", 3),
    ("7lk/9/7G1/9/4P4/9/9/9/B8 b - 1", 3),
    ("8k/2R6/8N/9/9/9/+R8/9/9 b b 1", 3),
    // Two kings: a guard, a check in reply, a pawn drop that would mate the attacker.
    ("9/6K1k/9/7G1/9/9/9/9/9 b 2r2b3g4s4n4l18p 1", 3),
    ("9/9/6+BPk/6K2/6R2/9/9/9/9 b rb4g4s4n4l17p 1", 5),
    ("6K1k/7P1/8l/9/9/9/9/9/9 b 2r2b4g4s4n3l17p 1", 3),
    ("9/9/B8/9/9/R8/8k/6P2/5r1KN b B17p 1", 5),
    // White is the attacker.
    ("9/9/9/9/9/9/9/2+p6/K8 w R2B4G4S4N4L17Pr 1", 3),
    ("8k/6+P2/9/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1", 3),
    ("5r1g1/6bkg/7N1/6S2/2+R6/9/9/9/9 b BP2g3s3n4l17p 1", 5),
    ("3lkl3/3g1g3/4+P4/9/9/9/9/9/4L4 b 2N2r2b2g4s2nl17p 1", 5),
];

/// Positions without a mate in three.
pub(crate) const NO_MATES: &[&str] = &[
    "7lk/9/7+P1/9/9/9/9/9/9 b P2r2b4g4s4n3l16p 1",
    "7sk/9/7+P1/9/9/9/9/9/9 b P2r2b4g3s4n4l16p 1",
    "9/9/8k/9/6SR1/9/9/9/9 b r2b4g3s4n4l18p 1",
    "6k1G/9/9/8R/9/9/9/9/9 b r2b3g4s4n4l18p 1",
    "7sk/1+R7/6K2/9/9/9/9/9/9 b r2b4g3s4n4l18p 1",
    "8k/6K2/8+r/8N/9/9/9/9/9 b r2b4g4s3n4l18p 1",
    "8k/9/7P1/7+b1/9/9/9/9/9 b B2r4g4s4n4l17p 1",
];
