//! Debugging: registers by name, steps, checkpoints with conditions, and what the processor did last.

use super::Monitor;
use crate::client::Stop;
use crate::command::{CheckpointSettings, Memspace};
use crate::disassembler::{self, Instruction};
use crate::error::{Error, Result};
use crate::structures::{Checkpoint, RegisterDescription, RegisterValue};
use std::time::Duration;

/// A register with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRegister {
    /// The name, for example `PC`.
    pub name: String,
    /// Its width in bits.
    pub bits: u8,
    /// Its value.
    pub value: u16,
}

/// One line of the processor's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// The clock cycle at which the instruction began.
    pub cycle: u64,
    /// The instruction, disassembled.
    pub instruction: Instruction,
    /// The registers before it, without those for which VICE sends a placeholder.
    pub registers: Vec<NamedRegister>,
}

impl Monitor {
    /// All registers with their names. A register that REGISTERS_AVAILABLE does not list is left out.
    ///
    /// # Errors
    /// As [`crate::client::Client::registers_get`].
    pub fn registers(&mut self, memspace: Memspace) -> Result<Vec<NamedRegister>> {
        let values = self.client.registers_get(memspace)?;
        self.name_registers(memspace, &values)
    }

    /// Gives register values their names.
    ///
    /// # Errors
    /// As [`crate::client::Client::registers_available`].
    pub fn name_registers(
        &mut self,
        memspace: Memspace,
        values: &[RegisterValue],
    ) -> Result<Vec<NamedRegister>> {
        let descriptions = self.register_descriptions(memspace)?;
        Ok(values
            .iter()
            .filter_map(|register| {
                let found = descriptions
                    .iter()
                    .find(|description| description.id == register.id)?;
                Some(NamedRegister {
                    name: found.name.clone(),
                    bits: found.bits,
                    value: register.value,
                })
            })
            .collect())
    }

    /// Sets registers by name, in any case, and gives all registers afterwards. All names and values are checked first.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an unknown name, [`Error::Argument`] for a value with too many bits.
    pub fn set_registers(
        &mut self,
        memspace: Memspace,
        settings: &[(String, u16)],
    ) -> Result<Vec<NamedRegister>> {
        let descriptions = self.register_descriptions(memspace)?;
        let mut values = Vec::with_capacity(settings.len());
        for (name, value) in settings {
            let register = find_register(&descriptions, name)?;
            if u32::from(*value) >> register.bits.min(16) != 0 {
                return Err(Error::Argument(format!(
                    "${value:x} does not fit into register {}, which has {} bits",
                    register.name, register.bits
                )));
            }
            values.push((register.id, *value));
        }
        let after = self.client.registers_set(memspace, &values)?;
        self.name_registers(memspace, &after)
    }

    /// Sets a checkpoint, and its condition in the text monitor's language, for example `A == $01`. When VICE refuses the
    /// condition, the checkpoint is deleted again.
    ///
    /// # Errors
    /// As [`crate::client::Client::checkpoint_set`] and [`crate::client::Client::condition_set`].
    pub fn set_checkpoint(
        &mut self,
        settings: CheckpointSettings,
        condition: Option<&str>,
    ) -> Result<Checkpoint> {
        let checkpoint = self.client.checkpoint_set(settings)?;
        let Some(condition) = condition else {
            return Ok(checkpoint);
        };
        if let Err(error) = self.client.condition_set(checkpoint.number, condition) {
            self.client.checkpoint_delete(checkpoint.number)?;
            return Err(error);
        }
        self.client.checkpoint_get(checkpoint.number)
    }

    /// Executes `count` instructions; with `over`, a subroutine counts as one.
    ///
    /// # Errors
    /// [`Error::Deadline`] when the machine has not stopped after `limit`.
    pub fn step(&mut self, count: u16, over: bool, limit: Duration) -> Result<Stop> {
        self.client.advance_instructions(over, count)?;
        self.client.wait_for_resume()?;
        self.client.wait_for_stop(limit)
    }

    /// Runs until the current subroutine or interrupt has returned.
    ///
    /// # Errors
    /// [`Error::Deadline`] when the machine has not stopped after `limit`.
    pub fn finish(&mut self, limit: Duration) -> Result<Stop> {
        self.client.execute_until_return()?;
        self.client.wait_for_resume()?;
        self.client.wait_for_stop(limit)
    }

    /// Lets the machine run until it stops by itself, at a checkpoint for example.
    ///
    /// # Errors
    /// [`Error::Deadline`] when it has not stopped after `limit`; it runs on then.
    pub fn run_until_stop(&mut self, limit: Duration) -> Result<Stop> {
        self.client.resume()?;
        self.client.wait_for_stop(limit)
    }

    /// The last `count` instructions, oldest first.
    ///
    /// # Errors
    /// [`Error::Argument`] for a count outside 1–65,535, of which VICE 3.10 would use 16 bits only; as
    /// [`crate::client::Client::cpu_history`] otherwise.
    pub fn history(&mut self, memspace: Memspace, count: u32) -> Result<Vec<HistoryLine>> {
        if !(1..=65_535).contains(&count) {
            return Err(Error::Argument(format!(
                "a history of {count} instructions: ask for 1 to 65535"
            )));
        }
        let entries = self.client.cpu_history(memspace, count)?;
        let mut lines = Vec::with_capacity(entries.len());
        for entry in entries {
            let mut registers = self.name_registers(memspace, &entry.registers)?;
            registers.retain(|register| {
                !(matches!(register.name.as_str(), "LIN" | "CYC") && register.value == 0xffff)
            });
            let address = registers
                .iter()
                .find(|register| register.name == "PC")
                .map_or(0, |pc| pc.value);
            let instruction =
                disassembler::decode(address, &entry.instruction).ok_or_else(|| Error::Malformed {
                    what: "processor history",
                    detail: "an instruction without bytes".into(),
                })?;
            lines.push(HistoryLine {
                cycle: entry.cycle,
                instruction,
                registers,
            });
        }
        Ok(lines)
    }
}

fn find_register<'a>(descriptions: &'a [RegisterDescription], name: &str) -> Result<&'a RegisterDescription> {
    descriptions
        .iter()
        .find(|register| register.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| Error::NotFound {
            what: "register",
            name: name.to_owned(),
            known: descriptions
                .iter()
                .map(|register| register.name.clone())
                .collect(),
        })
}
