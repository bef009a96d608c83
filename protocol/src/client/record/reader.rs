//! Reads one reply line.
//!
//! Strict, as clients of 1.1 are: a line has all of its fields, in order, and nothing else.

use super::{Entry, Field, Gadget, Item, Menu, Record, Screen, Window};
use crate::text::{EntryKind, Protection, Rect};

/// Reads a line from left to right; every method gives `None` when something else comes next.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts at the first byte of `line`.
    pub(super) fn new(line: &'a [u8]) -> Reader<'a> {
        Reader { rest: line }
    }

    /// The record that the whole line is.
    pub(super) fn record(mut self) -> Option<Record<'a>> {
        let record = self.start_of_record()?;
        if self.rest.is_empty() { Some(record) } else { None }
    }

    fn start_of_record(&mut self) -> Option<Record<'a>> {
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
