//! A run as one stream of bytes: the single list of output forms.

use crate::batch::{Record, Summary};

use super::json::Run;
use super::text::{self, Style};
use super::words;
use super::{csv, html, json, kif, usi};

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// For people.
    Text,
    /// One JSON array.
    Json,
    /// One JSON object a line.
    JsonLines,
    /// Comma-separated values.
    Csv,
    /// KIF in CP932.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// KI2 in CP932.
    Ki2,
    /// `checkmate` lines.
    Usi,
    /// One page.
    Html,
}

/// Turns records into the bytes of one form.
#[derive(Debug)]
pub struct Printer {
    form: Form,
    style: Style,
    run: Run,
    printed: u64,
}

impl Printer {
    /// A printer for one run.
    #[must_use]
    pub const fn new(form: Form, style: Style, run: Run) -> Self {
        Self {
            form,
            style,
            run,
            printed: 0,
        }
    }

    /// What comes before the first record.
    #[must_use]
    pub fn head(&self) -> Vec<u8> {
        match self.form {
            Form::Csv => csv::header().into_bytes(),
            Form::Json => b"[".to_vec(),
            Form::Html => html::head(self.style.lang).into_bytes(),
            _ => Vec::new(),
        }
    }

    /// The bytes of the next record.
    pub fn record(&mut self, record: &Record) -> Vec<u8> {
        let first = self.printed == 0;
        self.printed += 1;
        match self.form {
            Form::Text => {
                let gap = if first { "" } else { "\n" };
                (gap.to_owned() + &text::record(self.style, record)).into_bytes()
            }
            Form::Json => {
                let gap: &[u8] = if first { b"\n" } else { b",\n" };
                [gap, &json::object(record, self.run)].concat()
            }
            Form::JsonLines => {
                let mut bytes = json::object(record, self.run);
                bytes.push(b'\n');
                bytes
            }
            Form::Csv => csv::row(record).into_bytes(),
            Form::Kif => kif::kif(self.style, record, first),
            Form::Kifu => kif::kifu(self.style, record, first),
            Form::Ki2 => kif::ki2(self.style, record, first),
            Form::Html => html::record(self.style.lang, record).into_bytes(),
            Form::Usi => (usi::answer(record) + "\n").into_bytes(),
        }
    }

    /// What comes after the last record.
    #[must_use]
    pub fn foot(&self, summary: &Summary) -> Vec<u8> {
        match self.form {
            Form::Json => b"\n]\n".to_vec(),
            Form::Html => html::foot().as_bytes().to_vec(),
            Form::Text if summary.total() > 1 && !self.style.brief => {
                let lang = self.style.lang;
                let mut text = format!("\n{}\n", words::summary(lang, summary));
                if self.run.verifies {
                    text += &(words::verdicts(lang, summary) + "\n");
                }
                text.into_bytes()
            }
            _ => Vec::new(),
        }
    }
}
