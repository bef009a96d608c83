//! m68k programs that need no whole machine: Linux programs under `qemu-m68k`, shell programs under `vamos`.
//!
//! Neither traps 16- and 32-bit accesses at odd addresses, and qemu knows the opcodes of a 68020: a program that
//! runs here may still fail on an A500.

use crate::environment::Environment;
use crate::process::{Finished, run_with_deadline};
use anyhow::Result;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Runs a static m68k Linux program.
///
/// # Errors
/// `qemu-m68k` is not installed, or the program did not end within `deadline`.
pub fn qemu_m68k(program: &Path, arguments: &[&str], deadline: Duration) -> Result<Finished> {
    run_with_deadline(Command::new("qemu-m68k").arg(program).args(arguments), deadline)
}

/// Runs an Amiga shell program with 1 MB of memory and the arguments as one command line would give them.
///
/// # Errors
/// amitools are not installed, or the program did not end within `deadline`.
pub fn vamos(
    environment: &Environment,
    program: &Path,
    arguments: &[&str],
    deadline: Duration,
) -> Result<Finished> {
    run_with_deadline(
        Command::new(environment.venv_program("vamos"))
            .args(["-C", "68000", "--"])
            .arg(program)
            .args(arguments),
        deadline,
    )
}
