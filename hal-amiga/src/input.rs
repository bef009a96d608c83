//! Genuine input events, as a mouse and a keyboard would give them.
//!
//! The machine feeds them to input.device (`IND_WRITEEVENT`), so that they pass Intuition and every handler before it
//! just as a user's do. Spec §4.6 and §4.7; RKRM Devices, "Input Device".

use crate::desktop::ScreenHandle;

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseButton {
    /// The selection button.
    Left,
    /// The menu button.
    Right,
    /// The third button, which few mice have.
    Middle,
}

/// The qualifier keys and buttons held down, as bits of `ie_Qualifier` (devices/inputevent.h).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Qualifiers(pub u16);

impl Qualifiers {
    /// Left shift.
    pub const LEFT_SHIFT: Self = Self(0x0001);
    /// Right shift.
    pub const RIGHT_SHIFT: Self = Self(0x0002);
    /// Caps lock.
    pub const CAPS_LOCK: Self = Self(0x0004);
    /// Control.
    pub const CONTROL: Self = Self(0x0008);
    /// Left alternate.
    pub const LEFT_ALT: Self = Self(0x0010);
    /// Right alternate.
    pub const RIGHT_ALT: Self = Self(0x0020);
    /// Left Amiga.
    pub const LEFT_AMIGA: Self = Self(0x0040);
    /// Right Amiga.
    pub const RIGHT_AMIGA: Self = Self(0x0080);

    /// Both sets together.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the other.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all of `other` are in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// One key with the qualifiers that it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Key {
    /// Raw key code, 0 to 0x7F.
    pub code: u8,
    /// Qualifiers held while it is struck.
    pub qualifiers: Qualifiers,
}

/// The keys that produce one character: up to two dead keys and the key itself, as `MapANSI` gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keystrokes {
    keys: [Key; 3],
    count: u8,
}

impl Keystrokes {
    /// The first three of `keys`.
    pub fn new(keys: &[Key]) -> Self {
        let mut strokes = Self::default();
        for (place, key) in strokes.keys.iter_mut().zip(keys) {
            *place = *key;
            strokes.count += 1;
        }
        strokes
    }

    /// The keys in the order they are struck.
    pub fn as_slice(&self) -> &[Key] {
        &self.keys[..usize::from(self.count).min(3)]
    }
}

/// One event for input.device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputEvent {
    /// Put the pointer on a pixel of a screen (`IECLASS_NEWPOINTERPOS`, `IESUBCLASS_PIXEL`).
    Pointer {
        /// The screen whose pixels are meant.
        screen: ScreenHandle,
        /// Pixel column of the screen.
        x: i16,
        /// Pixel row of the screen.
        y: i16,
    },
    /// Press or let go of a mouse button where the pointer is (`IECLASS_RAWMOUSE`).
    Button {
        /// Which button.
        button: MouseButton,
        /// Pressed, or let go.
        down: bool,
        /// Qualifier keys held meanwhile.
        qualifiers: Qualifiers,
    },
    /// Press or let go of a key (`IECLASS_RAWKEY`). The qualifier keys are keys themselves, 0x60 to 0x67.
    Key {
        /// Raw key code, 0 to 0x7F.
        code: u8,
        /// Pressed, or let go.
        down: bool,
        /// Qualifiers held, this key's own included while it is pressed.
        qualifiers: Qualifiers,
    },
}

/// Why an input event or a key look-up failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputError {
    /// input.device refused the event.
    Refused,
    /// There is no keymap.library, so no character can be turned into keys.
    NoKeymap,
    /// The keymap in force has no keys for this character.
    NotProducible,
    /// The screen meant has closed.
    ScreenGone,
}

/// A machine's keyboard and mouse.
pub trait Input {
    /// Gives one event to the system.
    ///
    /// # Errors
    /// [`InputError::Refused`], and [`InputError::ScreenGone`] for a pointer event on a closed screen.
    fn send(&mut self, event: InputEvent) -> Result<(), InputError>;

    /// The keys that produce one Latin-1 character under the keymap in force.
    ///
    /// # Errors
    /// [`InputError::NoKeymap`] or [`InputError::NotProducible`].
    fn keystrokes(&mut self, character: u8) -> Result<Keystrokes, InputError>;
}
