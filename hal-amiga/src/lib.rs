//! What AmiPilot needs of a machine, and two machines that give it.
//!
//! The traits ([`Desktop`], [`Input`], [`Clock`], [`Transport`], [`Machine`]) are all that the firmware knows of the
//! computer it runs on. They are implemented twice: by `amiga` over AmigaOS 2.04 and later, and by `simulated`
//! (feature `simulated`), an Amiga in memory that lets the same firmware run under tests on a PC.
//!
//! Whatever a machine hands out is a private copy: no pointer into AmigaOS' structures ever leaves this crate except
//! as an opaque handle, which is checked again before each use.
#![cfg_attr(not(any(test, feature = "simulated")), no_std)]
#![deny(missing_docs)]

extern crate alloc;

#[cfg(target_arch = "m68k")]
pub mod amiga;
pub mod classify;
pub mod clock;
pub mod desktop;
pub mod files;
pub mod geometry;
pub mod input;
pub mod machine;
pub mod memory;
pub mod menus;
pub mod pointer;
pub mod requester;
pub mod rexx;
#[cfg(feature = "simulated")]
pub mod simulated;
pub mod text;
pub mod transport;

pub use classify::{GadgetFacts, GadgetKind, GadgetType, SystemGadget};
pub use clock::{Clock, Instant};
pub use desktop::{
    Desktop, Gadget, GadgetTree, Outline, Screen, ScreenHandle, TaskHandle, WalkError, Window, WindowHandle,
};
pub use files::{DateStamp, FileEntry, FileError, Files, Lock, Reader, Scan, Writer};
pub use geometry::{Point, Rect};
pub use input::{Input, InputError, InputEvent, Key, Keystrokes, MouseButton, Qualifiers};
pub use machine::{Machine, MemoryReport, SystemReport, Wake};
pub use memory::{List, OutOfMemory};
pub use menus::{MenuEntry, MenuPlace, MenuStrip, Menus};
pub use pointer::{Pointer, PointerError, PointerPlace};
pub use rexx::{CommandAnswer, CommandHandle, Rexx, RexxError};
pub use text::{Span, TextPool};
pub use transport::{LineErrors, Transport, TransportError};
