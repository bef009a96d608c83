//! `m68k-link`: the linker that rustc calls, and the builder of its sysroot.
//!
//! ```text
//! m68k-link [ld's arguments, as rustc writes them]      link one program
//! m68k-link --build-sysroot DIR [--panic STRATEGY]      build core, alloc and compiler_builtins for the 68000
//! ```

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use codegen::arguments::Options;
use codegen::sysroot;

fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("m68k-link: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.peek().map(String::as_str) != Some("--build-sysroot") {
        return codegen::link(&Options::read(arguments)?);
    }
    arguments.next();
    let folder = arguments
        .next()
        .context("--build-sysroot needs the folder to build in")?;
    let panic = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => sysroot::Panic::Abort,
        (Some("--panic"), Some(name)) => sysroot::Panic::named(&name)?,
        (Some(other), _) => bail!("`{other}` after --build-sysroot DIR; only `--panic STRATEGY` may follow"),
    };
    sysroot::build(folder.as_ref(), panic)
}
