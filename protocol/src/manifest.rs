//! Manifests: files that give logical names to the windows and gadgets of an application.
//!
//! A [`Reader`] takes the bytes of a file one by one, in pieces of any size, and keeps no more than the present line's
//! words. What it has read it hands out as [`Entry`] values, which the caller appends to its own bytes
//! ([`Entry::parts`]); a [`Manifest`] looks names up in those bytes. So a loaded manifest takes the room of its texts
//! and [`HEADER`] bytes for each, and nothing here allocates.
//!
//! A name, title or number that is too long is refused, never cut. Source: `docs/wire.md`, "Manifests".

mod error;
mod fields;
mod loaded;

pub use error::{ManifestError, Problem};
pub use loaded::Manifest;

use crate::limits;
use crate::names;
use crate::number::Number;
use crate::word::Word;
use fields::Fields;

/// Bytes before the texts of an entry.
pub const HEADER: usize = 8;

/// What an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The application's name.
    Application = 1,
    /// The ARexx port that tells where gadgets are.
    Port = 2,
    /// A window: its logical name, and what its title holds.
    Window = 3,
    /// A gadget: its logical name, window and id.
    Gadget = 4,
    /// A gadget whose place the port tells: its logical name and window.
    WhereGadget = 5,
}

/// One record of a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// What it stands for.
    pub kind: Kind,
    /// Of a gadget: which window of the manifest it is in, from 0.
    pub window: u8,
    /// Of a [`Kind::Gadget`]: its id.
    pub id: u32,
    /// Its logical name; of application and port their names.
    pub name: &'a [u8],
    /// Of a window: what its title holds.
    pub title: &'a [u8],
}

impl<'a> Entry<'a> {
    /// The bytes of the entry, in three parts to be put one behind the other.
    pub fn parts(&self) -> ([u8; HEADER], &'a [u8], &'a [u8]) {
        let [a, b, c, d] = self.id.to_be_bytes();
        let header = [
            self.kind as u8,
            self.window,
            a,
            b,
            c,
            d,
            self.name.len() as u8,
            self.title.len() as u8,
        ];
        (header, self.name, self.title)
    }
}

/// The six words that a line can begin with, a 0 after each.
const KEYWORDS: &[u8] = b"MANIFEST\0APP\0WHEREPORT\0WINDOW\0GADGET\0WHEREGADGET\0";

/// What each begins, and how many words the line has.
const RECORDS: [(Record, u8); 6] = [
    (Record::Version, 2),
    (Record::Application, 2),
    (Record::Port, 2),
    (Record::Window, 3),
    (Record::Gadget, 4),
    (Record::WhereGadget, 3),
];

/// What a line records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Record {
    Version,
    Application,
    Port,
    Window,
    Gadget,
    WhereGadget,
}

/// The record that begins with this word, and how many words it has.
fn record(keyword: &[u8]) -> Option<(Record, u8)> {
    let index = names::position(KEYWORDS, &Word::plain(keyword))?;
    RECORDS.get(index).copied()
}

/// Reads a manifest byte by byte.
#[derive(Debug)]
pub struct Reader {
    fields: Fields,
    /// The number of the present line, from 1.
    line: u16,
    /// 0 before the first record.
    version: u8,
    windows: u8,
    gadgets: u8,
    has_application: bool,
    has_port: bool,
    carriage_return: bool,
    /// What the last record is, without its texts.
    kind: Kind,
    window: u8,
    id: u32,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Reader {
    /// Before the first byte.
    #[inline(never)]
    pub const fn new() -> Reader {
        Reader {
            fields: Fields::new(),
            line: 1,
            version: 0,
            windows: 0,
            gadgets: 0,
            has_application: false,
            has_port: false,
            carriage_return: false,
            kind: Kind::Application,
            window: 0,
            id: 0,
        }
    }

    /// Takes one byte. `known` is what the entries so far were appended to. When the result is true, [`Reader::entry`]
    /// has one more.
    ///
    /// # Errors
    /// The first thing that is wrong with the file. Nothing more may be pushed then.
    pub fn push(&mut self, byte: u8, known: &[u8]) -> Result<bool, ManifestError> {
        if byte == b'\n' {
            self.carriage_return = false;
            let found = self.end_line(known);
            if found.is_ok() {
                self.line = self.line.saturating_add(1);
            }
            return found;
        }
        // A CR is dropped when it ends a line together with a LF, and is a character like others elsewhere.
        if core::mem::replace(&mut self.carriage_return, byte == b'\r') {
            self.fields.push(b'\r');
        }
        if byte != b'\r' {
            self.fields.push(byte);
        }
        Ok(false)
    }

    /// Takes the end of the file. When the result is true, [`Reader::entry`] has one more.
    ///
    /// # Errors
    /// As for [`Reader::push`], and when something is missing that a manifest must have.
    pub fn finish(&mut self, known: &[u8]) -> Result<bool, ManifestError> {
        let found = self.end_line(known)?;
        match () {
            () if self.version == 0 => Err(self.error(Problem::Empty)),
            () if !self.has_application => Err(self.error(Problem::NoApplication)),
            () if self.windows == 0 => Err(self.error(Problem::NoWindow)),
            () => Ok(found),
        }
    }

    /// The entry that was read last. Its texts are gone with the next [`Reader::push`].
    pub fn entry(&self) -> Entry<'_> {
        Entry {
            kind: self.kind,
            window: self.window,
            id: self.id,
            name: self.fields.get(1),
            title: if self.kind == Kind::Window {
                self.fields.get(2)
            } else {
                b""
            },
        }
    }

    /// How many windows and gadgets there have been; [`Kind::WhereGadget`] counts as gadget.
    pub fn counts(&self) -> (u32, u32) {
        (self.windows.into(), self.gadgets.into())
    }

    /// The error of the present line.
    pub fn error(&self, problem: Problem) -> ManifestError {
        ManifestError {
            line: self.line,
            problem,
        }
    }

    /// Judges the line whose words are complete.
    #[inline(never)]
    fn end_line(&mut self, known: &[u8]) -> Result<bool, ManifestError> {
        self.fields.end_line();
        if self.fields.count() == 0 {
            return Ok(false);
        }
        self.judge(&Manifest::new(known))
            .map_err(|problem| self.error(problem))
    }

    /// Judges a line: whether it adds an entry.
    fn judge(&mut self, known: &Manifest<'_>) -> Result<bool, Problem> {
        let found = record(self.fields.get(0));
        let Some((record, words)) = found else {
            return Err(if self.version == 0 {
                Problem::VersionFirst
            } else {
                Problem::UnknownRecord
            });
        };
        match (record, self.version) {
            (Record::Version, 0) => (),
            (Record::Version, _) => return Err(Problem::SecondVersion),
            (_, 0) => return Err(Problem::VersionFirst),
            (Record::Port | Record::WhereGadget, 1) => return Err(Problem::NeedsVersion2),
            _ => (),
        }
        self.check_lengths(record)?;
        match record {
            Record::Version => self.version()?,
            Record::Application => self.application()?,
            Record::Port => self.port()?,
            Record::Window => self.window(known)?,
            Record::Gadget | Record::WhereGadget => self.gadget(record, known)?,
        }
        if self.fields.count() > words {
            return Err(Problem::TrailingText);
        }
        Ok(record != Record::Version)
    }

    /// Refuses a word that is longer than it may be.
    fn check_lengths(&self, record: Record) -> Result<(), Problem> {
        for index in 1..self.fields.count() {
            let most = match (record, index) {
                (Record::Window, 2) => limits::MAX_MANIFEST_TITLE,
                (Record::Version, _) | (Record::Gadget, 3) => limits::MAX_NUMBER,
                _ => limits::MAX_NAME,
            };
            if self.fields.len(index) > most {
                return Err(Problem::TooLong);
            }
        }
        Ok(())
    }

    fn number(&self, index: u8) -> Number {
        Number::from_word(&Word::plain(self.fields.get(index)))
    }

    fn version(&mut self) -> Result<(), Problem> {
        match self.number(1).as_count() {
            Some(version @ 1..=2) => self.version = version as u8,
            _ => return Err(Problem::UnknownVersion),
        }
        Ok(())
    }

    fn application(&mut self) -> Result<(), Problem> {
        if self.has_application {
            return Err(Problem::SecondApplication);
        }
        if self.fields.len(1) == 0 {
            return Err(Problem::ApplicationWithoutName);
        }
        self.has_application = true;
        self.kind = Kind::Application;
        Ok(())
    }

    fn port(&mut self) -> Result<(), Problem> {
        if self.has_port {
            return Err(Problem::SecondPort);
        }
        if self.fields.len(1) == 0 {
            return Err(Problem::PortWithoutName);
        }
        self.has_port = true;
        self.kind = Kind::Port;
        Ok(())
    }

    /// Refuses what is no logical name.
    fn check_name(&self) -> Result<(), Problem> {
        let name = self.fields.get(1);
        let is_good = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        if name.is_empty() || !name.iter().all(is_good) {
            return Err(Problem::BadName);
        }
        Ok(())
    }

    fn window(&mut self, known: &Manifest<'_>) -> Result<(), Problem> {
        self.check_name()?;
        if self.fields.len(2) == 0 {
            return Err(Problem::WindowWithoutTitle);
        }
        if known.window_index(self.fields.get(1)).is_some() {
            return Err(Problem::SecondWindow);
        }
        if usize::from(self.windows) == limits::MAX_MANIFEST_WINDOWS {
            return Err(Problem::TooManyWindows);
        }
        self.windows += 1;
        self.kind = Kind::Window;
        Ok(())
    }

    fn gadget(&mut self, record: Record, known: &Manifest<'_>) -> Result<(), Problem> {
        self.check_name()?;
        let window = known.window_index(self.fields.get(2));
        self.window = window.ok_or(Problem::UndeclaredWindow)?;
        if record == Record::WhereGadget {
            if !self.has_port {
                return Err(Problem::WhereWithoutPort);
            }
            self.kind = Kind::WhereGadget;
            self.id = 0;
        } else {
            if self.fields.len(3) == 0 {
                return Err(Problem::GadgetWithoutId);
            }
            self.kind = Kind::Gadget;
            self.id = self.number(3).as_id();
        }
        if known.gadget(&Word::plain(self.fields.get(1))).is_some() {
            return Err(Problem::SecondGadget);
        }
        if usize::from(self.gadgets) == limits::MAX_MANIFEST_GADGETS {
            return Err(Problem::TooManyGadgets);
        }
        self.gadgets += 1;
        Ok(())
    }
}
