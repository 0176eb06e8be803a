//! The replies to the main line as variations (変化), longest first.

use crate::search::Session;
use crate::tsume::Variation;

use super::plan::TreeSize;
use super::subject::{Subject, plies};

/// Up to `size.width` other replies at each ply of the line, each followed for at most `size.depth` plies; what is not
/// settled within the limits is left out.
pub(super) fn variations(
    session: &mut Session<'_>,
    subject: &Subject,
    size: TreeSize,
) -> Vec<Variation> {
    let mut tree = Vec::new();
    for index in (1..subject.line.len()).step_by(2) {
        subject.go_to(session, index);
        tree.extend(at(session, subject, (index, size)).unwrap_or_default());
    }
    session.back_to(0);
    tree
}

fn at(
    session: &mut Session<'_>,
    subject: &Subject,
    (index, size): (usize, TreeSize),
) -> Option<Vec<Variation>> {
    let main = subject.line[index];
    let mut replies = session.replies(subject.left_before(index), 2)?;
    replies.retain(|reply| reply.mv != main);
    replies.sort_by_key(|reply| std::cmp::Reverse(reply.length));
    let mut found = Vec::new();
    for reply in replies.into_iter().take(size.width) {
        let (leftover, rest) = session.after(reply.mv, |session| {
            let (most, _) = session.leftover(reply.length - 1)?;
            Some((most, session.official_line(reply.length - 1)?))
        })?;
        let line = std::iter::once(reply.mv).chain(rest);
        found.push(Variation {
            ply: plies(index + 1),
            line: line.take(size.depth).collect(),
            length: reply.length,
            leftover,
        });
    }
    Some(found)
}
