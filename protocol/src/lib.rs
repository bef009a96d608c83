//! The wire protocol of AmiPilot: the one crate that knows the bytes on the line.
//!
//! Both ends use it. The server takes bytes with [`line::LineAssembler`], reads a line with [`request::parse`] and
//! answers with [`reply`] and [`text`]; the PC side does the reverse with [`client`]. A request borrows from its
//! line and a reply is written to a [`reply::Sink`], so nothing here allocates.
//!
//! The crate has no operating system, no heap, no floating point and no `core::fmt` in what the server uses: it must
//! stay small on a 68000. No function panics on any input.
//!
//! The protocol itself is described in `docs/wire.md`, whose examples are tests of this crate.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod scan;

pub mod client;
pub mod limits;
pub mod line;
pub mod manifest;
pub mod names;
pub mod number;
pub mod reply;
pub mod request;
pub mod role;
pub mod screenshot;
pub mod text;
pub mod verb;
pub mod word;

pub use line::{Line, LineAssembler};
pub use reply::{ReturnCode, Sink};
pub use request::{ParseError, Request, parse};
pub use role::Role;
pub use verb::Verb;
pub use word::Word;
