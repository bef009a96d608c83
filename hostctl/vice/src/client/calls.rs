//! The commands as calls with typed results. Each sends one request; what it means for the machine is in
//! [`crate::command::Command`].
//!
//! All of them fail as [`Client::call`] does, and with [`Error::Malformed`](crate::error::Error::Malformed) when the reply cannot be read.

use super::Client;
use crate::command::{CheckpointSettings, Command, Memspace, ResetKind, ResourceSetting};
use crate::error::{Error, Result};
use crate::structures::{
    Bank, Checkpoint, Colour, Display, HistoryEntry, RegisterDescription, RegisterValue, ResourceValue,
    ViceVersion, decode_banks, decode_checkpoint_count, decode_history, decode_memory, decode_palette,
    decode_program_counter, decode_register_descriptions, decode_registers,
};

/// Missing documentation of errors is in the module's head: it is the same for every call.
#[allow(clippy::missing_errors_doc)]
impl Client {
    /// MEM_GET: the bytes from `start` to `end`, inclusive.
    pub fn memory_get(
        &mut self,
        side_effects: bool,
        start: u16,
        end: u16,
        memspace: Memspace,
        bank: u16,
    ) -> Result<Vec<u8>> {
        let reply = self.call(&Command::MemGet {
            side_effects,
            start,
            end,
            memspace,
            bank,
        })?;
        let bytes = decode_memory(&reply.last.body)?;
        let expected = (usize::from(end) + 1).saturating_sub(usize::from(start));
        if bytes.len() != expected {
            return Err(Error::Malformed {
                what: "memory reply",
                detail: format!("{expected} bytes were asked for, {} came", bytes.len()),
            });
        }
        Ok(bytes.to_vec())
    }

    /// MEM_SET: writes `data` from `start` on.
    pub fn memory_set(
        &mut self,
        side_effects: bool,
        start: u16,
        memspace: Memspace,
        bank: u16,
        data: &[u8],
    ) -> Result<()> {
        let last = usize::from(start) + data.len().saturating_sub(1);
        let (Ok(end), false) = (u16::try_from(last), data.is_empty()) else {
            return Err(Error::Argument(format!(
                "{} bytes from ${start:04x} on do not end between ${start:04x} and $ffff",
                data.len()
            )));
        };
        let data = data.to_vec();
        self.call(&Command::MemSet {
            side_effects,
            start,
            end,
            memspace,
            bank,
            data,
        })
        .map(drop)
    }

    /// CHECKPOINT_GET.
    pub fn checkpoint_get(&mut self, number: u32) -> Result<Checkpoint> {
        let reply = self.call(&Command::CheckpointGet(number))?;
        Checkpoint::decode(&reply.last.body)
    }

    /// CHECKPOINT_SET: the checkpoint with its number.
    pub fn checkpoint_set(&mut self, settings: CheckpointSettings) -> Result<Checkpoint> {
        let reply = self.call(&Command::CheckpointSet(settings))?;
        Checkpoint::decode(&reply.last.body)
    }

    /// CHECKPOINT_DELETE.
    pub fn checkpoint_delete(&mut self, number: u32) -> Result<()> {
        self.call(&Command::CheckpointDelete(number)).map(drop)
    }

    /// CHECKPOINT_LIST: all checkpoints.
    pub fn checkpoint_list(&mut self) -> Result<Vec<Checkpoint>> {
        let reply = self.call(&Command::CheckpointList)?;
        let announced = decode_checkpoint_count(&reply.last.body)? as usize;
        if announced != reply.parts.len() {
            return Err(Error::Malformed {
                what: "checkpoint list",
                detail: format!("{announced} announced, {} came", reply.parts.len()),
            });
        }
        reply
            .parts
            .iter()
            .map(|part| Checkpoint::decode(&part.body))
            .collect()
    }

    /// CHECKPOINT_TOGGLE.
    pub fn checkpoint_toggle(&mut self, number: u32, enabled: bool) -> Result<()> {
        self.call(&Command::CheckpointToggle { number, enabled })
            .map(drop)
    }

    /// CONDITION_SET.
    pub fn condition_set(&mut self, number: u32, condition: &str) -> Result<()> {
        self.call(&Command::ConditionSet {
            number,
            condition: condition.as_bytes().to_vec(),
        })
        .map(drop)
    }

    /// REGISTERS_GET.
    pub fn registers_get(&mut self, memspace: Memspace) -> Result<Vec<RegisterValue>> {
        let reply = self.call(&Command::RegistersGet(memspace))?;
        decode_registers(&reply.last.body)
    }

    /// REGISTERS_SET: all registers afterwards. When an id is unknown, those before it have been set.
    pub fn registers_set(&mut self, memspace: Memspace, values: &[(u8, u16)]) -> Result<Vec<RegisterValue>> {
        let reply = self.call(&Command::RegistersSet {
            memspace,
            values: values.to_vec(),
        })?;
        decode_registers(&reply.last.body)
    }

    /// DUMP.
    pub fn dump(&mut self, save_roms: bool, save_disks: bool, file: &str) -> Result<()> {
        let file = file.as_bytes().to_vec();
        self.call(&Command::Dump {
            save_roms,
            save_disks,
            file,
        })
        .map(drop)
    }

    /// UNDUMP: the program counter of the restored machine.
    pub fn undump(&mut self, file: &str) -> Result<u16> {
        let reply = self.call(&Command::Undump(file.as_bytes().to_vec()))?;
        decode_program_counter(&reply.last.body)
    }

    /// RESOURCE_GET.
    pub fn resource_get(&mut self, name: &str) -> Result<ResourceValue> {
        let reply = self.call(&Command::ResourceGet(name.as_bytes().to_vec()))?;
        ResourceValue::decode(&reply.last.body)
    }

    /// RESOURCE_SET.
    pub fn resource_set(&mut self, name: &str, value: ResourceSetting) -> Result<()> {
        self.call(&Command::ResourceSet {
            name: name.as_bytes().to_vec(),
            value,
        })
        .map(drop)
    }

    /// ADVANCE_INSTRUCTIONS: only starts it; a stop follows.
    pub fn advance_instructions(&mut self, step_over: bool, count: u16) -> Result<()> {
        self.call(&Command::AdvanceInstructions { step_over, count })
            .map(drop)
    }

    /// KEYBOARD_FEED: at most 255 PETSCII bytes.
    pub fn keyboard_feed(&mut self, petscii: &[u8]) -> Result<()> {
        self.call(&Command::KeyboardFeed(petscii.to_vec())).map(drop)
    }

    /// EXECUTE_UNTIL_RETURN: only starts it; a stop follows.
    pub fn execute_until_return(&mut self) -> Result<()> {
        self.call(&Command::ExecuteUntilReturn).map(drop)
    }

    /// PING.
    pub fn ping(&mut self) -> Result<()> {
        self.call(&Command::Ping).map(drop)
    }

    /// BANKS_AVAILABLE.
    pub fn banks_available(&mut self) -> Result<Vec<Bank>> {
        let reply = self.call(&Command::BanksAvailable)?;
        decode_banks(&reply.last.body)
    }

    /// REGISTERS_AVAILABLE.
    pub fn registers_available(&mut self, memspace: Memspace) -> Result<Vec<RegisterDescription>> {
        let reply = self.call(&Command::RegistersAvailable(memspace))?;
        decode_register_descriptions(&reply.last.body)
    }

    /// DISPLAY_GET as palette indexes.
    pub fn display_get(&mut self, use_vic: bool) -> Result<Display> {
        let reply = self.call(&Command::DisplayGet { use_vic, format: 0 })?;
        Display::decode(&reply.last.body)
    }

    /// VICE_INFO.
    pub fn vice_info(&mut self) -> Result<ViceVersion> {
        let reply = self.call(&Command::ViceInfo)?;
        ViceVersion::decode(&reply.last.body)
    }

    /// CPUHISTORY: at most `count` instructions. VICE 3.10 uses the lower 16 bits of `count`.
    pub fn cpu_history(&mut self, memspace: Memspace, count: u32) -> Result<Vec<HistoryEntry>> {
        let reply = self.call(&Command::CpuHistory { memspace, count })?;
        decode_history(&reply.last.body)
    }

    /// PALETTE_GET.
    pub fn palette_get(&mut self, use_vic: bool) -> Result<Vec<Colour>> {
        let reply = self.call(&Command::PaletteGet { use_vic })?;
        decode_palette(&reply.last.body)
    }

    /// JOYPORT_SET.
    pub fn joyport_set(&mut self, port: u16, lines: u16) -> Result<()> {
        self.call(&Command::JoyportSet { port, lines }).map(drop)
    }

    /// USERPORT_SET.
    pub fn userport_set(&mut self, lines: u16) -> Result<()> {
        self.call(&Command::UserportSet { lines }).map(drop)
    }

    /// EXIT: only the reply is awaited; [`Client::resume`] also waits until the machine runs.
    pub fn exit(&mut self) -> Result<()> {
        self.call(&Command::Exit).map(drop)
    }

    /// QUIT: VICE answers, closes the connection and ends.
    pub fn quit(&mut self) -> Result<()> {
        self.call(&Command::Quit).map(drop)
    }

    /// RESET.
    pub fn reset(&mut self, kind: ResetKind) -> Result<()> {
        self.call(&Command::Reset(kind)).map(drop)
    }

    /// AUTOSTART. VICE leaves the monitor also when it refuses.
    pub fn autostart(&mut self, run: bool, index: u16, file: &str) -> Result<()> {
        self.call(&Command::Autostart {
            run,
            index,
            file: file.as_bytes().to_vec(),
        })
        .map(drop)
    }
}
