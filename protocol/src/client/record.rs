//! Reads the lines of reply bodies: windows, gadgets, menus, screens, directory entries.
//!
//! The inverse of [`crate::text`]. Fields borrow from the body. Source: `docs/wire.md`, "Reply lines".

mod reader;

use core::fmt;

use self::reader::Reader;
use crate::role::Role;
use crate::text::{EntryKind, Protection, Rect};

/// The inside of a quoted field.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    raw: &'a [u8],
}

impl<'a> Field<'a> {
    /// The bytes that the field means: a `\` is left out and stands for the byte after it.
    pub fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        let mut rest = self.raw.iter().copied();
        core::iter::from_fn(move || match rest.next()? {
            b'\\' => rest.next(),
            byte => Some(byte),
        })
    }

    /// The bytes as they were sent, with escapes.
    pub const fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// Whether the field means exactly `other`.
    pub fn equals(self, other: &[u8]) -> bool {
        self.bytes().eq(other.iter().copied())
    }

    /// Whether the field is empty.
    pub const fn is_empty(self) -> bool {
        self.raw.is_empty()
    }
}

impl PartialEq for Field<'_> {
    fn eq(&self, other: &Field<'_>) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Eq for Field<'_> {}

/// A window of TREE, MENU or PICK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<'a> {
    /// Its title; `(untitled)` when it has none.
    pub title: Field<'a>,
    /// The default title of its screen.
    pub screen_title: Field<'a>,
    /// The window on its screen.
    pub bounds: Rect,
}

/// A gadget of TREE or PICK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gadget<'a> {
    /// Its `GadgetID`.
    pub id: u32,
    /// What it is for, as the server wrote it; [`Gadget::role`] names it.
    pub role_name: &'a [u8],
    /// Its BOOPSI class.
    pub class: Field<'a>,
    /// Its label.
    pub label: Field<'a>,
    /// Its text, for string gadgets.
    pub value: Option<Field<'a>>,
    /// The gadget in its window.
    pub bounds: Rect,
}

impl Gadget<'_> {
    /// What the gadget is for; `None` for a role that this version does not know.
    pub fn role(&self) -> Option<Role> {
        Role::from_bytes(self.role_name)
    }
}

/// A menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menu<'a> {
    /// Its number, from 0.
    pub menu: u32,
    /// Its title.
    pub title: Field<'a>,
    /// Whether it can be picked from.
    pub enabled: bool,
}

/// A menu item or sub-item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Number of its menu, from 0.
    pub menu: u32,
    /// Its number, from 0; for a sub-item that of the item that it hangs on.
    pub item: u32,
    /// The number of a sub-item, from 0.
    pub sub: Option<u32>,
    /// Its text.
    pub text: Field<'a>,
    /// The key that picks it together with the right Amiga key.
    pub shortcut: Option<u8>,
    /// Whether it can carry a check mark.
    pub checkit: bool,
    /// Whether it carries one.
    pub checked: bool,
    /// Whether it can be picked.
    pub enabled: bool,
}

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen<'a> {
    /// Its default title.
    pub title: Field<'a>,
    /// Where it lies on the display.
    pub bounds: Rect,
    /// Whether it is the first screen.
    pub frontmost: bool,
}

/// An object of FSLIST or FSSTAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its name.
    pub name: Field<'a>,
    /// File or directory.
    pub kind: EntryKind,
    /// Size in bytes.
    pub size: u32,
    /// What its owner may do.
    pub protection: Protection,
    /// The date as `dd-Mon-yy hh:mm:ss`; no escapes.
    pub date: &'a [u8],
    /// The file comment.
    pub comment: Field<'a>,
}

/// A line of a reply body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// A window.
    Window(Window<'a>),
    /// A gadget.
    Gadget(Gadget<'a>),
    /// A menu.
    Menu(Menu<'a>),
    /// A menu item or sub-item.
    Item(Item<'a>),
    /// A screen.
    Screen(Screen<'a>),
    /// A directory entry.
    Entry(Entry<'a>),
}

/// A line that no record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed<'a> {
    /// The line without its LF.
    pub line: &'a [u8],
}

impl fmt::Display for Malformed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "the server sent a line that this program does not know: {}; AmiPilot 1.1 cuts long replies, an update of \
             the server helps",
            self.line.escape_ascii()
        )
    }
}

impl<'a> Record<'a> {
    /// Reads one line, given without its LF.
    ///
    /// # Errors
    /// When it has none of the known forms.
    pub fn parse(line: &'a [u8]) -> Result<Record<'a>, Malformed<'a>> {
        Reader::new(line).record().ok_or(Malformed { line })
    }
}

/// The records of a body, one per line; empty lines are skipped.
pub fn records(body: &[u8]) -> impl Iterator<Item = Result<Record<'_>, Malformed<'_>>> {
    body.split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(Record::parse)
}

/// Reads the body of a WHERE reply: left, top, width, height.
pub fn parse_where(body: &[u8]) -> Option<Rect> {
    let mut fields = core::str::from_utf8(body)
        .ok()?
        .split_ascii_whitespace()
        .map(|field| field.parse().ok());
    let mut next = || fields.next().flatten();
    let rect = Rect {
        left: next()?,
        top: next()?,
        width: next()?,
        height: next()?,
    };
    if fields.next().is_some() { None } else { Some(rect) }
}
