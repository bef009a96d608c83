//! `feed`, `display`, `palette`, `resource`, `joystick`, `joyport`, `snapshot`, `reset`.

use super::families::{
    DisplayArguments, FeedArguments, JoystickArguments, Pressed, ResetArguments, ResourceCommand,
    SnapshotCommand,
};
use super::output::Output;
use crate::command::ResetKind;
use crate::error::Result;
use crate::monitor::{JoystickLines, Monitor};
use crate::petscii::LetterCase;
use crate::structures::ResourceValue;
use serde_json::json;

pub(super) fn feed(monitor: &mut Monitor, arguments: &FeedArguments, output: &mut Output<'_>) -> Result<()> {
    let case = if arguments.shifted {
        LetterCase::Shifted
    } else {
        LetterCase::Unshifted
    };
    let end = if arguments.return_key { "\n" } else { "" };
    let keys = monitor.type_text(&format!("{}{end}", arguments.text), case)?;
    output.show(&format!("{keys} keys typed"), &json!({ "keys": keys }))
}

pub(super) fn display(
    monitor: &mut Monitor,
    arguments: &DisplayArguments,
    output: &mut Output<'_>,
) -> Result<()> {
    let picture = monitor.picture(
        !arguments.vdc,
        arguments.crop,
        arguments.aspect.0,
        arguments.scale,
    )?;
    picture.save(&arguments.file)?;
    let text = format!(
        "{} × {} pixels saved to {}",
        picture.width,
        picture.height,
        arguments.file.display()
    );
    let json = json!({ "file": arguments.file, "width": picture.width, "height": picture.height });
    output.show(&text, &json)
}

pub(super) fn palette(monitor: &mut Monitor, use_vic: bool, output: &mut Output<'_>) -> Result<()> {
    let palette = monitor.client().palette_get(use_vic)?;
    let colours: Vec<String> = palette
        .iter()
        .map(|colour| format!("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue))
        .collect();
    let lines: Vec<String> = colours
        .iter()
        .enumerate()
        .map(|(index, colour)| format!("{index:3} {colour}"))
        .collect();
    output.show(&lines.join("\n"), &json!({ "colours": colours }))
}

pub(super) fn resource(
    monitor: &mut Monitor,
    command: &ResourceCommand,
    output: &mut Output<'_>,
) -> Result<()> {
    let name = match command {
        ResourceCommand::Get { name } => name,
        ResourceCommand::Set { name, value } => {
            monitor.set_resource(name, value)?;
            name
        }
    };
    let value = monitor.client().resource_get(name)?;
    let json = match &value {
        ResourceValue::Text(text) => json!({ "name": name, "value": text }),
        ResourceValue::Integer(integer) => json!({ "name": name, "value": integer }),
    };
    output.show(&value.to_string(), &json)
}

pub(super) fn joystick(
    monitor: &mut Monitor,
    arguments: &JoystickArguments,
    output: &mut Output<'_>,
) -> Result<()> {
    let mut lines = JoystickLines::default();
    for pressed in &arguments.pressed {
        match pressed {
            Pressed::Up => lines.up = true,
            Pressed::Down => lines.down = true,
            Pressed::Left => lines.left = true,
            Pressed::Right => lines.right = true,
            Pressed::Fire => lines.fire = true,
        }
    }
    monitor.joystick(arguments.port, lines, arguments.hold, arguments.attach)?;
    output.done("pressed and released")
}

pub(super) fn joyport(monitor: &mut Monitor, port: u16, lines: u8, output: &mut Output<'_>) -> Result<()> {
    monitor.client().joyport_set(port - 1, lines.into())?;
    output.done("set")
}

pub(super) fn snapshot(
    monitor: &mut Monitor,
    command: &SnapshotCommand,
    output: &mut Output<'_>,
) -> Result<()> {
    match command {
        SnapshotCommand::Save { file, roms, disks } => {
            monitor.client().dump(*roms, *disks, file)?;
            output.done("saved")
        }
        SnapshotCommand::Load { file } => {
            let pc = monitor.client().undump(file)?;
            output.show(
                &format!("loaded, the machine is at ${pc:04x}"),
                &json!({ "pc": pc }),
            )
        }
    }
}

pub(super) fn reset(
    monitor: &mut Monitor,
    arguments: &ResetArguments,
    output: &mut Output<'_>,
) -> Result<()> {
    let kind = match (arguments.drive, arguments.power) {
        (Some(unit), _) => ResetKind::Drive(unit),
        (None, true) => ResetKind::PowerCycle,
        (None, false) => ResetKind::Soft,
    };
    monitor.reset(kind)?;
    output.done("reset")
}
