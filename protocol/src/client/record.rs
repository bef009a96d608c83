//! Reads the lines of reply bodies: windows, gadgets, menus, screens, directory entries.
//!
//! The inverse of [`crate::text`]. Fields borrow from the body. Source: `docs/wire.md`, "Reply lines".

use core::fmt;

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
        let mut reader = Reader { rest: line };
        let record = reader.record();
        match record {
            Some(record) if reader.rest.is_empty() => Ok(record),
            _ => Err(Malformed { line }),
        }
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

/// Reads a line from left to right; every method gives `None` when something else comes next.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn record(&mut self) -> Option<Record<'a>> {
        if self.literal(b"window \"").is_some() {
            let title = self.field()?;
            self.literal(b" screen=\"")?;
            let screen_title = self.field()?;
            return Some(Record::Window(Window {
                title,
                screen_title,
                bounds: self.bounds()?,
            }));
        }
        if self.literal(b"  gadget id=").is_some() {
            return self.gadget().map(Record::Gadget);
        }
        if self.literal(b"menu num=").is_some() {
            let menu = self.unsigned()?;
            self.literal(b" title=\"")?;
            let title = self.field()?;
            return Some(Record::Menu(Menu {
                menu,
                title,
                enabled: self.flag(b" enabled=")?,
            }));
        }
        if self.literal(b"  item num=").is_some() {
            return self.item(false).map(Record::Item);
        }
        if self.literal(b"    subitem num=").is_some() {
            return self.item(true).map(Record::Item);
        }
        if self.literal(b"screen title=\"").is_some() {
            let title = self.field()?;
            let bounds = self.bounds()?;
            return Some(Record::Screen(Screen {
                title,
                bounds,
                frontmost: self.flag(b" frontmost=")?,
            }));
        }
        self.literal(b"entry name=\"")?;
        self.entry().map(Record::Entry)
    }

    fn gadget(&mut self) -> Option<Gadget<'a>> {
        let id = self.unsigned()?;
        self.literal(b" role=")?;
        let role_name = self.until(b' ')?;
        self.literal(b" class=\"")?;
        let class = self.field()?;
        self.literal(b" label=\"")?;
        let label = self.field()?;
        let value = match self.literal(b" value=\"") {
            Some(()) => Some(self.field()?),
            None => None,
        };
        Some(Gadget {
            id,
            role_name,
            class,
            label,
            value,
            bounds: self.bounds()?,
        })
    }

    fn item(&mut self, with_sub: bool) -> Option<Item<'a>> {
        let menu = self.unsigned()?;
        self.literal(b"/")?;
        let item = self.unsigned()?;
        let mut sub = None;
        if with_sub {
            self.literal(b"/")?;
            sub = Some(self.unsigned()?);
        }
        self.literal(b" text=\"")?;
        let text = self.field()?;
        let mut shortcut = None;
        if self.literal(b" shortcut=").is_some() {
            let (byte, rest) = self.rest.split_first()?;
            shortcut = Some(*byte);
            self.rest = rest;
        }
        let checkit = self.flag(b" checkit=")?;
        let checked = self.flag(b" checked=")?;
        Some(Item {
            menu,
            item,
            sub,
            text,
            shortcut,
            checkit,
            checked,
            enabled: self.flag(b" enabled=")?,
        })
    }

    fn entry(&mut self) -> Option<Entry<'a>> {
        let name = self.field()?;
        self.literal(b" type=")?;
        let kind = if self.literal(b"file").is_some() {
            EntryKind::File
        } else {
            self.literal(b"dir")?;
            EntryKind::Directory
        };
        self.literal(b" size=")?;
        let size = self.unsigned()?;
        self.literal(b" prot=")?;
        let (letters, rest) = self.rest.split_first_chunk::<4>()?;
        self.rest = rest;
        let protection = Protection {
            read: granted(letters[0], b'r')?,
            write: granted(letters[1], b'w')?,
            execute: granted(letters[2], b'e')?,
            delete: granted(letters[3], b'd')?,
        };
        self.literal(b" date=\"")?;
        let date = self.until(b'"')?;
        self.literal(b"\" comment=\"")?;
        Some(Entry {
            name,
            kind,
            size,
            protection,
            date,
            comment: self.field()?,
        })
    }

    fn literal(&mut self, text: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?;
        Some(())
    }

    /// The bytes before the first `end`, which stays.
    fn until(&mut self, end: u8) -> Option<&'a [u8]> {
        let at = self.rest.iter().position(|byte| *byte == end)?;
        let (taken, rest) = self.rest.split_at(at);
        self.rest = rest;
        Some(taken)
    }

    /// The inside of a field whose opening quote was taken; takes the closing one.
    fn field(&mut self) -> Option<Field<'a>> {
        let mut rest = self.rest;
        loop {
            rest = match rest {
                [b'"', after @ ..] => {
                    let raw = &self.rest[..self.rest.len() - rest.len()];
                    self.rest = after;
                    return Some(Field { raw });
                }
                [b'\\', _, after @ ..] => after,
                [b'\\'] | [] => return None,
                [_, after @ ..] => after,
            };
        }
    }

    fn unsigned(&mut self) -> Option<u32> {
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        core::str::from_utf8(number).ok()?.parse().ok()
    }

    fn signed(&mut self) -> Option<i32> {
        let negative = self.literal(b"-").is_some();
        let magnitude = i64::from(self.unsigned()?);
        i32::try_from(if negative { -magnitude } else { magnitude }).ok()
    }

    fn bounds(&mut self) -> Option<Rect> {
        self.literal(b" [")?;
        let left = self.signed()?;
        self.literal(b",")?;
        let top = self.signed()?;
        self.literal(b" ")?;
        let width = i32::try_from(self.unsigned()?).ok()?;
        self.literal(b"x")?;
        let height = i32::try_from(self.unsigned()?).ok()?;
        self.literal(b"]")?;
        Some(Rect {
            left,
            top,
            width,
            height,
        })
    }

    fn flag(&mut self, key: &[u8]) -> Option<bool> {
        self.literal(key)?;
        if self.literal(b"1").is_some() {
            return Some(true);
        }
        self.literal(b"0")?;
        Some(false)
    }
}

/// Whether a protection letter is there; `None` when it is neither the letter nor `-`.
fn granted(found: u8, letter: u8) -> Option<bool> {
    match found {
        b'-' => Some(false),
        found if found == letter => Some(true),
        _ => None,
    }
}
