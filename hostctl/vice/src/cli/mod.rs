//! The command line `hostctl vice …`.
//!
//! Promise: every command prints text for people or, with `--json`, one JSON object per line; an error has a stable exit
//! code (100–117, see [`Error::exit_code`]) and, with `--json`, an object `{"error": {"code", "reason", "message"}}`.
//! A machine that ran before a command runs on after it.

mod arguments;
mod batch;
mod boot;
mod debug;
mod families;
mod machine;
mod memory;
mod output;
mod values;

pub use arguments::{Arguments, Command};
pub use families::*;
pub use values::AspectChoice;

use crate::client::Limits;
use crate::command::CommandCode;
use crate::error::{Error, Result};
use crate::monitor::{Monitor, Options};
use output::Output;
use serde_json::json;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Runs a command. `input` is read by `batch -`, by `boot`, and with `--keep-stopped`.
///
/// # Errors
/// What went wrong; with `--json`, it has been written to `output` already.
pub fn run_with(arguments: &Arguments, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<ExitCode> {
    let mut output = Output::new(output, arguments.json);
    let result = execute(arguments, input, &mut output);
    if let Err(error) = &result {
        output.error(error)?;
    }
    result.map(|()| ExitCode::SUCCESS)
}

/// Runs a command with the process's standard input.
///
/// # Errors
/// As [`run_with`].
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<ExitCode> {
    run_with(arguments, &mut std::io::stdin().lock(), output)
}

fn options(arguments: &Arguments) -> Options {
    let mut limits = Limits::default();
    if let Some(limit) = arguments.time_limit {
        limits = Limits {
            request: limit,
            slow: limit,
        };
    }
    Options {
        address: arguments.address.clone(),
        wait: arguments.wait.unwrap_or(Options::default().wait),
        retry: arguments.wait.is_some(),
        limits,
        keep_stopped: arguments.keep_stopped,
    }
}

fn notice(text: &str) {
    eprintln!("hostctl vice: {text}");
}

fn execute(arguments: &Arguments, input: &mut dyn BufRead, output: &mut Output<'_>) -> Result<()> {
    if let Command::Boot(boot) = &arguments.command {
        return boot::run(boot, &options(arguments), input, output);
    }
    let mut monitor = Monitor::connect(options(arguments), &mut notice)?;
    let result = match &arguments.command {
        Command::Batch { file } => batch::run(&mut monitor, file, input, output),
        command => run_command(&mut monitor, command, output),
    };
    finish(&mut monitor, arguments, result, input)
}

/// Lets the machine run on, also after an error. With `--keep-stopped`, the connection is held until the input ends,
/// since VICE lets the machine run when it closes.
fn finish(
    monitor: &mut Monitor,
    arguments: &Arguments,
    result: Result<()>,
    input: &mut dyn BufRead,
) -> Result<()> {
    let quits = matches!(arguments.command, Command::Quit);
    if quits || matches!(result, Err(Error::Lost { .. } | Error::Noise { .. })) {
        return result;
    }
    if arguments.keep_stopped && result.is_ok() {
        notice("the machine stays stopped until the standard input ends");
        std::io::copy(input, &mut std::io::sink()).map_err(|source| Error::File {
            path: "standard input".into(),
            source,
        })?;
    }
    let released = monitor.release();
    result.and(released)
}

/// Runs one command on a connected monitor.
fn run_command(monitor: &mut Monitor, command: &Command, output: &mut Output<'_>) -> Result<()> {
    match command {
        Command::Info => info(monitor, output),
        Command::Ping => {
            let begin = Instant::now();
            monitor.client().ping()?;
            let milliseconds = begin.elapsed().as_secs_f64() * 1000.0;
            output.show(
                &format!("answered in {milliseconds:.1} ms"),
                &json!({ "milliseconds": milliseconds }),
            )
        }
        Command::Memory(command) => memory::run(monitor, command, output),
        Command::Screen(screen) => memory::screen(monitor, screen, output),
        Command::WaitText { text, within, screen } => {
            memory::wait_text(monitor, text, *within, screen, output)
        }
        Command::Disassemble { start, count, place } => {
            memory::disassemble(monitor, *start, *count, place, output)
        }
        Command::Banks => memory::banks(monitor, output),
        Command::Checkpoint(command) => debug::checkpoint(monitor, command, output),
        Command::Registers(command) => debug::registers(monitor, command, output),
        Command::Step { count, over, within } => {
            let stop = monitor.step(*count, *over, *within)?;
            debug::show_stop(monitor, &stop, output)
        }
        Command::Next { count, within } => {
            let stop = monitor.step(*count, true, *within)?;
            debug::show_stop(monitor, &stop, output)
        }
        Command::Finish { within } => {
            let stop = monitor.finish(*within)?;
            debug::show_stop(monitor, &stop, output)
        }
        Command::Continue => {
            monitor.client().resume()?;
            output.done("running")
        }
        Command::WaitStop { within } => {
            let stop = monitor.run_until_stop(*within)?;
            debug::show_stop(monitor, &stop, output)
        }
        Command::History { count, drive } => debug::history(monitor, *count, *drive, output),
        Command::Events { seconds } => debug::events(monitor, *seconds, output),
        Command::Feed(feed) => machine::feed(monitor, feed, output),
        Command::Display(display) => machine::display(monitor, display, output),
        Command::Palette { vdc } => machine::palette(monitor, !vdc, output),
        Command::Resource(command) => machine::resource(monitor, command, output),
        Command::Joystick(joystick) => machine::joystick(monitor, joystick, output),
        Command::Joyport { port, lines } => machine::joyport(monitor, *port, *lines, output),
        Command::Userport { lines } => {
            monitor.client().userport_set((*lines).into())?;
            output.done("set")
        }
        Command::Snapshot(command) => machine::snapshot(monitor, command, output),
        Command::Autostart {
            file,
            index,
            load_only,
        } => {
            monitor.autostart(file, *index, !load_only)?;
            output.done("started")
        }
        Command::Reset(reset) => machine::reset(monitor, reset, output),
        Command::Quit => {
            monitor.client().quit()?;
            output.done("the emulator ends")
        }
        Command::Raw { command, body, api } => raw(monitor, *api, *command, body, output),
        Command::Batch { .. } | Command::Boot(_) => Err(Error::Argument(
            "batch and boot cannot be used inside a batch".into(),
        )),
    }
}

fn info(monitor: &mut Monitor, output: &mut Output<'_>) -> Result<()> {
    let version = monitor.version()?;
    let ran = monitor.client().found_running() == Some(true);
    let banks: Vec<String> = monitor.banks()?.iter().map(|bank| bank.name.clone()).collect();
    let registers = monitor.registers(crate::command::Memspace::COMPUTER)?;
    let shown = version
        .as_ref()
        .map_or_else(|| "older than 3.6".to_owned(), ToString::to_string);
    let text = format!(
        "VICE {shown}, revision {}\nmachine {}\nbanks {}\n{}",
        version.as_ref().map_or(0, |version| version.revision),
        if ran { "running" } else { "stopped" },
        banks.join(" "),
        debug::register_line(&registers)
    );
    let json = json!({
        "version": version.as_ref().map(ToString::to_string),
        "revision": version.as_ref().map(|version| version.revision),
        "running": ran,
        "banks": banks,
        "registers": debug::registers_json(&registers),
    });
    output.show(&text, &json)
}

fn raw(monitor: &mut Monitor, api: u8, command: u8, body: &[u8], output: &mut Output<'_>) -> Result<()> {
    let reply = monitor.client().call_raw(api, command, body)?;
    let name = CommandCode::from_byte(reply.last.kind).map_or("", CommandCode::name);
    let mut text = String::new();
    let mut frames = Vec::new();
    for frame in reply.parts.iter().chain([&reply.last]) {
        let body = values::hex(&frame.body);
        text.push_str(&format!("type {:02x} {name}: {body}\n", frame.kind));
        frames.push(json!({ "type": frame.kind, "body": body }));
    }
    output.show(text.trim_end(), &json!({ "frames": frames }))
}

/// The seconds that waits get unless told otherwise.
const DEFAULT_WAIT: &str = "30";
