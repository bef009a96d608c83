//! Why a manifest is refused, with the number of the line.

use crate::limits;
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
    /// More windows than [`limits::MAX_MANIFEST_WINDOWS`].
    TooManyWindows,
    /// More gadgets than [`limits::MAX_MANIFEST_GADGETS`].
    TooManyGadgets,
    /// A word that begins no record.
    UnknownRecord,
    /// More words than the record has.
    TrailingText,
    /// A name, title or number of more bytes than this.
    TooLong(u8),
    /// The file ends without WINDOW.
    NoWindow,
    /// The file holds no record.
    Empty,
}

impl ManifestError {
    /// Writes `line N: ` and the reason, without LF.
    #[inline(never)]
    pub fn write_to(&self, sink: &mut dyn Sink) {
        sink.put(b"line ");
        write_u32(sink, self.line.into());
        sink.put(b": ");
        let (text, number): (&str, usize) = match self.problem {
            Problem::VersionFirst => ("the first record must be MANIFEST 1 or MANIFEST 2", 0),
            Problem::UnknownVersion => ("unsupported version, only 1 and 2 are known", 0),
            Problem::SecondVersion => ("a second MANIFEST", 0),
            Problem::SecondApplication => ("a second APP", 0),
            Problem::ApplicationWithoutName => ("APP without a name", 0),
            Problem::NoApplication => ("the file ends without APP", 0),
            Problem::BadName => ("bad logical name, use a-z, 0-9 and _", 0),
            Problem::WindowWithoutTitle => ("WINDOW without a title", 0),
            Problem::SecondWindow => ("a second window of this name", 0),
            Problem::UndeclaredWindow => ("no WINDOW of this name comes before", 0),
            Problem::GadgetWithoutId => ("GADGET without an id", 0),
            Problem::SecondGadget => ("a second gadget of this name", 0),
            Problem::NeedsVersion2 => ("this record needs MANIFEST 2", 0),
            Problem::SecondPort => ("a second WHEREPORT", 0),
            Problem::PortWithoutName => ("WHEREPORT without a name", 0),
            Problem::WhereWithoutPort => ("WHEREGADGET before WHEREPORT", 0),
            Problem::TooManyWindows => ("more windows than ", limits::MAX_MANIFEST_WINDOWS),
            Problem::TooManyGadgets => ("more gadgets than ", limits::MAX_MANIFEST_GADGETS),
            Problem::UnknownRecord => ("unknown record", 0),
            Problem::TrailingText => ("trailing text after the record", 0),
            Problem::TooLong(most) => ("a word of more bytes than ", most.into()),
            Problem::NoWindow => ("the file ends without WINDOW", 0),
            Problem::Empty => ("the file holds no record", 0),
        };
        sink.put(text.as_bytes());
        if number > 0 {
            write_u32(sink, number as u32);
        }
    }
}
