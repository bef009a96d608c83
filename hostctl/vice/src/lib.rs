//! Client of the VICE binary monitor: the machine-readable control interface of the Commodore emulators.
//!
//! Layers, each usable alone:
//! 1. [`wire`]: frames in a stream of bytes; [`command`], [`structures`] and [`event`]: what is in them.
//! 2. [`client`]: one connection, requests with time limits, events kept apart from replies.
//! 3. [`monitor`]: names instead of numbers, waiting, and leaving the machine as it was found.
//! 4. [`disassembler`], [`petscii`], [`picture`], [`screen`]: what the bytes mean to people.
//! 5. [`emulator`]: one that we start ourselves; [`cli`]: the command line `hostctl vice`.
//!
//! ```no_run
//! use std::time::Duration;
//! use vice_monitor::monitor::{Monitor, Options, ScreenOptions};
//! use vice_monitor::petscii::LetterCase;
//!
//! # fn main() -> vice_monitor::error::Result<()> {
//! let mut monitor = Monitor::connect(Options::default(), &mut |notice| eprintln!("{notice}"))?;
//! monitor.type_text("PRINT 6*7\n", LetterCase::Unshifted)?;
//! monitor.wait_for_text("42", ScreenOptions::default(), Duration::from_secs(5))?;
//! monitor.release()?;
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

pub mod cli;
pub mod client;
pub mod command;
pub mod disassembler;
pub mod emulator;
pub mod error;
pub mod event;
#[cfg(feature = "fake")]
pub mod fake;
pub mod monitor;
pub mod petscii;
pub mod picture;
pub mod screen;
pub mod structures;
pub mod wire;
