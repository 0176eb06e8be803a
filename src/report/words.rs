//! Terms and messages in English, Japanese and Chinese.
//!
//! One table a language, so that a missing term does not compile; sentences with numbers in them are
//! functions.

use crate::batch::Summary;
use crate::shogi::Color;
use crate::tsume::{Answer, Lang, Mate, StopReason};

impl Lang {
    /// Its terms.
    #[must_use]
    pub const fn words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::Japanese => &JAPANESE,
            Self::Chinese => &CHINESE,
        }
    }
}

/// The fixed terms of one language.
#[derive(Debug)]
#[expect(missing_docs, reason = "each name is its English term")]
pub struct Words {
    pub black: &'static str,
    pub white: &'static str,
    pub attacker: &'static str,
    pub defender: &'static str,
    pub hand: &'static str,
    pub none: &'static str,
    pub colon: &'static str,
    pub author: &'static str,
    pub no_mate: &'static str,
    pub undecided: &'static str,
    pub invalid: &'static str,
    pub main_line: &'static str,
    pub leftover: &'static str,
    pub no_leftover: &'static str,
    pub alternatives: &'static str,
    pub no_alternative: &'static str,
    pub grey: &'static str,
    pub tie: &'static str,
    pub warning: &'static str,
    pub line: &'static str,
    pub column: &'static str,
}

const ENGLISH: Words = Words {
    black: "Black",
    white: "White",
    attacker: "attacker",
    defender: "defender",
    hand: "in hand",
    none: "none",
    colon: ": ",
    author: "by",
    no_mate: "no mate",
    undecided: "undecided",
    invalid: "invalid",
    main_line: "main line",
    leftover: "left in hand",
    no_leftover: "nothing left in hand",
    alternatives: "other mating first moves",
    no_alternative: "no other mating first move",
    grey: "interpositions futile by one rule only",
    tie: "the search for equal lines was cut short",
    warning: "warning",
    line: "line",
    column: "column",
};

const JAPANESE: Words = Words {
    black: "先手",
    white: "後手",
    attacker: "攻方",
    defender: "玉方",
    hand: "持駒",
    none: "なし",
    colon: "：",
    author: "作者",
    no_mate: "不詰",
    undecided: "未解決",
    invalid: "不正な問題",
    main_line: "手順",
    leftover: "駒余り",
    no_leftover: "駒余りなし",
    alternatives: "他の詰む初手",
    no_alternative: "他の詰む初手なし",
    grey: "基準により無駄合となる合駒",
    tie: "同手数の手順の比較は打ち切り",
    warning: "注意",
    line: "行",
    column: "桁",
};

const CHINESE: Words = Words {
    black: "先手",
    white: "后手",
    attacker: "攻方",
    defender: "玉方",
    hand: "持驹",
    none: "无",
    colon: "：",
    author: "作者",
    no_mate: "不诘",
    undecided: "未解决",
    invalid: "无效的问题",
    main_line: "手顺",
    leftover: "余驹",
    no_leftover: "无余驹",
    alternatives: "其他可诘的首着",
    no_alternative: "没有其他可诘的首着",
    grey: "因标准而异的无用合驹",
    tie: "同手数手顺的比较已中止",
    warning: "注意",
    line: "行",
    column: "列",
};

impl Words {
    /// The name of a side.
    #[must_use]
    pub const fn side(&self, color: Color) -> &'static str {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// The length of a mate: `mate in 7`, or `mate in at most 25, about 19` when not exact.
#[must_use]
pub fn mate_length(lang: Lang, mate: &Mate) -> String {
    let length = mate.length;
    if mate.exact {
        return match lang {
            Lang::English => format!("mate in {length}"),
            Lang::Japanese => format!("{length}手詰"),
            Lang::Chinese => format!("{length}手诘"),
        };
    }
    let about = mate.length_estimate;
    match lang {
        Lang::English => {
            let about = about.map_or_else(String::new, |n| format!(", about {n}"));
            format!("mate in ≤ {length}{about}")
        }
        Lang::Japanese => {
            let about = about.map_or_else(String::new, |n| format!("、約{n}手"));
            format!("{length}手以内で詰み{about}")
        }
        Lang::Chinese => {
            let about = about.map_or_else(String::new, |n| format!("，约{n}手"));
            format!("{length}手以内可诘{about}")
        }
    }
}

/// What is proved about shorter mates.
#[must_use]
pub fn lower_bound(lang: Lang, bound: u32) -> String {
    match lang {
        Lang::English => format!("no mate in fewer than {bound} plies"),
        Lang::Japanese => format!("{bound}手未満の詰みなし"),
        Lang::Chinese => format!("{bound}手以内（不含）无诘"),
    }
}

/// Why work ended early.
#[must_use]
pub const fn stop(lang: Lang, reason: StopReason) -> &'static str {
    match (lang, reason) {
        (Lang::English, StopReason::Time) => "time limit reached",
        (Lang::English, StopReason::Nodes) => "node limit reached",
        (Lang::English, StopReason::Memory) => "table too small; try a larger --table",
        (Lang::English, StopReason::Interrupted) => "interrupted",
        (Lang::English, StopReason::ProofRefused) => "internal error: the checker refused a proof",
        (Lang::Japanese, StopReason::Time) => "時間切れ",
        (Lang::Japanese, StopReason::Nodes) => "局面数の上限",
        (Lang::Japanese, StopReason::Memory) => "表の容量不足（--table を大きく）",
        (Lang::Japanese, StopReason::Interrupted) => "中断",
        (Lang::Japanese, StopReason::ProofRefused) => "内部エラー：検証器が証明を却下",
        (Lang::Chinese, StopReason::Time) => "达到时间限制",
        (Lang::Chinese, StopReason::Nodes) => "达到节点限制",
        (Lang::Chinese, StopReason::Memory) => "置换表容量不足（请增大 --table）",
        (Lang::Chinese, StopReason::Interrupted) => "已中断",
        (Lang::Chinese, StopReason::ProofRefused) => "内部错误：检验器拒绝了证明",
    }
}

/// That the other mating first moves, which were asked for, are not all known; `None` if they are.
#[must_use]
pub fn alternatives_open(lang: Lang, answer: &Answer) -> Option<String> {
    let reason = stop(lang, answer.stop?);
    Some(match lang {
        Lang::English => format!("other mating first moves: not all examined ({reason})"),
        Lang::Japanese => format!("他の詰む初手：調べ残しあり（{reason}）"),
        Lang::Chinese => format!("其他可诘的首着：未全部检查（{reason}）"),
    })
}

/// A number of plies.
#[must_use]
pub fn plies(lang: Lang, count: u32, exact: bool) -> String {
    let most = if exact { "" } else { "≤ " };
    match lang {
        Lang::English if count == 1 => format!("{most}1 ply"),
        Lang::English => format!("{most}{count} plies"),
        Lang::Japanese | Lang::Chinese => format!("{most}{count}手"),
    }
}

/// The totals of a run that verified.
#[must_use]
pub fn verdicts(lang: Lang, totals: &Summary) -> String {
    let Summary {
        sound,
        flawed,
        unsound,
        unsettled,
        ..
    } = totals;
    match lang {
        Lang::English => {
            format!(
                "{sound} sound, {flawed} with flaws, {unsound} unsound, {unsettled} not settled"
            )
        }
        Lang::Japanese => {
            format!("完全作{sound}、キズあり{flawed}、不完全作{unsound}、検討未了{unsettled}")
        }
        Lang::Chinese => {
            format!("完全作{sound}、有瑕疵{flawed}、不完全作{unsound}、检讨未完{unsettled}")
        }
    }
}

/// The totals of a run.
#[must_use]
pub fn summary(lang: Lang, totals: &Summary) -> String {
    let Summary {
        mates,
        no_mates,
        unknown,
        invalid,
        ..
    } = totals;
    let total = totals.total();
    match lang {
        Lang::English => format!(
            "{total} problems: {mates} mate, {no_mates} no mate, {unknown} undecided, {invalid} invalid"
        ),
        Lang::Japanese => {
            format!("全{total}題：詰み{mates}、不詰{no_mates}、未解決{unknown}、不正{invalid}")
        }
        Lang::Chinese => {
            format!("共{total}题：可诘{mates}、不诘{no_mates}、未解决{unknown}、无效{invalid}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_choose_the_language() {
        assert_eq!(Lang::of_locale("ja_JP.UTF-8"), Lang::Japanese);
        assert_eq!(Lang::of_locale("zh_CN"), Lang::Chinese);
        assert_eq!(Lang::of_locale("C.UTF-8"), Lang::English);
        assert_eq!(Lang::of_locale(""), Lang::English);
    }
}
