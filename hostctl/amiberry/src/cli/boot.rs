//! `boot`: an Amiberry that lives as long as this command.

use super::{BootArguments, Environment, Output};
use crate::emulator::{Emulator, EmulatorOptions};
use crate::error::{Reason, Result};
use crate::instance;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long the emulator gets to end after QUIT.
const GRACE: Duration = Duration::from_secs(5);
/// Pause between two looks at the process.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) fn run(
    arguments: &BootArguments,
    environment: &mut Environment<'_>,
    output: &mut Output<'_>,
) -> Result<()> {
    let options = EmulatorOptions {
        program: arguments.program.clone(),
        config: arguments.config.clone(),
        arguments: arguments.arguments.clone(),
        log: arguments.log.clone(),
    };
    let mut emulator = Emulator::start(&options, &instance::folder())?;
    let socket = emulator.path().to_path_buf();
    let ready = wait(&mut emulator, arguments, environment).and_then(|()| {
        output.show(
            &format!("ready {}", socket.display()),
            &json!({ "ready": socket, "serial": arguments.serial }),
        )?;
        stay(&mut emulator, arguments.duration, environment)
    });
    let by_itself = emulator.end(GRACE)?;
    match ready {
        // Ctrl-C is one of the ways to end it.
        Err(error) if error.reason != Reason::Interrupted => return Err(error),
        _ => {}
    }
    let text = if by_itself { "ended" } else { "ended by force" };
    output.show(text, &json!({ "ended": true, "forced": !by_itself }))
}

fn wait(emulator: &mut Emulator, arguments: &BootArguments, environment: &mut Environment<'_>) -> Result<()> {
    let begin = Instant::now();
    let interrupt = environment.interrupt.clone();
    let socket = emulator.path().to_path_buf();
    let mut answers = || {
        let alive = matches!(instance::presence(&socket), Ok(instance::Presence::Alive));
        alive && crate::emulator::answers(&socket)
    };
    emulator.wait_until(
        "an answer on its socket",
        arguments.wait,
        &interrupt,
        &mut answers,
    )?;
    let Some(serial) = &arguments.serial else {
        return Ok(());
    };
    let left = arguments.wait.saturating_sub(begin.elapsed());
    let probe = &mut environment.server_answers;
    emulator.wait_until(
        "an answer of AmiPilotServer on its serial port",
        left,
        &interrupt,
        &mut || probe(serial),
    )
}

/// Stays for a time, until the input ends, until Ctrl-C, or until the emulator ends.
fn stay(emulator: &mut Emulator, time: Option<Duration>, environment: &mut Environment<'_>) -> Result<()> {
    let begin = Instant::now();
    let interrupt = environment.interrupt.clone();
    let mut watch = |ended: &dyn Fn() -> bool| -> Result<()> {
        while !ended() && emulator.has_ended()?.is_none() {
            interrupt.sleep(PAUSE)?;
        }
        Ok(())
    };
    if let Some(time) = time {
        return watch(&|| begin.elapsed() >= time);
    }
    let ended = Arc::new(AtomicBool::new(false));
    if let Some(mut input) = environment.input.take() {
        let flag = Arc::clone(&ended);
        // It ends with the input, or with the process.
        std::thread::spawn(move || {
            let _end = std::io::copy(&mut input, &mut std::io::sink());
            flag.store(true, Ordering::SeqCst);
        });
    }
    watch(&|| ended.load(Ordering::SeqCst))
}
