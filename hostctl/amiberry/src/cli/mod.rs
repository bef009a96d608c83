//! The command line `hostctl amiberry …`.
//!
//! Promise: every command prints text for people or, with `--json`, one JSON object per line; an error has a stable exit
//! code (100–125, see [`crate::error::Reason`]) and, with `--json`, an object `{"error": {"code", "reason", "message", …}}`.

mod arguments;
mod boot;
mod table;

pub use arguments::*;
pub use table::TableCommand;

use crate::automation::{self, Capture, Gesture, Timing};
use crate::client::{Client, Limits};
use crate::error::{Error, Result};
use crate::instance;
use crate::interrupt::Interrupt;
use crate::joystick::{self, Stick};
use crate::settings::{self, Group};
use crate::transport::usual;
use crate::{keyboard, monitor};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// How long a port may take to change its mode.
const MODE_WITHIN: Duration = Duration::from_secs(2);
/// How long a tap lasts, and the pause after it.
const TAP: Duration = Duration::from_millis(60);

/// What a command needs besides its arguments.
pub struct Environment<'a> {
    /// Read by `boot` until it ends.
    pub input: Option<Box<dyn Read + Send>>,
    /// Ends waits; what is held is released.
    pub interrupt: Interrupt,
    /// Says whether AmiPilotServer answers at `HOST:PORT`.
    pub server_answers: &'a mut dyn FnMut(&str) -> bool,
}

/// Runs a command.
///
/// # Errors
/// What went wrong; with `--json`, it has been written to `output` already.
pub fn run_with(
    arguments: &Arguments,
    environment: &mut Environment<'_>,
    output: &mut dyn Write,
) -> Result<ExitCode> {
    let mut output = Output {
        writer: output,
        json: arguments.json,
    };
    let result = execute(arguments, environment, &mut output);
    if let Err(error) = &result {
        output.error(error)?;
    }
    result.map(|()| ExitCode::SUCCESS)
}

/// Runs a command with the process's standard input, and with Ctrl-C caught for commands that hold something.
///
/// # Errors
/// As [`run_with`].
pub fn run(
    arguments: &Arguments,
    server_answers: &mut dyn FnMut(&str) -> bool,
    output: &mut dyn Write,
) -> Result<ExitCode> {
    let holds = matches!(
        arguments.command,
        Command::Move(_)
            | Command::Click { .. }
            | Command::Dblclick { .. }
            | Command::Drag { .. }
            | Command::Key { .. }
            | Command::Joystick(_)
            | Command::Boot(_)
    );
    let interrupt = if holds {
        Interrupt::from_signals()
    } else {
        Interrupt::new()
    };
    let input: Option<Box<dyn Read + Send>> = Some(Box::new(std::io::stdin()));
    run_with(
        arguments,
        &mut Environment {
            input,
            interrupt,
            server_answers,
        },
        output,
    )
}

/// Where results go.
struct Output<'a> {
    writer: &'a mut dyn Write,
    json: bool,
}

impl Output<'_> {
    fn show(&mut self, text: &str, json: &Value) -> Result<()> {
        let written = match self.json {
            true => writeln!(self.writer, "{json}"),
            false => writeln!(self.writer, "{text}"),
        };
        written
            .and_then(|()| self.writer.flush())
            .map_err(|error| Error::file(Path::new("standard output"), &error))
    }

    fn error(&mut self, error: &Error) -> Result<()> {
        if !self.json {
            return Ok(());
        }
        let json = json!({ "error": {
            "code": error.exit_code(),
            "reason": error.reason.name(),
            "message": error.message,
            "rejection": error.rejection,
            "server": error.server,
        }});
        self.show("", &json)
    }
}

fn socket(arguments: &Arguments) -> Result<PathBuf> {
    match &arguments.socket {
        Some(path) => std::path::absolute(path).map_err(|error| Error::file(path, &error)),
        None => instance::choose(&instance::folder(), arguments.instance),
    }
}

fn execute(arguments: &Arguments, environment: &mut Environment<'_>, output: &mut Output<'_>) -> Result<()> {
    match &arguments.command {
        Command::Instances => return instances(output),
        Command::Boot(boot) => return boot::run(boot, environment, output),
        _ => {}
    }
    let limits = Limits {
        reply: arguments.time_limit,
        ..Limits::default()
    };
    let client = Client::new(
        Arc::from(usual(socket(arguments)?)),
        limits,
        environment.interrupt.clone(),
    );
    match &arguments.command {
        Command::Instances | Command::Boot(_) => Ok(()),
        Command::Capabilities => {
            let names: Vec<String> = client.capabilities()?.into_iter().collect();
            output.show(&names.join("\n"), &json!({ "commands": names }))
        }
        Command::Raw { name, arguments } => {
            let reply = client.raw(name, arguments)?;
            let word = if reply.ok { "OK" } else { "ERROR" };
            let text = [&[word.to_owned()], reply.fields.as_slice()].concat().join("\n");
            output.show(&text, &json!({ "ok": reply.ok, "fields": reply.fields }))
        }
        Command::Table(TableCommand(call)) => {
            let value = client.call(call)?;
            let text = if value == crate::value::Value::Nothing {
                "done".to_owned()
            } else {
                value.show()
            };
            output.show(
                &text,
                &json!({ "command": call.specification().name, "result": value.json() }),
            )
        }
        Command::Capture { file } => {
            let path = std::path::absolute(file).map_err(|error| Error::file(file, &error))?;
            let path = path
                .to_str()
                .ok_or_else(|| Error::argument("the path must be UTF-8"))?;
            let capture = Capture::take(&client, path)?;
            output.show(&capture.record().show(), &capture.json())
        }
        Command::Move(pixel) => gesture(&client, &pixel.file, Gesture::Move((pixel.x, pixel.y)), output),
        Command::Click { pixel, button } => {
            let clicks = Gesture::Click((pixel.x, pixel.y), (*button).into(), 1);
            gesture(&client, &pixel.file, clicks, output)
        }
        Command::Dblclick { pixel, button } => {
            let clicks = Gesture::Click((pixel.x, pixel.y), (*button).into(), 2);
            gesture(&client, &pixel.file, clicks, output)
        }
        Command::Drag {
            pixel,
            to_x,
            to_y,
            button,
        } => {
            let drag = Gesture::Drag((pixel.x, pixel.y), (*to_x, *to_y), (*button).into());
            gesture(&client, &pixel.file, drag, output)
        }
        Command::Release => {
            automation::release(&client, Timing::default().cleanup)?;
            output.show("released", &json!({ "released": true }))
        }
        Command::Key { codes, duration } => {
            keyboard::hold(&client, codes, *duration, Timing::default().cleanup)?;
            output.show("pressed and released", &json!({ "released": true }))
        }
        Command::Joystick(command) => stick(&client, command, output),
        Command::Settings(command) => setting(&client, command, output),
        Command::Monitor { words } => {
            let lines = monitor::Text::parse(words)?.send(&client)?;
            let parsed: Vec<Value> = lines
                .iter()
                .map(|line| serde_json::from_str(line).unwrap_or_else(|_| json!(line)))
                .collect();
            let text = if lines.is_empty() {
                "done".to_owned()
            } else {
                lines.join("\n")
            };
            output.show(&text, &json!({ "result": parsed }))
        }
    }
}

fn instances(output: &mut Output<'_>) -> Result<()> {
    let folder = instance::folder();
    let mut lines = Vec::new();
    let mut list = Vec::new();
    for number in 0..instance::INSTANCES {
        let path = instance::path_in(&folder, number);
        let state = match instance::presence(&path)? {
            instance::Presence::Alive => "alive",
            instance::Presence::Stale => "stale",
            instance::Presence::Absent => continue,
        };
        lines.push(format!("{number} {state} {}", path.display()));
        list.push(json!({ "instance": number, "state": state, "socket": path }));
    }
    output.show(&lines.join("\n"), &json!({ "instances": list }))
}

fn gesture(client: &Client, picture: &Path, gesture: Gesture, output: &mut Output<'_>) -> Result<()> {
    let picture = std::path::absolute(picture).map_err(|error| Error::file(picture, &error))?;
    let capture = Capture::load(&picture)?;
    let outcome = automation::perform(client, &capture, gesture, Timing::default())?;
    let (x, y) = outcome.position;
    let note = match (outcome.changed_settings, outcome.restored) {
        (false, _) => "",
        (true, true) => "; tablet mode and mouse untrap are the old ones again",
        (true, false) => "; somebody else changed tablet mode or mouse untrap meanwhile: left as they are",
    };
    output.show(
        &format!("done at {x},{y} in the window{note}"),
        &json!({ "x": x, "y": y, "changed_settings": outcome.changed_settings, "restored": outcome.restored }),
    )
}

fn stick(client: &Client, command: &JoystickCommand, output: &mut Output<'_>) -> Result<()> {
    let (port, steps) = match command {
        JoystickCommand::Hold {
            port,
            state,
            duration,
        } => (*port, vec![(Stick::parse(state)?, *duration)]),
        JoystickCommand::Tap { port, state, count } => {
            let taps = [(Stick::parse(state)?, TAP), (Stick::default(), TAP)];
            (*port, (0..*count).flat_map(|_| taps).collect())
        }
        JoystickCommand::Sequence { port, steps } => {
            let step = |text: &String| {
                let (state, time) = text.split_once(':').ok_or_else(|| {
                    Error::argument(format!("{text:?}: write STATE:SECONDS, for example left:0.5"))
                })?;
                Ok((Stick::parse(state)?, seconds(time).map_err(Error::argument)?))
            };
            (*port, steps.iter().map(step).collect::<Result<_>>()?)
        }
    };
    let mode = joystick::play(client, port, &steps, MODE_WITHIN)?;
    output.show(
        "released",
        &json!({ "port": port, "mode": mode, "released": true }),
    )
}

fn setting(client: &Client, command: &SettingsCommand, output: &mut Output<'_>) -> Result<()> {
    let list = |group, output: &mut Output<'_>| {
        let names = settings::offered(client, group)?;
        output.show(&names.join("\n"), &json!({ "commands": names }))
    };
    let (group, name, words): (_, &str, &[String]) = match command {
        SettingsCommand::List => return list(None, output),
        SettingsCommand::Get { key } => (Group::Session, "SETTINGS_GET", std::slice::from_ref(key)),
        SettingsCommand::Set { key, value } => {
            (Group::Session, "SETTINGS_SET", &[key.clone(), value.clone()])
        }
        SettingsCommand::Commit => (Group::Session, "SETTINGS_COMMIT", &[]),
        SettingsCommand::Apply { how } => (Group::Session, "SETTINGS_APPLY", std::slice::from_ref(how)),
        SettingsCommand::Reset => (Group::Session, "RESET_SESSION", &[]),
        SettingsCommand::Mounts { words }
        | SettingsCommand::Boards { words }
        | SettingsCommand::Controls { words }
        | SettingsCommand::Host { words } => {
            let group = match command {
                SettingsCommand::Mounts { .. } => Group::Mounts,
                SettingsCommand::Boards { .. } => Group::Boards,
                SettingsCommand::Controls { .. } => Group::Controls,
                _ => Group::Host,
            };
            match words.split_first() {
                None => return list(Some(group), output),
                Some((name, rest)) => (group, name, rest),
            }
        }
    };
    if matches!(command, SettingsCommand::Commit | SettingsCommand::Reset) {
        eprintln!("hostctl amiberry: {}", settings::SHARED);
    }
    let reply = settings::call(client, Some(group), name, words)?;
    let text = if reply.fields.is_empty() {
        "done".into()
    } else {
        reply.fields.join("\n")
    };
    output.show(&text, &json!({ "fields": reply.fields }))
}
