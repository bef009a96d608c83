//! What the fake answers to each command, with the error codes that VICE 3.10 gives.

use super::machine::{Machine, checkpoint_body, push_item};
use super::request::{Body, Refusal, Request};
use crate::command::{CommandCode, Memspace, Operations};
use crate::error::ErrorCode;
use crate::structures::{Checkpoint, ResourceValue};
use crate::wire::Frame;

/// Frames in the order in which VICE sends them: the reply, then what follows from it.
#[derive(Debug, Default)]
pub struct Answer {
    /// Parts of the reply that precede its last frame.
    pub parts: Vec<(u8, Vec<u8>)>,
    /// The body of the reply.
    pub body: Vec<u8>,
    /// Events after it.
    pub events: Vec<Frame>,
}

const BANKS: [(u16, &str); 6] = [
    (0, "default"),
    (0, "cpu"),
    (1, "ram"),
    (2, "rom"),
    (3, "io"),
    (4, "cart"),
];
const SIZE: (u16, u16) = (48, 40);
/// Columns and rows of the border.
const BORDER: u16 = 8;

fn refuse<T>(code: ErrorCode) -> Result<T, Refusal> {
    Err((code, Vec::new()))
}

fn reply(body: Vec<u8>) -> Result<Answer, Refusal> {
    Ok(Answer {
        body,
        ..Answer::default()
    })
}

/// The answer to a request; the monitor is open.
pub fn respond(machine: &mut Machine, request: &Request, tail: u8) -> Result<Answer, Refusal> {
    let Some(code) = CommandCode::from_byte(request.command) else {
        return refuse(ErrorCode::UnknownCommand);
    };
    if request.api < 2 && matches!(code, CommandCode::KeyboardFeed | CommandCode::DisplayGet) {
        return refuse(ErrorCode::InvalidApiVersion);
    }
    let mut body = Body(&request.body);
    let body = &mut body;
    match code {
        CommandCode::MemGet | CommandCode::MemSet => memory(machine, code, body),
        CommandCode::CheckpointGet
        | CommandCode::CheckpointSet
        | CommandCode::CheckpointDelete
        | CommandCode::CheckpointList
        | CommandCode::CheckpointToggle
        | CommandCode::ConditionSet => checkpoint(machine, code, body),
        CommandCode::RegistersGet | CommandCode::RegistersSet | CommandCode::RegistersAvailable => {
            registers(machine, code, body, tail)
        }
        CommandCode::Dump | CommandCode::Undump => snapshot(machine, code, body),
        CommandCode::ResourceGet => match machine.resources.get(&body.text()?) {
            None => refuse(ErrorCode::ObjectMissing),
            Some(ResourceValue::Text(text)) => reply([&[0, text.len() as u8], text.as_bytes()].concat()),
            Some(ResourceValue::Integer(value)) => reply([&[1, 4], &value.to_le_bytes()[..]].concat()),
        },
        CommandCode::ResourceSet => set_resource(machine, body),
        CommandCode::AdvanceInstructions => {
            body.u8()?;
            let count = body.u16()?;
            Ok(Answer {
                events: machine.step(count, tail),
                ..Answer::default()
            })
        }
        CommandCode::ExecuteUntilReturn => Ok(Answer {
            events: machine.step(3, tail),
            ..Answer::default()
        }),
        CommandCode::KeyboardFeed => {
            let length = body.u8()?;
            machine.keys.extend(body.take(length.into())?);
            reply(Vec::new())
        }
        CommandCode::Ping => reply(Vec::new()),
        CommandCode::BanksAvailable => {
            let mut bytes = (BANKS.len() as u16).to_le_bytes().to_vec();
            for (number, name) in BANKS {
                let item = [&number.to_le_bytes()[..], &[name.len() as u8], name.as_bytes()].concat();
                push_item(&mut bytes, &item, tail);
            }
            reply(bytes)
        }
        CommandCode::ViceInfo => reply(vec![4, 3, 10, 0, 0, 4, 0, 0, 0, 0]),
        CommandCode::DisplayGet => display(body),
        CommandCode::PaletteGet => {
            body.u8()?;
            let mut bytes = 16_u16.to_le_bytes().to_vec();
            (0..16_u8).for_each(|index| push_item(&mut bytes, &[index * 16, index, 255 - index], tail));
            reply(bytes)
        }
        CommandCode::CpuHistory => history(machine, body, tail),
        CommandCode::JoyportSet => {
            let (port, lines) = (body.u16()?, body.u16()?);
            match (port, u8::try_from(lines)) {
                (2.., _) => refuse(ErrorCode::ObjectMissing),
                (_, Err(_)) => refuse(ErrorCode::InvalidParameter),
                (port, Ok(lines)) => {
                    machine.joystick_log.push((port, lines));
                    reply(Vec::new())
                }
            }
        }
        CommandCode::UserportSet => match u8::try_from(body.u16()?) {
            Err(_) => refuse(ErrorCode::InvalidParameter),
            Ok(lines) => {
                machine.userport = lines;
                reply(Vec::new())
            }
        },
        CommandCode::Exit => Ok(Answer {
            events: machine.run(tail),
            ..Answer::default()
        }),
        CommandCode::Quit => {
            machine.quit = true;
            reply(Vec::new())
        }
        CommandCode::Reset => {
            let kind = body.u8()?;
            machine.resets.push(kind);
            let events = if (8..=11).contains(&kind) {
                Vec::new()
            } else {
                machine.run(tail)
            };
            Ok(Answer {
                events,
                ..Answer::default()
            })
        }
        CommandCode::Autostart => {
            body.u8()?;
            body.u16()?;
            let file = body.text()?;
            let events = machine.run(tail);
            if file.contains("nonexistent") {
                return Err((ErrorCode::GeneralFailure, events));
            }
            machine.autostarted = Some(file);
            Ok(Answer {
                events,
                ..Answer::default()
            })
        }
    }
}

fn memory(machine: &mut Machine, code: CommandCode, body: &mut Body<'_>) -> Result<Answer, Refusal> {
    body.u8()?;
    let (start, end, memspace, bank) = (body.u16()?, body.u16()?, body.u8()?, body.u16()?);
    if start > end {
        return refuse(ErrorCode::InvalidParameter);
    }
    if memspace > 4 {
        return refuse(ErrorCode::InvalidMemspace);
    }
    if !BANKS.iter().any(|(number, _)| *number == bank) {
        return refuse(ErrorCode::InvalidParameter);
    }
    let range = usize::from(start)..usize::from(end) + 1;
    if code == CommandCode::MemGet {
        let length = (range.len() as u16).to_le_bytes();
        return reply([&length[..], &machine.memory[range]].concat());
    }
    let data = body.take(range.len())?;
    machine.memory[range].copy_from_slice(data);
    reply(Vec::new())
}

fn checkpoint(machine: &mut Machine, code: CommandCode, body: &mut Body<'_>) -> Result<Answer, Refusal> {
    if code == CommandCode::CheckpointList {
        let parts = machine
            .checkpoints
            .values()
            .map(|known| (CommandCode::CheckpointGet.byte(), checkpoint_body(known)));
        let count = (machine.checkpoints.len() as u32).to_le_bytes().to_vec();
        return Ok(Answer {
            parts: parts.collect(),
            body: count,
            events: Vec::new(),
        });
    }
    if code == CommandCode::CheckpointSet {
        let checkpoint = Checkpoint {
            number: machine.next_checkpoint,
            hit: false,
            start: body.u16()?,
            end: body.u16()?,
            stop: body.u8()? != 0,
            enabled: body.u8()? != 0,
            operations: Operations(body.u8()?),
            temporary: body.u8()? != 0,
            hits: 0,
            ignore: 0,
            has_condition: false,
            memspace: Memspace(body.u8().unwrap_or(0)),
        };
        machine.next_checkpoint += 1;
        machine.checkpoints.insert(checkpoint.number, checkpoint);
        return reply(checkpoint_body(&checkpoint));
    }
    let number = body.u32()?;
    let Some(known) = machine.checkpoints.get_mut(&number) else {
        return refuse(ErrorCode::ObjectMissing);
    };
    match code {
        CommandCode::CheckpointGet => return reply(checkpoint_body(known)),
        CommandCode::CheckpointToggle => known.enabled = body.u8()? != 0,
        CommandCode::ConditionSet => {
            let condition = body.text()?;
            if condition.contains('@') {
                return refuse(ErrorCode::GeneralFailure);
            }
            known.has_condition = true;
            machine.conditions.insert(number, condition);
        }
        _ => {
            machine.checkpoints.remove(&number);
        }
    }
    reply(Vec::new())
}

fn registers(
    machine: &mut Machine,
    code: CommandCode,
    body: &mut Body<'_>,
    tail: u8,
) -> Result<Answer, Refusal> {
    let Some(known) = machine.register_list(body.u8()?) else {
        return refuse(ErrorCode::InvalidMemspace);
    };
    if code == CommandCode::RegistersAvailable {
        let mut bytes = (known.len() as u16).to_le_bytes().to_vec();
        for register in known {
            let name = register.name.as_bytes();
            let item = [&[register.id, register.bits, name.len() as u8], name].concat();
            push_item(&mut bytes, &item, tail);
        }
        return reply(bytes);
    }
    if code == CommandCode::RegistersSet {
        for _ in 0..body.u16()? {
            let (_, id, value) = (body.u8()?, body.u8()?, body.u16()?);
            match machine.registers.iter_mut().find(|register| register.id == id) {
                Some(register) => register.value = value,
                None => return refuse(ErrorCode::ObjectMissing),
            }
        }
    }
    reply(machine.register_body(tail))
}

fn snapshot(machine: &mut Machine, code: CommandCode, body: &mut Body<'_>) -> Result<Answer, Refusal> {
    if code == CommandCode::Dump {
        body.take(2)?;
        let file = body.text()?;
        if file.contains("nonexistent") {
            return refuse(ErrorCode::GeneralFailure);
        }
        let state = (machine.memory.clone(), machine.pc());
        machine.snapshots.insert(file, state);
        return reply(Vec::new());
    }
    match machine.snapshots.get(&body.text()?).cloned() {
        None => refuse(ErrorCode::GeneralFailure),
        Some((memory, pc)) => {
            machine.memory = memory;
            machine.set_pc(pc);
            reply(pc.to_le_bytes().to_vec())
        }
    }
}

fn set_resource(machine: &mut Machine, body: &mut Body<'_>) -> Result<Answer, Refusal> {
    let kind = body.u8()?;
    let name = body.text()?;
    let length = body.u8()?;
    let value = body.take(length.into())?;
    let known = machine.resources.get_mut(&name);
    match kind {
        _ if value.is_empty() => refuse(ErrorCode::InvalidLength),
        0 => match known {
            None => refuse(ErrorCode::ObjectMissing),
            Some(ResourceValue::Text(text)) => {
                *text = String::from_utf8_lossy(value).into_owned();
                reply(Vec::new())
            }
            Some(ResourceValue::Integer(integer)) => match String::from_utf8_lossy(value).parse() {
                Ok(value) => {
                    *integer = value;
                    reply(Vec::new())
                }
                Err(_) => refuse(ErrorCode::GeneralFailure),
            },
        },
        1 if !matches!(value.len(), 1 | 2 | 4) => refuse(ErrorCode::InvalidLength),
        1 => match known {
            Some(ResourceValue::Integer(integer)) => {
                let mut bytes = [0; 4];
                bytes[..value.len()].copy_from_slice(value);
                *integer = i32::from_le_bytes(bytes);
                reply(Vec::new())
            }
            _ => refuse(ErrorCode::GeneralFailure),
        },
        _ => refuse(ErrorCode::InvalidParameter),
    }
}

fn display(body: &mut Body<'_>) -> Result<Answer, Refusal> {
    body.u8()?;
    if body.u8()? != 0 {
        return refuse(ErrorCode::InvalidParameter);
    }
    let (width, height) = SIZE;
    let mut bytes = 13_u32.to_le_bytes().to_vec();
    for value in [
        width,
        height,
        BORDER,
        BORDER,
        width - 2 * BORDER,
        height - 2 * BORDER,
    ] {
        bytes.extend(value.to_le_bytes());
    }
    bytes.push(8);
    let pixels = width * height;
    bytes.extend(u32::from(pixels).to_le_bytes());
    bytes.extend((0..pixels).map(|index| ((index % width + index / width) % 16) as u8));
    reply(bytes)
}

fn history(machine: &Machine, body: &mut Body<'_>, tail: u8) -> Result<Answer, Refusal> {
    let memspace = body.u8()?;
    let count = body.u32()? & 0xffff;
    if machine.register_list(memspace).is_none() {
        return refuse(ErrorCode::InvalidMemspace);
    }
    if count == 0 {
        return refuse(ErrorCode::InvalidParameter);
    }
    let first = machine.history.len().saturating_sub(count as usize);
    let entries = &machine.history[first..];
    let mut bytes = (entries.len() as u32).to_le_bytes().to_vec();
    for (index, (pc, instruction)) in entries.iter().enumerate() {
        let mut then = machine.clone();
        then.set_pc(*pc);
        then.registers
            .iter_mut()
            .filter(|register| register.id >= 0x35)
            .for_each(|register| register.value = 0xffff);
        let mut item = then.register_body(0);
        item.extend((first + index).to_le_bytes());
        item.push(instruction.len() as u8);
        item.extend(instruction);
        push_item(&mut bytes, &item, tail);
    }
    reply(bytes)
}
