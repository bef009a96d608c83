//! `cargo xtask size`: the memory that the server takes at rest, from its file, from its own words, and from the
//! emulated machine's.

use crate::paths::Paths;
use crate::{build, hunks, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use harness::{Environment, Machine, Model, ask, wait_until_ready};
use std::time::Duration;

/// Options of `size`.
#[derive(Args, Default)]
pub struct Options {
    /// Fail when the total is more than this many bytes
    #[arg(long, value_name = "BYTES")]
    budget: Option<u64>,
}

/// Sums up; the last line is the total in bytes.
///
/// # Errors
/// The machine or the server does not come up, or the total is over the budget.
pub fn run(paths: &Paths, options: &Options) -> Result<()> {
    setup::run(paths)?;
    build::run(paths)?;
    let total = measure(paths)?;
    if let Some(budget) = options.budget
        && total > budget
    {
        bail!("the server takes {total} bytes at rest, and its budget is {budget}");
    }
    Ok(())
}

/// Prints the lines and gives the total. The Amiga programs must be built.
///
/// # Errors
/// The machine or the server does not come up.
pub fn measure(paths: &Paths) -> Result<u64> {
    let environment = paths.environment();
    let mut total = 0;
    let listing = hunks::listing(paths, &environment.program("AmiPilotServer"))?;
    for kind in ["CODE", "DATA", "BSS"] {
        let bytes = hunks::size(&listing, kind);
        println!("{:<22}{bytes:>8}", kind.to_ascii_lowercase());
        total += bytes;
    }
    let (own_words, before, after) = at_rest(&environment)?;
    let told = |key: &str| {
        value(&own_words, key).with_context(|| format!("the server's INFO has no {key}=: {own_words:?}"))
    };
    let (stack, allocated) = (told("stack")?, told("allocated")?);
    println!("{:<22}{stack:>8}", "stack");
    // What the server calls allocated is all that its ledger lists, its stack included.
    println!(
        "{:<22}{:>8}",
        "other allocations",
        allocated.saturating_sub(stack)
    );
    total += allocated;
    println!("AvailMem before       {before:>8}");
    println!("AvailMem at rest      {after:>8}");
    println!("taken, of AvailMem    {:>8}", before.saturating_sub(after));
    println!("{total}");
    Ok(total)
}

/// Boots an A500: free memory before the server started, its answer to INFO, and free memory beside it.
fn at_rest(environment: &Environment) -> Result<(String, u64, u64)> {
    let machine = Machine::builder(Model::A500)
        .with_programs(environment, &["QuietDebug", "ShowMemory", "AmiPilotServer"])
        // A second shell measures, so that the first one has nothing in memory but the server. It runs before the
        // first figure is taken, for its own memory must not count.
        .text(
            "S/Measure",
            "SYS:C/ShowMemory >SYS:before\nLab again\nIf NOT EXISTS SYS:ready\nSkip again BACK\nEndIf\n\
             SYS:C/ShowMemory >SYS:after\n",
        )
        .startup(
            "FailAt 21\nSYS:C/QuietDebug\nRun >NIL: Execute SYS:S/Measure\nEcho \"The shell's window is open.\"\n\
             Lab again\nIf NOT EXISTS SYS:begin\nSkip again BACK\nEndIf\n\
             SYS:C/AmiPilotServer >NIL: SERIAL SERDEVICE=PAULA BAUD=57600\n",
        )
        .boot()?;
    let patience = Duration::from_secs(120);
    let before = number(&machine.wait_for_file("before", patience)?)?;
    let tell = |file: &str| {
        std::fs::write(machine.boot_volume().path(file), "yes").context("could not tell the machine to go on")
    };
    tell("begin")?;
    wait_until_ready(machine.serial(), patience)?;
    let info = ask(machine.serial(), b"INFO", patience)?;
    tell("ready")?;
    let after = number(&machine.wait_for_file("after", patience)?)?;
    Ok((info.text(), before, after))
}

/// Reads the number that ShowMemory printed.
fn number(text: &[u8]) -> Result<u64> {
    let text = String::from_utf8_lossy(text);
    value(&text, "any").with_context(|| format!("ShowMemory printed {text:?} and no number"))
}

/// The number behind `key=` in some text.
fn value(text: &str, key: &str) -> Option<u64> {
    text.split_whitespace()
        .find_map(|word| word.strip_prefix(key)?.strip_prefix('=')?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_whole_key() {
        assert_eq!(value("stack=4096 allocated=12\n", "allocated"), Some(12));
        assert_eq!(value("stacks=1 stack=x", "stack"), None);
    }
}
