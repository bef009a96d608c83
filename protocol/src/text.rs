//! The lines that replies are made of, from plain values.
//!
//! The parser of the 1.1 client is strict: a field more, a negative size or a control byte that ends a line makes it
//! refuse the whole reply. So every writer here gives exactly one line of the given form, whatever it is fed with.
//! Source: `docs/wire.md`, "Reply lines".

use crate::limits::PROTOCOL_NUMBER;
use crate::number::{write_i32, write_u32};
use crate::reply::Sink;
use crate::role::Role;
use crate::verb::Verb;

/// A rectangle in pixels. Left and top may be negative; a negative width or height is written as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Pixels from the left edge of the screen or window.
    pub left: i32,
    /// Pixels from the top edge of the screen or window.
    pub top: i32,
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
}

/// The first line of TREE, MENU and PICK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowLine<'a> {
    /// The window's title; `None` is written as `(untitled)`.
    pub title: Option<&'a [u8]>,
    /// The default title of its screen.
    pub screen_title: &'a [u8],
    /// The window on its screen.
    pub bounds: Rect,
}

/// A gadget of TREE and PICK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GadgetLine<'a> {
    /// `GadgetID` as an unsigned 32-bit number.
    pub id: u32,
    /// What it is for.
    pub role: Role,
    /// Its BOOPSI class; empty for others.
    pub class: &'a [u8],
    /// Its label; empty when it has none.
    pub label: &'a [u8],
    /// Its text, only for a string gadget that has a buffer.
    pub value: Option<&'a [u8]>,
    /// The gadget in its window, borders included.
    pub bounds: Rect,
}

/// A menu of MENU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuLine<'a> {
    /// Its number, from 0.
    pub menu: u16,
    /// Its title.
    pub title: &'a [u8],
    /// Whether it can be picked from.
    pub enabled: bool,
}

/// A menu item or sub-item of MENU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemLine<'a> {
    /// Number of its menu, from 0.
    pub menu: u16,
    /// Its number, from 0; for a sub-item that of the item that it hangs on.
    pub item: u16,
    /// The number of a sub-item, from 0.
    pub sub: Option<u16>,
    /// Its text; empty for pictures and bars.
    pub text: &'a [u8],
    /// The key that picks it together with the right Amiga key. What is no visible character is left out.
    pub shortcut: Option<u8>,
    /// Whether it can carry a check mark.
    pub checkit: bool,
    /// Whether it carries one.
    pub checked: bool,
    /// Whether it can be picked.
    pub enabled: bool,
}

/// A screen of SCREENS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenLine<'a> {
    /// Its default title.
    pub title: &'a [u8],
    /// Where it lies on the display.
    pub bounds: Rect,
    /// Whether it is the first screen.
    pub frontmost: bool,
}

/// What a directory entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A directory.
    Directory,
}

/// What may be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// It may be read.
    pub read: bool,
    /// It may be written.
    pub write: bool,
    /// It may be executed.
    pub execute: bool,
    /// It may be deleted.
    pub delete: bool,
}

impl Protection {
    /// From the protection bits of AmigaDOS, where a set bit of the last four denies.
    pub const fn from_bits(bits: u32) -> Protection {
        Protection {
            read: bits & 8 == 0,
            write: bits & 4 == 0,
            execute: bits & 2 == 0,
            delete: bits & 1 == 0,
        }
    }

    /// The four letters of the line: `rwed`, with `-` for what is denied.
    pub const fn letters(self) -> [u8; 4] {
        [
            if self.read { b'r' } else { b'-' },
            if self.write { b'w' } else { b'-' },
            if self.execute { b'e' } else { b'-' },
            if self.delete { b'd' } else { b'-' },
        ]
    }
}

/// An object of FSLIST and FSSTAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryLine<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// File or directory.
    pub kind: EntryKind,
    /// Size in bytes.
    pub size: u32,
    /// What its owner may do.
    pub protection: Protection,
    /// The date as `dd-Mon-yy hh:mm:ss`.
    pub date: &'a [u8],
    /// The file comment.
    pub comment: &'a [u8],
}

/// The byte that stands for one that would end the line for a client.
const SUBSTITUTE: u8 = b'?';

/// Whether a byte ends a line for Python's `splitlines` (which the 1.1 client uses), or is a NUL.
const fn breaks_lines(byte: u8) -> bool {
    matches!(byte, 0 | 0x0A..=0x0D | 0x1C..=0x1E | 0x85)
}

/// Writes `text` as the inside of a quoted field: `"` and `\` get a `\` before them. NUL, LF, VT, FF, CR, 0x1C to 0x1E
/// and 0x85 become `?`, since they would end the line for a client.
///
/// What needs no change goes to the sink in one piece, since every call of a sink takes time on a 68000.
pub fn write_escaped(sink: &mut dyn Sink, text: &[u8]) {
    let mut plain = text;
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        let quoted = matches!(*byte, b'"' | b'\\');
        if quoted || breaks_lines(*byte) {
            sink.put(plain.get(..plain.len() - rest.len()).unwrap_or(&[]));
            sink.put_byte(if quoted { b'\\' } else { SUBSTITUTE });
            plain = if quoted { rest } else { after };
        }
        rest = after;
    }
    sink.put(plain);
}

/// Writes `key`, which ends in `="`, the escaped text and the closing quote.
fn write_field(sink: &mut dyn Sink, key: &[u8], text: &[u8]) {
    sink.put(key);
    write_escaped(sink, text);
    sink.put_byte(b'"');
}

/// Writes `key` and 1 or 0.
fn write_flag(sink: &mut dyn Sink, key: &[u8], value: bool) {
    sink.put(key);
    sink.put_byte(if value { b'1' } else { b'0' });
}

/// Writes `[left,top widthxheight]`.
fn write_bounds(sink: &mut dyn Sink, bounds: &Rect) {
    sink.put_byte(b'[');
    write_i32(sink, bounds.left);
    sink.put_byte(b',');
    write_i32(sink, bounds.top);
    sink.put_byte(b' ');
    write_i32(sink, bounds.width.max(0));
    sink.put_byte(b'x');
    write_i32(sink, bounds.height.max(0));
    sink.put_byte(b']');
}

impl WindowLine<'_> {
    /// Writes the line and its LF.
    pub fn write_to(&self, sink: &mut dyn Sink) {
        write_field(sink, b"window \"", self.title.unwrap_or(b"(untitled)"));
        write_field(sink, b" screen=\"", self.screen_title);
        sink.put_byte(b' ');
        write_bounds(sink, &self.bounds);
        sink.put_byte(b'\n');
    }
}

impl GadgetLine<'_> {
    /// Writes the line and its LF.
    pub fn write_to(&self, sink: &mut dyn Sink) {
        sink.put(b"  gadget id=");
        write_u32(sink, self.id);
        sink.put(b" role=");
        sink.put(self.role.as_bytes());
        write_field(sink, b" class=\"", self.class);
        write_field(sink, b" label=\"", self.label);
        if let Some(value) = self.value {
            write_field(sink, b" value=\"", value);
        }
        sink.put_byte(b' ');
        write_bounds(sink, &self.bounds);
        sink.put_byte(b'\n');
    }
}

impl MenuLine<'_> {
    /// Writes the line and its LF.
    pub fn write_to(&self, sink: &mut dyn Sink) {
        sink.put(b"menu num=");
        write_u32(sink, u32::from(self.menu));
        write_field(sink, b" title=\"", self.title);
        write_flag(sink, b" enabled=", self.enabled);
        sink.put_byte(b'\n');
    }
}

impl ItemLine<'_> {
    /// Writes the line and its LF.
    pub fn write_to(&self, sink: &mut dyn Sink) {
        sink.put(if self.sub.is_some() {
            b"    subitem num="
        } else {
            b"  item num="
        });
        write_u32(sink, u32::from(self.menu));
        sink.put_byte(b'/');
        write_u32(sink, u32::from(self.item));
        if let Some(sub) = self.sub {
            sink.put_byte(b'/');
            write_u32(sink, u32::from(sub));
        }
        write_field(sink, b" text=\"", self.text);
        if let Some(shortcut) = self.shortcut.filter(|byte| is_visible(*byte)) {
            sink.put(b" shortcut=");
            sink.put_byte(shortcut);
        }
        write_flag(sink, b" checkit=", self.checkit);
        write_flag(sink, b" checked=", self.checked);
        write_flag(sink, b" enabled=", self.enabled);
        sink.put_byte(b'\n');
    }
}

/// Whether a byte can be a shortcut on the wire: no blank and no control byte, in Latin-1.
const fn is_visible(byte: u8) -> bool {
    !matches!(byte, 0..=b' ' | 0x7F..=0xA0)
}

impl ScreenLine<'_> {
    /// Writes the line and its LF.
    pub fn write_to(&self, sink: &mut dyn Sink) {
        write_field(sink, b"screen title=\"", self.title);
        sink.put_byte(b' ');
        write_bounds(sink, &self.bounds);
        write_flag(sink, b" frontmost=", self.frontmost);
        sink.put_byte(b'\n');
    }
}

impl EntryLine<'_> {
    /// Writes the line and its LF. A quote in the date becomes `?`, since clients know no escape there.
    pub fn write_to(&self, sink: &mut dyn Sink) {
        write_field(sink, b"entry name=\"", self.name);
        sink.put(match self.kind {
            EntryKind::File => b" type=file size=",
            EntryKind::Directory => b" type=dir size=",
        });
        write_u32(sink, self.size);
        sink.put(b" prot=");
        sink.put(&self.protection.letters());
        sink.put(b" date=\"");
        for byte in self.date {
            sink.put_byte(if *byte == b'"' || breaks_lines(*byte) {
                SUBSTITUTE
            } else {
                *byte
            });
        }
        write_field(sink, b"\" comment=\"", self.comment);
        sink.put_byte(b'\n');
    }
}

/// Writes the body of a VERSION reply. `version` must be one word: a blank in it would break clients. The second line
/// names the stable verbs, a third the extensions, if any; clients of 1.1 skip that one.
pub fn write_version(sink: &mut dyn Sink, version: &[u8], stable: &[Verb], extended: &[Verb]) {
    sink.put(b"AMIPILOT ");
    sink.put(version);
    sink.put(b" PROTOCOL ");
    write_u32(sink, PROTOCOL_NUMBER);
    write_verbs(sink, b"\nSTABLE", stable);
    if !extended.is_empty() {
        write_verbs(sink, b"EXTENDED", extended);
    }
}

/// Writes a line of verbs and its LF.
fn write_verbs(sink: &mut dyn Sink, start: &[u8], verbs: &[Verb]) {
    sink.put(start);
    for verb in verbs {
        sink.put_byte(b' ');
        sink.put(verb.as_bytes());
    }
    sink.put_byte(b'\n');
}

/// Writes the body of a MANIFEST reply: `loaded <app>: <w> windows, <g> gadgets`.
pub fn write_manifest_report(sink: &mut dyn Sink, application: &[u8], windows: u32, gadgets: u32) {
    sink.put(b"loaded ");
    sink.put(application);
    sink.put(b": ");
    write_u32(sink, windows);
    sink.put(b" windows, ");
    write_u32(sink, gadgets);
    sink.put(b" gadgets");
}

/// Writes the body of a WHERE reply: four decimal numbers with single blanks.
pub fn write_where(sink: &mut dyn Sink, bounds: &Rect) {
    write_i32(sink, bounds.left);
    for number in [bounds.top, bounds.width, bounds.height] {
        sink.put_byte(b' ');
        write_i32(sink, number);
    }
}
