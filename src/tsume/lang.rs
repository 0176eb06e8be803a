//! The languages the program speaks.

/// The language of text for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// English
    #[default]
    English,
    /// 日本語
    Japanese,
    /// 中文
    Chinese,
}

impl Lang {
    /// All languages, in the order of their [`CODES`](Self::CODES).
    pub const ALL: [Self; 3] = [Self::English, Self::Japanese, Self::Chinese];
    /// The codes of ISO 639 (the first of its parts).
    pub const CODES: [&'static str; 3] = ["en", "ja", "zh"];

    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        Self::CODES[self as usize]
    }

    /// The language of a locale such as `ja_JP.UTF-8`; English unless it is Japanese or Chinese.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let spoken = |lang: &Self| locale.get(..2) == Some(lang.code());
        Self::ALL.into_iter().find(spoken).unwrap_or_default()
    }
}
