//! Emulated Amigas for tests and for `cargo xtask`: FS-UAE with its built-in AROS ROM, its serial line, its screen.
//!
//! ```no_run
//! use harness::{Machine, Model};
//! use std::time::Duration;
//!
//! # fn main() -> anyhow::Result<()> {
//! let machine = Machine::builder(Model::A500)
//!     .startup("Echo \"hello\" >SYS:hello.txt\n")
//!     .boot()?;
//! let text = machine.wait_for_file("hello.txt", Duration::from_secs(60))?;
//! assert_eq!(text, b"hello\n");
//! # Ok(())
//! # }
//! ```
//!
//! What it promises:
//! - every process that it starts ends with the value that owns it, and also when this program dies;
//! - every wait has a deadline, and an error says what was awaited and what was seen instead;
//! - the serial line is read all the time, whether anybody asks for the bytes or not, since FS-UAE drops what it
//!   cannot write.
//!
//! `docs/emulator.md` has the measured facts behind the options. This is a tool for Linux: it uses pseudo terminals.

mod bridge;
mod display;
mod environment;
mod guest;
mod installation;
mod machine;
mod options;
mod process;
mod programs;
mod pty;
mod serial;
mod session;
mod termination;

pub use bridge::Bridge;
pub use display::Display;
pub use environment::Environment;
pub use guest::BootVolume;
pub use installation::TEST_WINDOW;
pub use machine::{Machine, MachineBuilder};
pub use options::{Model, Speed};
pub use process::{Finished, GuardedProcess, run_with_deadline};
pub use programs::{qemu_m68k, vamos};
pub use serial::Serial;
pub use session::{Reply, ask, ask_with_body, wait_until_ready};
pub use termination::{end_in_order, end_requested};
