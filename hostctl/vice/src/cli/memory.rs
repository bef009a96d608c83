//! `memory`, `screen`, `wait-text`, `disassemble`, `banks`.

use super::families::{Characters, MemoryCommand, Place, ScreenArguments};
use super::output::Output;
use super::values;
use crate::command::Memspace;
use crate::disassembler;
use crate::error::{Error, Result};
use crate::monitor::{Monitor, ScreenOptions};
use crate::screen::{CharacterSet, Screen};
use serde_json::json;
use std::time::Duration;

/// The memory space of a drive, or the computer's.
pub(super) fn memspace(drive: Option<u8>) -> Result<Memspace> {
    drive.map_or(Ok(Memspace::COMPUTER), Memspace::drive)
}

fn place(monitor: &mut Monitor, place: &Place) -> Result<(Memspace, u16)> {
    let bank = match &place.bank {
        None => 0,
        Some(name) => match values::word(name) {
            Ok(number) => number,
            Err(_) => monitor.bank(name)?,
        },
    };
    Ok((memspace(place.drive)?, bank))
}

pub(super) fn run(monitor: &mut Monitor, command: &MemoryCommand, output: &mut Output<'_>) -> Result<()> {
    match command {
        MemoryCommand::Read {
            start,
            end,
            place: at,
        } => {
            let (memspace, bank) = place(monitor, at)?;
            let end = end.unwrap_or(start.saturating_add(255));
            let bytes = monitor.read_memory(*start, end, memspace, bank)?;
            let json = json!({ "start": start, "end": end, "bytes": values::hex(&bytes) });
            output.show(&hex_dump(*start, &bytes), &json)
        }
        MemoryCommand::Write {
            start,
            bytes,
            side_effects,
            place: at,
        } => {
            let (memspace, bank) = place(monitor, at)?;
            monitor.write_memory(*start, bytes, memspace, bank, *side_effects)?;
            show_count(output, "written to", *start, bytes.len())
        }
        MemoryCommand::Dump {
            file,
            start,
            end,
            prg,
            place: at,
        } => {
            let (memspace, bank) = place(monitor, at)?;
            let length = monitor.dump_memory(file, *start, *end, memspace, bank, *prg)?;
            show_count(output, "saved from", *start, length)
        }
        MemoryCommand::Load {
            file,
            at,
            place: space,
        } => {
            let (memspace, bank) = place(monitor, space)?;
            let (start, length) = monitor.load_memory(file, *at, memspace, bank)?;
            show_count(output, "loaded to", start, length)
        }
    }
}

fn show_count(output: &mut Output<'_>, what: &str, start: u16, length: usize) -> Result<()> {
    output.show(
        &format!("{length} bytes {what} ${start:04x}"),
        &json!({ "start": start, "length": length }),
    )
}

fn hex_dump(start: u16, bytes: &[u8]) -> String {
    let line = |(index, line): (usize, &[u8])| {
        let printable = |byte: &u8| {
            if (0x20..0x7f).contains(byte) {
                char::from(*byte)
            } else {
                '.'
            }
        };
        let text: String = line.iter().map(printable).collect();
        format!(
            "{:04x}  {:<47}  {text}",
            usize::from(start) + index * 16,
            values::hex(line)
        )
    };
    bytes
        .chunks(16)
        .enumerate()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

fn screen_options(arguments: &ScreenArguments) -> Result<ScreenOptions> {
    let address = match arguments.at.as_str() {
        "auto" => None,
        text => Some(values::word(text).map_err(Error::Argument)?),
    };
    let characters = match arguments.characters {
        Characters::Auto => None,
        Characters::Upper => Some(CharacterSet::Uppercase),
        Characters::Lower => Some(CharacterSet::Lowercase),
    };
    Ok(ScreenOptions {
        address,
        columns: arguments.columns,
        rows: arguments.rows,
        characters,
    })
}

pub(super) fn screen(
    monitor: &mut Monitor,
    arguments: &ScreenArguments,
    output: &mut Output<'_>,
) -> Result<()> {
    let screen = monitor.screen(screen_options(arguments)?)?;
    show_screen(&screen, output, None)
}

pub(super) fn wait_text(
    monitor: &mut Monitor,
    text: &str,
    within: Duration,
    arguments: &ScreenArguments,
    output: &mut Output<'_>,
) -> Result<()> {
    let (row, column, screen) = monitor.wait_for_text(text, screen_options(arguments)?, within)?;
    show_screen(&screen, output, Some((row, column)))
}

fn show_screen(screen: &Screen, output: &mut Output<'_>, found: Option<(usize, usize)>) -> Result<()> {
    let mut json = json!({ "rows": screen.rows() });
    if let Some((row, column)) = found {
        json["row"] = row.into();
        json["column"] = column.into();
    }
    output.show(screen.rows().join("\n").trim_end(), &json)
}

pub(super) fn disassemble(
    monitor: &mut Monitor,
    start: u16,
    count: u16,
    at: &Place,
    output: &mut Output<'_>,
) -> Result<()> {
    let (memspace, bank) = place(monitor, at)?;
    let last = (u32::from(start) + u32::from(count.max(1)) * 3 - 1).min(0xffff) as u16;
    let bytes = monitor.read_memory(start, last, memspace, bank)?;
    let instructions: Vec<_> = disassembler::decode_all(start, &bytes)
        .into_iter()
        .take(count.into())
        .collect();
    let lines: Vec<String> = instructions
        .iter()
        .map(|line| {
            format!(
                "{:04x}  {:<8}  {}",
                line.address,
                values::hex(&line.bytes),
                line.text
            )
        })
        .collect();
    let json: Vec<_> = instructions
        .iter()
        .map(|line| json!({ "address": line.address, "bytes": values::hex(&line.bytes), "text": line.text }))
        .collect();
    output.show(&lines.join("\n"), &json!({ "instructions": json }))
}

pub(super) fn banks(monitor: &mut Monitor, output: &mut Output<'_>) -> Result<()> {
    let banks = monitor.banks()?;
    let lines: Vec<String> = banks
        .iter()
        .map(|bank| format!("{:3} {}", bank.number, bank.name))
        .collect();
    let json: Vec<_> = banks
        .iter()
        .map(|bank| json!({ "number": bank.number, "name": bank.name }))
        .collect();
    output.show(&lines.join("\n"), &json!({ "banks": json }))
}
