//! Editing the text of a string gadget, key by key.
//!
//! Source: RKRM Libraries, "Intuition Gadgets", string gadgets: what each key does.

use super::events::Idcmp;
use super::structures::RawString;
use super::world::World;
use crate::classify::LONG_INTEGER;
use crate::{Qualifiers, WindowHandle};

const RETURN: u8 = 0x44;
const ENTER: u8 = 0x43;
const TAB: u8 = 0x42;
const BACKSPACE: u8 = 0x41;
const DELETE: u8 = 0x46;
const RIGHT: u8 = 0x4E;
const LEFT: u8 = 0x4F;

impl World {
    /// Starts editing a gadget's text, the cursor where the pointer is: `x` pixels into the gadget.
    pub(super) fn start_editing(&mut self, window: WindowHandle, gadget: usize, x: i16) {
        self.editing = Some((window, gadget));
        if let Some(text) = self.text_of(window, gadget) {
            text.cursor = usize::from(x.max(0) as u16 / 8).min(text.buffer.len());
            text.undo.clone_from(&text.buffer);
        }
    }

    fn text_of(&mut self, window: WindowHandle, gadget: usize) -> Option<&mut RawString> {
        self.window_mut(window)?.gadgets.get_mut(gadget)?.string.as_mut()
    }

    /// A key struck while a text is edited.
    pub(super) fn edit(&mut self, window: WindowHandle, gadget: usize, code: u8, qualifiers: Qualifiers) {
        let character = self.decoder.strike(code, qualifiers);
        let numeric = self
            .window(window)
            .and_then(|window| window.gadgets.get(gadget))
            .is_some_and(|gadget| gadget.activation & LONG_INTEGER != 0);
        let Some(text) = self.text_of(window, gadget) else {
            return;
        };
        let shift = qualifiers.0 & 0x0003 != 0;
        if qualifiers.contains(Qualifiers::RIGHT_AMIGA) {
            match character {
                Some(b'x') => {
                    text.buffer.clear();
                    text.cursor = 0;
                }
                Some(b'q') => {
                    text.buffer.clone_from(&text.undo);
                    text.cursor = text.cursor.min(text.buffer.len());
                }
                _ => {}
            }
            return;
        }
        match code {
            RETURN | ENTER | TAB => self.end_editing(window, gadget, if code == TAB { 9 } else { 0 }),
            BACKSPACE if shift => {
                text.buffer.drain(..text.cursor);
                text.cursor = 0;
            }
            BACKSPACE if text.cursor > 0 => {
                text.cursor -= 1;
                text.buffer.remove(text.cursor);
            }
            DELETE if shift => text.buffer.truncate(text.cursor),
            DELETE if text.cursor < text.buffer.len() => {
                text.buffer.remove(text.cursor);
            }
            LEFT => text.cursor = if shift { 0 } else { text.cursor.saturating_sub(1) },
            RIGHT => {
                text.cursor = if shift {
                    text.buffer.len()
                } else {
                    (text.cursor + 1).min(text.buffer.len())
                };
            }
            _ => {
                if let Some(character) = character
                    && text.buffer.len() < text.limit
                    && (!numeric || character.is_ascii_digit() || (character == b'-' && text.cursor == 0))
                {
                    text.buffer.insert(text.cursor, character);
                    text.cursor += 1;
                }
            }
        }
    }

    fn end_editing(&mut self, window: WindowHandle, gadget: usize, code: u16) {
        self.editing = None;
        if let Some(id) = self
            .window(window)
            .and_then(|window| window.gadgets.get(gadget))
            .map(|gadget| gadget.id)
        {
            self.deliver(window, Idcmp::GadgetUp { id, code });
        }
    }
}
