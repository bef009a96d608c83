//! Client of Amiberry's IPC controller interface: the text protocol over a local socket that drives the emulator.
//!
//! Layers, each usable alone:
//! 1. [`wire`]: request lines and reply records; [`transport`] and [`instance`]: the way to the right Amiberry.
//! 2. [`command`], [`value`] and [`refusal`]: every command with its arguments, answer and errors.
//! 3. [`client`]: requests with limits, never repeated when that could do something twice.
//! 4. [`automation`], [`joystick`], [`settings`], [`monitor`]: what takes more than one request, and is cleaned up.
//! 5. [`emulator`]: one that we start ourselves; [`cli`]: the command line `hostctl amiberry`.
#![forbid(unsafe_code)]

pub mod automation;
pub mod cli;
pub mod client;
pub mod command;
pub mod emulator;
pub mod error;
#[cfg(all(feature = "fake", unix))]
pub mod fake;
pub mod instance;
pub mod interrupt;
pub mod joystick;
pub mod keyboard;
pub mod monitor;
pub mod refusal;
pub mod settings;
pub mod transport;
pub mod value;
pub mod wire;
