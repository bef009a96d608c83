//! An Amiga in memory, so that the firmware runs under tests on a PC.
//!
//! It keeps screens, windows and gadgets as the bare facts that Intuition's structures hold, laid out as gadtools V37,
//! gadtools V40 or AROS lay them out ([`Style`]), acts on input events as Intuition does, and lets programs
//! ([`Program`]) react to what they receive. Time is virtual: [`Machine::wait`](crate::Machine::wait) jumps to the next
//! moment at which anything happens, so a test of minutes takes no time and two runs are equal.
//!
//! [`SimulatedAmiga`] is a handle: clones name the same machine, so a test keeps one while the server owns another.
//!
//! What differs from the real thing: nothing draws; one font of 8 by 8 pixels;
//! one keymap ([`keymap`]).

mod control;
mod desktop;
mod events;
mod faults;
pub(crate) mod files;
mod gadtools;
mod gtapp;
mod intuition;
pub mod keymap;
mod line;
mod machine;
mod menus;
mod pointer;
mod rexx;
mod structures;
mod text_entry;
mod world;

pub use events::{Idcmp, LogEntry, Program};
pub use files::FileCall;
pub use gadtools::{NewGadget, NewKind, Style};
pub use gtapp::GtApp;
pub use line::{Client, Line};
pub use machine::SimulatedAmiga;
pub use menus::{NewItem, NewStrip, SubPanels};
pub use rexx::PortAnswer;
pub use structures::{Behaviour, NewWindow, RawGadget, RawString};
