//! What is said in `info string`, in each language.

use crate::tsume::{Lang, StopReason};

/// Something to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A line that is no command.
    UnknownCommand(String),
    /// A line that was skipped for its length.
    LineTooLong,
    /// A `go` during a search, whose answer was given at once.
    SearchCutShort,
    /// An option that does not exist.
    UnknownOption(String),
    /// A value that an option cannot have: name, value, and what it may be.
    BadValue(String, String, String),
    /// A number out of range: name, and what it was set to.
    Clamped(&'static str, u64),
    /// A text that is no position, or one against the rules.
    BadPosition(String),
    /// A move that is illegal: its number and text.
    IllegalMove(usize, String),
    /// Neither king can be mated from here.
    NobodyToMate,
    /// Both kings, and the one of the side to move is in check.
    TakenForDefender,
    /// The side to move has lost already: the defence has no move that counts.
    MatedAlready,
    /// A mate whose length is between these.
    NotProvedShortest(u32, u32),
    /// A mate that takes so many plies or more, if there is one.
    NoneBelow(u32),
    /// Why there is no answer.
    GaveUp(StopReason),
    /// The search broke down.
    Crashed,
}

/// Characters of a foreign text that are repeated.
const MAX_QUOTED: usize = 200;

impl Note {
    /// It in words. In English only printable ASCII, whatever is quoted.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let text = match lang {
            Lang::English => self.english(),
            Lang::Japanese => self.japanese(),
            Lang::Chinese => self.chinese(),
        };
        let plain = |c: char| match c {
            c if c.is_control() => ' ',
            c if lang == Lang::English && !c.is_ascii() => '?',
            c => c,
        };
        text.chars().map(plain).collect()
    }

    fn english(&self) -> String {
        match self {
            Self::UnknownCommand(line) => format!("unknown command: {}", quoted(line)),
            Self::LineTooLong => "line too long, ignored".into(),
            Self::SearchCutShort => "go during a search: the search before is answered and ended".into(),
            Self::UnknownOption(name) => format!("unknown option: {}", quoted(name)),
            Self::BadValue(name, value, allowed) => {
                format!("{name} cannot be `{}`; write {allowed}", quoted(value))
            }
            Self::Clamped(name, value) => format!("{name} set to {value}, the nearest possible"),
            Self::BadPosition(fault) => format!("no position to solve: {}", quoted(fault)),
            Self::IllegalMove(number, mv) => format!("move {number}, {}, is illegal here", quoted(mv)),
            Self::NobodyToMate => {
                "no king can be mated here: the side to move is not in check, and the other side has no king".into()
            }
            Self::TakenForDefender => {
                "both kings, side to move in check: taken for the defender (RootIsAndNodeIfChecked)".into()
            }
            Self::MatedAlready => "mated already: no reply that counts".into(),
            Self::NotProvedShortest(least, most) => {
                format!("mate proved, its length not: from {least} to {most} plies")
            }
            Self::NoneBelow(plies) => format!("no mate in fewer than {plies} plies; more were not allowed"),
            Self::GaveUp(reason) => format!("undecided: {}", reason.word()),
            Self::Crashed => "undecided: the search broke down, an internal error".into(),
        }
    }

    fn japanese(&self) -> String {
        match self {
            Self::UnknownCommand(line) => format!("不明なコマンド：{}", quoted(line)),
            Self::LineTooLong => "行が長すぎるため無視しました".into(),
            Self::SearchCutShort => "探索中に go を受け取ったため、前の探索を打ち切って答えました".into(),
            Self::UnknownOption(name) => format!("不明なオプション：{}", quoted(name)),
            Self::BadValue(name, value, allowed) => {
                format!("{name} に「{}」は設定できません（可能な値：{allowed}）", quoted(value))
            }
            Self::Clamped(name, value) => format!("{name} を範囲内の {value} にしました"),
            Self::BadPosition(fault) => format!("解ける局面ではありません：{}", quoted(fault)),
            Self::IllegalMove(number, mv) => format!("{number}手目の {} は指せません", quoted(mv)),
            Self::NobodyToMate => "詰ますべき玉がありません（手番側は王手されておらず、相手側に玉がありません）".into(),
            Self::TakenForDefender => {
                "双玉で手番側に王手がかかっているため、手番側を玉方とみなします（RootIsAndNodeIfChecked）".into()
            }
            Self::MatedAlready => "すでに詰んでいます（有効な応手がありません）".into(),
            Self::NotProvedShortest(least, most) => {
                format!("詰みは証明済み、最短手数は未確定（{least}手以上{most}手以下）")
            }
            Self::NoneBelow(plies) => format!("{plies}手未満の詰みはありません（手数制限）"),
            Self::GaveUp(reason) => format!("不明（{}）", reason.word()),
            Self::Crashed => "不明（内部エラーで探索が止まりました）".into(),
        }
    }

    fn chinese(&self) -> String {
        match self {
            Self::UnknownCommand(line) => format!("未知命令：{}", quoted(line)),
            Self::LineTooLong => "行过长，已忽略".into(),
            Self::SearchCutShort => "搜索中收到 go：已回答并结束前一次搜索".into(),
            Self::UnknownOption(name) => format!("未知选项：{}", quoted(name)),
            Self::BadValue(name, value, allowed) => {
                format!("{name} 不能设为“{}”（可用值：{allowed}）", quoted(value))
            }
            Self::Clamped(name, value) => format!("{name} 已设为范围内的 {value}"),
            Self::BadPosition(fault) => format!("不是可解的局面：{}", quoted(fault)),
            Self::IllegalMove(number, mv) => format!("第{number}手 {} 不合规则", quoted(mv)),
            Self::NobodyToMate => "没有可被诘的玉（轮走方未被将军，对方没有玉）".into(),
            Self::TakenForDefender => {
                "双玉且轮走方被将军：视轮走方为玉方（RootIsAndNodeIfChecked）".into()
            }
            Self::MatedAlready => "已被诘死（没有有效应手）".into(),
            Self::NotProvedShortest(least, most) => {
                format!("诘已证明，最短手数未定（{least}至{most}手）")
            }
            Self::NoneBelow(plies) => format!("{plies}手以内（不含）无诘（手数限制）"),
            Self::GaveUp(reason) => format!("未定（{}）", reason.word()),
            Self::Crashed => "未定（内部错误，搜索中断）".into(),
        }
    }
}

/// The beginning of a foreign text.
fn quoted(text: &str) -> String {
    let mut start: String = text.chars().take(MAX_QUOTED).collect();
    if start.len() < text.len() {
        start.push_str("...");
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_ascii_whatever_is_quoted() {
        let note = Note::UnknownCommand(format!("歩\u{7}{}", "x".repeat(500)));
        let text = note.text(Lang::English);
        assert!(
            text.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
            "{text}"
        );
        assert!(text.starts_with("unknown command: ? xxx") && text.ends_with("xxx..."));
        assert!(
            note.text(Lang::Japanese)
                .starts_with("不明なコマンド：歩 xxx")
        );
    }
}
