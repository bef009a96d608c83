//! `checkpoint`, `registers`, `step` and its kin, `history`, `events`.

use super::families::{CheckpointCommand, RegistersCommand};
use super::memory::memspace;
use super::output::Output;
use super::values;
use crate::client::Stop;
use crate::command::{CheckpointSettings, Memspace, Operations};
use crate::error::Result;
use crate::event::Event;
use crate::monitor::{Monitor, NamedRegister};
use crate::structures::Checkpoint;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) fn checkpoint(
    monitor: &mut Monitor,
    command: &CheckpointCommand,
    output: &mut Output<'_>,
) -> Result<()> {
    match command {
        CheckpointCommand::Set {
            start,
            end,
            load,
            store,
            exec,
            trace,
            disabled,
            temporary,
            condition,
            drive,
        } => {
            let mut operations = Operations(0);
            for (wanted, operation) in [
                (*load, Operations::LOAD),
                (*store, Operations::STORE),
                (*exec, Operations::EXECUTE),
            ] {
                if wanted {
                    operations = operations.with(operation);
                }
            }
            if operations == Operations(0) {
                operations = Operations::EXECUTE;
            }
            let settings = CheckpointSettings {
                start: *start,
                end: end.unwrap_or(*start),
                stop: !trace,
                enabled: !disabled,
                operations,
                temporary: *temporary,
                memspace: Some(memspace(*drive)?),
            };
            let checkpoint = monitor.set_checkpoint(settings, condition.as_deref())?;
            output.show(&checkpoint_line(&checkpoint), &checkpoint_json(&checkpoint))
        }
        CheckpointCommand::List => {
            let checkpoints = monitor.client().checkpoint_list()?;
            let lines: Vec<String> = checkpoints.iter().map(checkpoint_line).collect();
            let json: Vec<Value> = checkpoints.iter().map(checkpoint_json).collect();
            let text = if lines.is_empty() {
                "no checkpoints".to_owned()
            } else {
                lines.join("\n")
            };
            output.show(&text, &json!({ "checkpoints": json }))
        }
        CheckpointCommand::Get { number } => {
            let checkpoint = monitor.client().checkpoint_get(*number)?;
            output.show(&checkpoint_line(&checkpoint), &checkpoint_json(&checkpoint))
        }
        CheckpointCommand::Delete { number } => {
            monitor.client().checkpoint_delete(*number)?;
            output.done("deleted")
        }
        CheckpointCommand::Enable { number } => {
            monitor.client().checkpoint_toggle(*number, true)?;
            output.done("switched on")
        }
        CheckpointCommand::Disable { number } => {
            monitor.client().checkpoint_toggle(*number, false)?;
            output.done("switched off")
        }
        CheckpointCommand::Condition { number, condition } => {
            monitor.client().condition_set(*number, condition)?;
            output.done("condition set")
        }
    }
}

fn operation_names(operations: Operations) -> Vec<&'static str> {
    [
        (Operations::LOAD, "load"),
        (Operations::STORE, "store"),
        (Operations::EXECUTE, "exec"),
    ]
    .into_iter()
    .filter(|(operation, _)| operations.contains(*operation))
    .map(|(_, name)| name)
    .collect()
}

fn checkpoint_line(checkpoint: &Checkpoint) -> String {
    let marks = [
        (!checkpoint.stop, " trace"),
        (!checkpoint.enabled, " off"),
        (checkpoint.temporary, " temporary"),
        (checkpoint.has_condition, " conditional"),
    ];
    let marks: String = marks
        .into_iter()
        .filter(|(set, _)| *set)
        .map(|(_, name)| name)
        .collect();
    format!(
        "{:3} ${:04x}-${:04x} {} hits {}{marks}",
        checkpoint.number,
        checkpoint.start,
        checkpoint.end,
        operation_names(checkpoint.operations).join(","),
        checkpoint.hits
    )
}

fn checkpoint_json(checkpoint: &Checkpoint) -> Value {
    json!({
        "number": checkpoint.number,
        "start": checkpoint.start,
        "end": checkpoint.end,
        "operations": operation_names(checkpoint.operations),
        "stop": checkpoint.stop,
        "enabled": checkpoint.enabled,
        "temporary": checkpoint.temporary,
        "conditional": checkpoint.has_condition,
        "hit": checkpoint.hit,
        "hits": checkpoint.hits,
        "ignore": checkpoint.ignore,
        "memspace": checkpoint.memspace.0,
    })
}

pub(super) fn registers(
    monitor: &mut Monitor,
    command: &RegistersCommand,
    output: &mut Output<'_>,
) -> Result<()> {
    let registers = match command {
        RegistersCommand::Show { drive } => monitor.registers(memspace(*drive)?)?,
        RegistersCommand::Set { values, drive } => monitor.set_registers(memspace(*drive)?, values)?,
        RegistersCommand::List { drive } => {
            let known = monitor.register_descriptions(memspace(*drive)?)?;
            let lines: Vec<String> = known
                .iter()
                .map(|register| format!("{:3} {:2} bits {}", register.id, register.bits, register.name))
                .collect();
            let json: Vec<Value> = known
                .iter()
                .map(|register| json!({ "id": register.id, "bits": register.bits, "name": register.name }))
                .collect();
            return output.show(&lines.join("\n"), &json!({ "registers": json }));
        }
    };
    output.show(&register_line(&registers), &registers_json(&registers))
}

/// `PC=$c000 A=$01 …`.
pub(super) fn register_line(registers: &[NamedRegister]) -> String {
    let items: Vec<String> = registers
        .iter()
        .map(|register| {
            let digits = if register.bits > 8 { 4 } else { 2 };
            format!("{}=${:0digits$x}", register.name, register.value)
        })
        .collect();
    items.join(" ")
}

/// An object with a number per register.
pub(super) fn registers_json(registers: &[NamedRegister]) -> Value {
    registers
        .iter()
        .map(|register| (register.name.clone(), Value::from(register.value)))
        .collect()
}

pub(super) fn show_stop(monitor: &mut Monitor, stop: &Stop, output: &mut Output<'_>) -> Result<()> {
    let registers = monitor.name_registers(Memspace::COMPUTER, &stop.registers)?;
    let mut text = format!("stopped at ${:04x}", stop.pc);
    for hit in &stop.hits {
        text.push_str(&format!(", checkpoint {}", hit.number));
    }
    if stop.jammed {
        text.push_str(", the processor hangs");
    }
    text.push_str(&format!("\n{}", register_line(&registers)));
    let hits: Vec<Value> = stop.hits.iter().map(checkpoint_json).collect();
    let json = json!({ "pc": stop.pc, "jammed": stop.jammed, "hits": hits, "registers": registers_json(&registers) });
    output.show(&text, &json)
}

pub(super) fn history(
    monitor: &mut Monitor,
    count: u32,
    drive: Option<u8>,
    output: &mut Output<'_>,
) -> Result<()> {
    let history = monitor.history(memspace(drive)?, count)?;
    let mut lines = Vec::with_capacity(history.len());
    let mut json = Vec::with_capacity(history.len());
    for line in &history {
        let instruction = &line.instruction;
        lines.push(format!(
            "{:10}  {:04x}  {:<8}  {:<16} {}",
            line.cycle,
            instruction.address,
            values::hex(&instruction.bytes),
            instruction.text,
            register_line(&line.registers)
        ));
        json.push(json!({
            "cycle": line.cycle,
            "address": instruction.address,
            "bytes": values::hex(&instruction.bytes),
            "text": instruction.text,
            "registers": registers_json(&line.registers),
        }));
    }
    output.show(&lines.join("\n"), &json!({ "history": json }))
}

pub(super) fn events(monitor: &mut Monitor, time: Duration, output: &mut Output<'_>) -> Result<()> {
    monitor.client().resume()?;
    let begin = Instant::now();
    while let Some(event) = monitor
        .client()
        .next_event(time.saturating_sub(begin.elapsed()))?
    {
        let (text, json) = match event {
            Event::Registers(values) => {
                let registers = values
                    .iter()
                    .map(|register| format!("{:02x}={:04x}", register.id, register.value));
                (
                    format!("registers {}", registers.collect::<Vec<_>>().join(" ")),
                    json!({ "event": "registers" }),
                )
            }
            Event::Stopped { pc } => (
                format!("stopped at ${pc:04x}"),
                json!({ "event": "stopped", "pc": pc }),
            ),
            Event::Resumed { pc } => (
                format!("resumed at ${pc:04x}"),
                json!({ "event": "resumed", "pc": pc }),
            ),
            Event::Checkpoint(hit) => (
                format!("checkpoint {}", checkpoint_line(&hit).trim_start()),
                json!({ "event": "checkpoint", "checkpoint": checkpoint_json(&hit) }),
            ),
            Event::Jam { pc } => (
                "the processor hangs".to_owned(),
                json!({ "event": "jam", "pc": pc }),
            ),
            Event::Other { kind, body } => {
                let body = values::hex(&body);
                (
                    format!("event {kind:02x}: {body}"),
                    json!({ "event": "other", "type": kind, "body": body }),
                )
            }
        };
        output.show(&text, &json)?;
    }
    Ok(())
}
