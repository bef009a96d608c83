//! Looking up names in a manifest that was read.

use super::{Entry, HEADER, Kind};
use crate::word::Word;

/// A manifest that was read: the bytes that entries were appended to.
#[derive(Clone, Copy, Debug)]
pub struct Manifest<'a> {
    bytes: &'a [u8],
}

impl<'a> Manifest<'a> {
    /// From the parts of all entries, one behind the other.
    pub const fn new(bytes: &'a [u8]) -> Manifest<'a> {
        Manifest { bytes }
    }

    /// Whether there is no entry, so that no manifest is loaded.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All entries, in the order of the file.
    pub fn entries(self) -> Entries<'a> {
        Entries { rest: self.bytes }
    }

    /// The application's name.
    pub fn application(self) -> &'a [u8] {
        self.first(Kind::Application).unwrap_or(&[])
    }

    /// The ARexx port that tells where gadgets are.
    pub fn port(self) -> Option<&'a [u8]> {
        self.first(Kind::Port)
    }

    /// The gadget with this logical name, in either letter case.
    #[inline(never)]
    pub fn gadget(self, name: &Word<'_>) -> Option<Entry<'a>> {
        let is_gadget = |entry: &Entry<'_>| matches!(entry.kind, Kind::Gadget | Kind::WhereGadget);
        self.entries()
            .find(|entry| is_gadget(entry) && name.eq_ignore_case(entry.name))
    }

    /// What the title of the gadget's window holds.
    pub fn title(self, gadget: &Entry<'_>) -> &'a [u8] {
        let mut windows = self.entries().filter(|entry| entry.kind == Kind::Window);
        windows
            .nth(usize::from(gadget.window))
            .map_or(&[], |window| window.title)
    }

    /// Which window has this logical name.
    pub(super) fn window_index(self, name: &[u8]) -> Option<u8> {
        let mut windows = self.entries().filter(|entry| entry.kind == Kind::Window);
        let index = windows.position(|window| window.name == name)?;
        u8::try_from(index).ok()
    }

    fn first(self, kind: Kind) -> Option<&'a [u8]> {
        self.entries()
            .find(|entry| entry.kind == kind)
            .map(|entry| entry.name)
    }
}

/// The entries of a manifest; see [`Manifest::entries`].
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    #[inline(never)]
    fn next(&mut self) -> Option<Entry<'a>> {
        let (header, rest) = self.rest.split_first_chunk::<HEADER>()?;
        let [kind, window, a, b, c, d, name, title] = *header;
        let kind = match kind {
            1 => Kind::Application,
            2 => Kind::Port,
            3 => Kind::Window,
            4 => Kind::Gadget,
            5 => Kind::WhereGadget,
            _ => return None,
        };
        let (name, rest) = rest.split_at_checked(name.into())?;
        let (title, rest) = rest.split_at_checked(title.into())?;
        self.rest = rest;
        Some(Entry {
            kind,
            window,
            id: u32::from_be_bytes([a, b, c, d]),
            name,
            title,
        })
    }
}
