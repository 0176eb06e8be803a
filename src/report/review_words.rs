//! The words of a verification in English, Japanese and Chinese.

use crate::tsume::{
    Class, Customs, Lang, LongerRule, Note, Quality, Question, Severity, Soundness,
};

/// The verdict as a magazine would print it.
#[must_use]
pub const fn verdict(lang: Lang, soundness: Soundness) -> &'static str {
    let [english, japanese, chinese] = match soundness {
        Soundness::Sound => ["sound", "完全作", "完全作"],
        Soundness::Flawed => [
            "complete, with flaws",
            "完全作（キズあり）",
            "完全作（有瑕疵）",
        ],
        Soundness::Cooked => [
            "cooked: another solution",
            "不完全作（余詰）",
            "不完全作（余诘）",
        ],
        Soundness::Leftover => [
            "unsound: pieces left over",
            "不完全作（駒余り）",
            "不完全作（余驹）",
        ],
        Soundness::Mismatch => [
            "the declared solution fails",
            "不完全作（作意不成立）",
            "不完全作（作意不成立）",
        ],
        Soundness::NoMate => ["no mate", "不完全作（不詰）", "不完全作（不诘）"],
        Soundness::Unknown => ["not settled", "検討未了", "检讨未完"],
    };
    pick(lang, english, japanese, chinese)
}

/// The name of a class of findings.
#[must_use]
pub const fn class(lang: Lang, class: Class) -> &'static str {
    let [english, japanese, chinese] = match class {
        Class::NoMate => ["no mate", "不詰", "不诘"],
        Class::Leftover => ["pieces left over", "駒余り", "余驹"],
        Class::LeftoverLonger => [
            "two plies less, nothing left over",
            "2手変長駒余り",
            "短两手而无余驹",
        ],
        Class::Cook => ["cook", "余詰", "余诘"],
        Class::Shorter => ["shorter mate", "早詰", "早诘"],
        Class::LastMove => ["another last move", "最終手余詰", "末着余诘"],
        Class::LastMoveLeftover => [
            "another last move, pieces left",
            "最終手余詰・駒余り",
            "末着余诘（余驹）",
        ],
        Class::LastMoveLonger => [
            "longer instead of the last move",
            "最終手の長手数余詰",
            "末着长手数余诘",
        ],
        Class::Promotion => ["promotion is free", "成・不成非限定", "成·不成非限定"],
        Class::DropSquare => ["drop square is free", "打ち場所非限定", "打点非限定"],
        Class::Target => ["distance is free", "移動先非限定", "移动处非限定"],
        Class::MoveOrder => ["order of moves", "手順前後", "手顺前后"],
        Class::Detour => ["detour", "迂回手順", "迂回手顺"],
        Class::Mirror => ["mirror image", "左右対称手", "左右对称着"],
        Class::EqualLeftover => [
            "equal defence, pieces left",
            "変化同手数駒余り",
            "变化同手数余驹",
        ],
        Class::EqualLast => ["equal last reply", "変同（終2手目）", "变同（末二着）"],
        Class::Equal => ["equal defence", "変化同手数（変同）", "变化同手数（变同）"],
        Class::Interposition => ["interposed piece is free", "合駒非限定", "合驹非限定"],
        Class::Restoring => [
            "interposition that restores the position",
            "復元型の合駒",
            "复原型合驹",
        ],
        Class::Choice => ["choice after an equal defence", "変化別詰", "变化别诘"],
        Class::Longer => ["longer defence", "変化長手数（変長）", "变化长手数（变长）"],
        Class::Escape => ["the defender escapes", "不詰（逃れ）", "不诘（逃脱）"],
        Class::NoCheck => ["no check", "王手でない手", "非王手"],
        Class::WrongEnd => [
            "wrong end of the line",
            "作意の終わりの誤り",
            "作意终点有误",
        ],
        Class::WrongLength => ["wrong number of plies", "手数の誤り", "手数有误"],
        Class::OtherLine => [
            "another official line",
            "作意と異なる正解",
            "正解与作意不同",
        ],
        Class::Superfluous => ["superfluous piece", "不要駒", "不要驹"],
    };
    pick(lang, english, japanese, chinese)
}

/// How much a finding matters.
#[must_use]
pub const fn severity(lang: Lang, severity: Severity) -> &'static str {
    let [english, japanese, chinese] = match severity {
        Severity::Info => ["info", "参考", "参考"],
        Severity::Flaw => ["flaw", "キズ", "瑕疵"],
        Severity::Fatal => ["fatal", "不完全", "不完全"],
    };
    pick(lang, english, japanese, chinese)
}

/// What distinguishes a finding within its class.
#[must_use]
pub fn note(lang: Lang, note: Note) -> String {
    let [english, japanese, chinese] = match note {
        Note::Loop => [
            "back to the same position",
            "同一局面に戻る",
            "回到同一局面",
        ],
        Note::GainsPieces => [
            "back to the board with more in hand",
            "持駒を増やして戻る",
            "增加持驹后返回",
        ],
        Note::OnBoard(_) | Note::InHand(_) => return note.word(),
    };
    pick(lang, english, japanese, chinese).to_owned()
}

/// What an open question asks.
#[must_use]
pub const fn question(lang: Lang, question: Question) -> &'static str {
    let [english, japanese, chinese] = match question {
        Question::Mate => ["is there a mate?", "詰むか", "是否可诘"],
        Question::Length => ["the exact length", "正確な手数", "确切手数"],
        Question::Line => ["the official line", "正解手順", "正解手顺"],
        Question::Alternative => ["does it mate?", "詰むか", "是否可诘"],
        Question::AlternativeLength => ["it mates: how soon?", "詰み、手数は", "可诘，手数未定"],
        Question::Detour => ["it mates: by itself?", "詰み、独立か", "可诘，是否独立"],
        Question::Defence => ["equal defences", "変化同手数の有無", "有无变同"],
        Question::Declared => ["the declared solution", "作意の成否", "作意是否成立"],
        Question::Branch => ["choices after it?", "変化別詰の有無", "有无变化别诘"],
        Question::Piece => ["is it superfluous?", "不要駒か", "是否不要驹"],
    };
    pick(lang, english, japanese, chinese)
}

/// How good a move of a line is.
#[must_use]
pub const fn quality(lang: Lang, quality: Quality) -> &'static str {
    let [english, japanese, chinese] = match quality {
        Quality::Best => ["best", "最善", "最善"],
        Quality::Slower => ["not best", "最善でない", "非最善"],
        Quality::Leaves => [
            "as long, but leaves more",
            "同手数だが駒が余る",
            "同手数但余驹",
        ],
        Quality::Futile => ["futile interposition", "無駄合", "无用合驹"],
        Quality::Escapes => ["does not mate", "詰まない", "不诘"],
        Quality::NoCheck => ["no check", "王手でない", "非王手"],
        Quality::Illegal => ["illegal", "反則", "非法"],
        Quality::Open => ["not settled", "未解明", "未解明"],
    };
    pick(lang, english, japanese, chinese)
}

/// The customs that lead to a verdict, so that it can be had again.
#[must_use]
pub fn customs(lang: Lang, customs: Customs) -> String {
    let head = pick(lang, "customs", "基準", "标准");
    let longer = match customs.longer {
        LongerRule::Fatal => "fatal",
        LongerRule::Flaw => "kizu",
    };
    let strict = if customs.strict_cooks {
        " --strict-yozume"
    } else {
        ""
    };
    let (futile, moves) = (customs.futile, customs.futile_moves_word());
    let restoring = customs.restoring.word();
    format!(
        "{head}: --mudaai {futile} --mudaai-move {moves} --mudaai-restore {restoring} --hencho {longer}{strict}"
    )
}

/// A heading.
#[must_use]
pub const fn heading(lang: Lang, heading: Heading) -> &'static str {
    let [english, japanese, chinese] = match heading {
        Heading::Examined => [
            "other checks examined",
            "検討した他の王手",
            "已检讨的其他王手",
        ],
        Heading::Findings => ["findings", "検討結果", "检讨结果"],
        Heading::Open => ["not settled", "未解明", "未解明"],
        Heading::Variations => ["variations", "変化", "变化"],
        Heading::Line => ["the line that was given", "指定手順", "指定手顺"],
        Heading::Solution => ["solution", "作意", "作意"],
        Heading::Start => ["start", "初形", "初形"],
    };
    pick(lang, english, japanese, chinese)
}

/// Headings of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// How many moves were looked at.
    Examined,
    /// What was found.
    Findings,
    /// What was not.
    Open,
    /// Replies to the line.
    Variations,
    /// A line typed in.
    Line,
    /// The main line.
    Solution,
    /// The start position.
    Start,
}

const fn pick(
    lang: Lang,
    english: &'static str,
    japanese: &'static str,
    chinese: &'static str,
) -> &'static str {
    match lang {
        Lang::English => english,
        Lang::Japanese => japanese,
        Lang::Chinese => chinese,
    }
}
