//! Client of the VICE binary monitor: the machine-readable control interface of the Commodore emulators.
//!
//! Layers, each usable alone:
//! 1. [`wire`]: frames in a stream of bytes; [`command`], [`structures`] and [`event`]: what is in them.
//! 2. [`client`]: one connection, requests with time limits, events kept apart from replies.
//! 3. [`monitor`]: names instead of numbers, waiting, and leaving the machine as it was found.
//! 4. [`disassembler`], [`petscii`], [`picture`], [`screen`]: what the bytes mean to people.
//! 5. [`emulator`]: one that we start ourselves; [`cli`]: the command line `hostctl vice`.
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
