//! The lines of a text, found once for all lists and findings that point at them.

use std::ops::RangeInclusive;

use crate::text::plain;

/// A text and where its lines begin. Without a text, it has no lines.
#[derive(Default)]
pub(crate) struct TextLines {
    text: String,
    starts: Vec<usize>,
}

impl TextLines {
    /// Finds the lines of a text.
    pub(crate) fn new(text: String) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The size of these lines (numbered from 1), or none if the text has no such lines or they are empty.
    pub(crate) fn bytes(&self, lines: &RangeInclusive<u32>) -> Option<usize> {
        let (start, _) = self.bounds(*lines.start())?;
        let (_, end) = self.bounds(*lines.end())?;
        (start < end).then(|| end - start)
    }

    /// A line without its end, safe for a terminal; empty if there is no such line. Columns are the same as in the
    /// file.
    pub(crate) fn line(&self, number: u32) -> String {
        let line = self.bounds(number).map_or("", |(start, end)| &self.text[start..end]);
        plain(line.trim_end_matches('\r')).into_owned()
    }

    fn bounds(&self, number: u32) -> Option<(usize, usize)> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).map_or(self.text.len(), |next| next - 1);
        Some((start, end))
    }
}
