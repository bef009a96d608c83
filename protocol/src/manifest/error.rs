//! Why a manifest is refused, with the number of the line.

use crate::names;
use crate::number::write_u32;
use crate::reply::Sink;

/// Why a manifest is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// The line, from 1.
    pub line: u16,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Problem {
    /// Another record comes before MANIFEST.
    VersionFirst,
    /// A version other than 1 and 2, or none.
    UnknownVersion,
    /// A second MANIFEST.
    SecondVersion,
    /// A second APP.
    SecondApplication,
    /// APP without name.
    ApplicationWithoutName,
    /// The file ends without APP.
    NoApplication,
    /// A logical name that is missing, or has other characters than a-z, 0-9 and `_`.
    BadName,
    /// WINDOW without title.
    WindowWithoutTitle,
    /// A second window of this name.
    SecondWindow,
    /// A window that no WINDOW above has declared.
    UndeclaredWindow,
    /// GADGET without id.
    GadgetWithoutId,
    /// A second gadget of this name.
    SecondGadget,
    /// WHEREPORT or WHEREGADGET in a manifest of version 1.
    NeedsVersion2,
    /// A second WHEREPORT.
    SecondPort,
    /// WHEREPORT without name.
    PortWithoutName,
    /// WHEREGADGET before WHEREPORT.
    WhereWithoutPort,
    /// More windows than [`crate::limits::MAX_MANIFEST_WINDOWS`].
    TooManyWindows,
    /// More gadgets than [`crate::limits::MAX_MANIFEST_GADGETS`].
    TooManyGadgets,
    /// A word that begins no record.
    UnknownRecord,
    /// More words than the record has.
    TrailingText,
    /// A name, title or number of too many bytes.
    TooLong,
    /// The file ends without WINDOW.
    NoWindow,
    /// The file holds no record.
    Empty,
}

/// The texts of [`Problem`], in its order, a 0 after each.
const TEXTS: &[u8] = b"the first record must be MANIFEST 1 or MANIFEST 2\0\
    unsupported version, only 1 and 2 are known\0\
    a second MANIFEST\0\
    a second APP\0\
    APP without a name\0\
    the file ends without APP\0\
    bad logical name, use a-z, 0-9 and _\0\
    WINDOW without a title\0\
    a second window of this name\0\
    no WINDOW of this name comes before\0\
    GADGET without an id\0\
    a second gadget of this name\0\
    this record needs MANIFEST 2\0\
    a second WHEREPORT\0\
    WHEREPORT without a name\0\
    WHEREGADGET before WHEREPORT\0\
    more than 16 windows\0\
    more than 96 gadgets\0\
    unknown record\0\
    trailing text after the record\0\
    too long: names have 31 bytes at most, titles 95, numbers 15\0\
    the file ends without WINDOW\0\
    the file holds no record\0";

impl ManifestError {
    /// Writes `line N: ` and the reason, without LF.
    #[inline(never)]
    pub fn write_to(&self, sink: &mut dyn Sink) {
        sink.put(b"line ");
        write_u32(sink, self.line.into());
        sink.put(b": ");
        sink.put(names::nth(TEXTS, self.problem as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::{ManifestError, Problem, TEXTS};
    use crate::limits;

    #[test]
    fn every_problem_has_its_text() {
        let text = |problem| {
            let mut text = Vec::new();
            ManifestError { line: 3, problem }.write_to(&mut text);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(text(Problem::Empty), "line 3: the file holds no record");
        let limits = [limits::MAX_NAME, limits::MAX_MANIFEST_TITLE, limits::MAX_NUMBER];
        for limit in limits {
            assert!(text(Problem::TooLong).contains(&limit.to_string()));
        }
        assert!(text(Problem::TooManyWindows).contains(&limits::MAX_MANIFEST_WINDOWS.to_string()));
        assert!(text(Problem::TooManyGadgets).contains(&limits::MAX_MANIFEST_GADGETS.to_string()));
        let texts = TEXTS.iter().filter(|byte| **byte == 0).count();
        assert_eq!(texts, Problem::Empty as usize + 1);
    }
}
