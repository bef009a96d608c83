//! What programs on the simulated Amiga receive, and what a test reads afterwards of what happened.

use super::SimulatedAmiga;
use crate::{InputEvent, Instant, MenuPlace, WindowHandle};

/// A message at a window's IDCMP port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Idcmp {
    /// `IDCMP_GADGETDOWN`: a gadget with `GACT_IMMEDIATE` was pressed; radio buttons report here and not on release.
    GadgetDown {
        /// Its id.
        id: u16,
        /// The button that is down now, for radio buttons; 0 elsewhere.
        code: u16,
    },
    /// `IDCMP_GADGETUP`: a gadget was used: pressed and let go inside, or Return ended a text.
    GadgetUp {
        /// Its id.
        id: u16,
        /// As GadTools' messages carry it: the level, the line, the button, the text that shows; 0 elsewhere.
        code: u16,
    },
    /// `IDCMP_MOUSEMOVE` for a knob that follows the mouse.
    Level {
        /// Its id.
        id: u16,
        /// The new level.
        level: i16,
    },
    /// `IDCMP_CLOSEWINDOW`: the close gadget was used.
    CloseWindow,
    /// `IDCMP_NEWSIZE`: the window has another size.
    NewSize,
    /// `IDCMP_MENUPICK`: an item or sub-item was picked.
    MenuPick(MenuPlace),
    /// `IDCMP_VANILLAKEY`: a character typed while no text was being edited.
    VanillaKey {
        /// The character, Latin-1.
        character: u8,
    },
}

/// A program with a window on the simulated Amiga.
pub trait Program: Send {
    /// Reacts to a message of one of its windows. The machine is free to be used meanwhile.
    fn react(&mut self, window: WindowHandle, message: &Idcmp, machine: &SimulatedAmiga);
}

impl<F: FnMut(WindowHandle, &Idcmp, &SimulatedAmiga) + Send> Program for F {
    fn react(&mut self, window: WindowHandle, message: &Idcmp, machine: &SimulatedAmiga) {
        self(window, message, machine);
    }
}

/// One thing that happened, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogEntry {
    /// The firmware gave an input event to the system.
    Input(Instant, InputEvent),
    /// A window received a message.
    Message(Instant, WindowHandle, Idcmp),
    /// A window opened.
    Opened(Instant, WindowHandle),
    /// A window closed.
    Closed(Instant, WindowHandle),
}
