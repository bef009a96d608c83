//! AmiPilot's server: finds windows and gadgets, acts on them with genuine input events and reads them back, for
//! clients on any line of bytes.
//!
//! The crate knows no operating system. It is portable over the traits of [`hal_amiga`], so that the code that runs
//! on an Amiga runs under tests on a PC as well, and it holds no `unsafe`.
//!
//! How a request goes through it: a [`Server`] keeps one session per line. A session collects bytes into a line,
//! `verbs` turns the line into a reply or into a task, a task (a wait or a gesture) is advanced on every event and at
//! its deadline, and the reply is written piece by piece as the line takes it. Nothing blocks: whatever has to wait
//! is an entry with a deadline, and other sessions are served meanwhile.
//!
//! Limits that hold everywhere: no recursion, no panic in normal use, no `core::fmt`, memory only for the private
//! copies that a request works on.
#![no_std]
#![forbid(unsafe_code)]
#![allow(
    clippy::result_large_err,
    reason = "a reply that carries a snapshot is 84 bytes on a 68000, and a box for it would be one more allocation to fail"
)]

mod body;
mod files;
mod gesture;
pub mod inspect;
mod line;
mod locator;
mod manifest;
mod messages;
mod model;
pub mod options;
mod output;
mod rexx;
mod server;
mod session;
mod task;
mod verbs;
mod wait;

pub use line::ClientLine;
pub use server::Server;

/// The version of this server as VERSION tells it, a token of its own choice.
pub const VERSION: &str = "2.0.0";
