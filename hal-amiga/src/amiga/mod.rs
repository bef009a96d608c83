//! The machine itself: AmigaOS 2.04 (Kickstart 37) and later, on a 68000 or better.
//!
//! One module per part of the system. All of the product's `unsafe` is here, and behind it an interface without any.
//! A program begins with [`amiga_program!`](crate::amiga_program), which gives it a [`Context`], and makes itself an
//! [`AmigaMachine`] and the lines that it serves.

mod context;
mod decimal;
mod dos;
mod exec;
pub(crate) mod files;
mod input;
mod intuition;
mod ledger;
mod machine;
mod paula;
mod rexx;
mod startup;
mod timer;
mod trampolines;

pub use context::Context;
pub use dos::{ArgumentError, Arguments, Console};
pub use exec::{Library, available};
pub use machine::{AmigaMachine, MachineError};
pub use paula::{Paula, PaulaError};
pub use startup::{Program, ReturnCode, amipilot_abort, start};
