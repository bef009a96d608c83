//! `boot`: an emulator that lives as long as this command.

use super::families::BootArguments;
use super::output::Output;
use crate::emulator::{Emulator, EmulatorOptions};
use crate::error::{Error, Result};
use crate::monitor::Options;
use serde_json::json;
use std::io::BufRead;
use std::time::{Duration, Instant};

/// How long an emulator gets to start when nothing else is said.
const START: Duration = Duration::from_secs(30);
/// How long it gets to end after QUIT.
const GRACE: Duration = Duration::from_secs(5);
/// Pause between two looks at the process.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) fn run(
    arguments: &BootArguments,
    options: &Options,
    input: &mut dyn BufRead,
    output: &mut Output<'_>,
) -> Result<()> {
    // With `retry`, the user has named the time to wait.
    let options = Options {
        wait: if options.retry { options.wait } else { START },
        ..options.clone()
    };
    let mut emulator = Emulator::start(&EmulatorOptions {
        program: arguments.program.clone(),
        address: options.address.clone(),
        arguments: arguments.arguments.clone(),
        log: arguments.log.clone(),
    })?;
    let mut monitor = emulator.wait_until_ready(&options)?;
    let address = emulator.address().to_string();
    let result = if let Some(file) = &arguments.batch {
        output.show(&format!("ready {address}"), &json!({ "ready": address }))?;
        let result = super::batch::run(&mut monitor, file, input, output);
        // The connection that asks the emulator to end would wait for this one.
        drop(monitor);
        result
    } else {
        // Others may connect now: VICE serves one client at a time.
        let released = monitor.release();
        drop(monitor);
        released.and_then(|()| output.show(&format!("ready {address}"), &json!({ "ready": address })))?;
        match arguments.duration {
            Some(duration) => stay(&mut emulator, duration),
            None => stay_with_input(&mut emulator, input),
        }
    };
    let by_itself = emulator.end(GRACE)?;
    result?;
    let text = if by_itself { "ended" } else { "ended by force" };
    output.show(text, &json!({ "ended": true, "forced": !by_itself }))
}

/// Stays for a time, or until the emulator ends.
fn stay(emulator: &mut Emulator, duration: Duration) -> Result<()> {
    let begin = Instant::now();
    while begin.elapsed() < duration && emulator.has_ended()?.is_none() {
        std::thread::sleep(PAUSE.min(duration.saturating_sub(begin.elapsed())));
    }
    Ok(())
}

/// Stays until the input ends. An emulator that ends first is noticed then.
fn stay_with_input(emulator: &mut Emulator, input: &mut dyn BufRead) -> Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line).map_err(|source| Error::File {
            path: "standard input".into(),
            source,
        })?;
        if read == 0 || emulator.has_ended()?.is_some() {
            return Ok(());
        }
    }
}
