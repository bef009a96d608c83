//! The commands of the binary monitor and the bodies of their requests.
//!
//! Promise: every command of the manual is a variant of [`Command`]; [`Command::body`] refuses what the wire cannot carry
//! (a text over 255 bytes, data that does not fill its range) and leaves all else to VICE, so that its error codes
//! can be seen.
//!
//! Source: the VICE manual, chapter "Binary monitor", section "Commands".

mod code;

pub use code::CommandCode;

use crate::error::{Error, Result};

/// Which memory and registers a command means: the computer or the processor of a drive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memspace(pub u8);

impl Memspace {
    /// The computer itself.
    pub const COMPUTER: Memspace = Memspace(0);

    /// The drive with a unit number from 8 to 11.
    ///
    /// # Errors
    /// [`Error::Argument`] for other numbers.
    pub fn drive(unit: u8) -> Result<Memspace> {
        match unit {
            8..=11 => Ok(Memspace(unit - 7)),
            _ => Err(Error::Argument(format!(
                "there is no drive {unit}: drives are 8, 9, 10 and 11"
            ))),
        }
    }
}

/// Which accesses trigger a checkpoint. Several may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operations(pub u8);

impl Operations {
    /// A read of the address.
    pub const LOAD: Operations = Operations(1);
    /// A write to the address.
    pub const STORE: Operations = Operations(2);
    /// The execution of an instruction there.
    pub const EXECUTE: Operations = Operations(4);

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Operations) -> Operations {
        Operations(self.0 | other.0)
    }

    /// Whether all of `other` is in this set.
    pub fn contains(self, other: Operations) -> bool {
        self.0 & other.0 == other.0
    }
}

/// How many bytes an integer takes in RESOURCE_SET.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum IntegerWidth {
    One,
    Two,
    Four,
}

/// A value for RESOURCE_SET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceSetting {
    /// A text. VICE parses it when the resource is an integer.
    Text(Vec<u8>),
    /// An integer.
    Integer {
        /// The value; its upper bytes are lost when it is wider than `width`.
        value: u32,
        /// Bytes on the wire.
        width: IntegerWidth,
    },
}

/// What RESET does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetKind {
    /// Resets the processor. Leaves the monitor.
    Soft,
    /// Switches the machine off and on. Leaves the monitor.
    PowerCycle,
    /// Resets a drive, unit 8 to 11.
    Drive(u8),
}

/// A checkpoint to be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckpointSettings {
    /// First address.
    pub start: u16,
    /// Last address, inclusive.
    pub end: u16,
    /// Whether the machine stops; otherwise the hit is only reported.
    pub stop: bool,
    /// Whether it is active.
    pub enabled: bool,
    /// Which accesses trigger it.
    pub operations: Operations,
    /// Whether it vanishes after its first hit.
    pub temporary: bool,
    /// Where; `None` leaves the byte out, which means the computer.
    pub memspace: Option<Memspace>,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the fields are the manual's own, and each variant says what they do together"
)]
pub enum Command {
    /// Reads memory from `start` to `end`, inclusive. With `side_effects`, reading an I/O register acts as on the machine.
    MemGet {
        side_effects: bool,
        start: u16,
        end: u16,
        memspace: Memspace,
        bank: u16,
    },
    /// Writes `data` from `start` to `end`, inclusive.
    MemSet {
        side_effects: bool,
        start: u16,
        end: u16,
        memspace: Memspace,
        bank: u16,
        data: Vec<u8>,
    },
    /// Asks for one checkpoint.
    CheckpointGet(u32),
    /// Sets a checkpoint; the reply carries its number.
    CheckpointSet(CheckpointSettings),
    /// Deletes a checkpoint.
    CheckpointDelete(u32),
    /// Asks for all checkpoints.
    CheckpointList,
    /// Switches a checkpoint on or off.
    CheckpointToggle { number: u32, enabled: bool },
    /// Gives a checkpoint a condition in the text monitor's language.
    ConditionSet { number: u32, condition: Vec<u8> },
    /// Asks for all registers.
    RegistersGet(Memspace),
    /// Sets registers by id; the reply carries all registers.
    RegistersSet {
        memspace: Memspace,
        values: Vec<(u8, u16)>,
    },
    /// Saves a snapshot to a file on VICE's machine.
    Dump {
        save_roms: bool,
        save_disks: bool,
        file: Vec<u8>,
    },
    /// Loads a snapshot.
    Undump(Vec<u8>),
    /// Asks for a resource.
    ResourceGet(Vec<u8>),
    /// Sets a resource.
    ResourceSet { name: Vec<u8>, value: ResourceSetting },
    /// Executes `count` instructions; with `step_over`, a subroutine counts as one.
    AdvanceInstructions { step_over: bool, count: u16 },
    /// Puts PETSCII into the keyboard buffer.
    KeyboardFeed(Vec<u8>),
    /// Runs until the current subroutine or interrupt returns.
    ExecuteUntilReturn,
    /// Asks for a sign of life.
    Ping,
    /// Asks for the memory banks.
    BanksAvailable,
    /// Asks for the registers' names.
    RegistersAvailable(Memspace),
    /// Asks for the picture. `use_vic` chooses between the two chips of a C128. `format` is 0, indexed, for all known versions.
    DisplayGet { use_vic: bool, format: u8 },
    /// Asks for VICE's version.
    ViceInfo,
    /// Asks for the last instructions.
    CpuHistory { memspace: Memspace, count: u32 },
    /// Asks for the colours of the picture.
    PaletteGet { use_vic: bool },
    /// Sets the lines of a control port; `port` counts from zero, lines are active low.
    JoyportSet { port: u16, lines: u16 },
    /// Sets the lines of the user port.
    UserportSet { lines: u16 },
    /// Closes the monitor: the machine runs on.
    Exit,
    /// Ends the emulator.
    Quit,
    /// Resets the machine or a drive.
    Reset(ResetKind),
    /// Attaches a file of VICE's machine, loads it and, with `run`, starts it. `index` chooses a file on a disk image.
    Autostart { run: bool, index: u16, file: Vec<u8> },
}

impl Command {
    /// The command's number.
    pub fn code(&self) -> CommandCode {
        match self {
            Command::MemGet { .. } => CommandCode::MemGet,
            Command::MemSet { .. } => CommandCode::MemSet,
            Command::CheckpointGet(_) => CommandCode::CheckpointGet,
            Command::CheckpointSet(_) => CommandCode::CheckpointSet,
            Command::CheckpointDelete(_) => CommandCode::CheckpointDelete,
            Command::CheckpointList => CommandCode::CheckpointList,
            Command::CheckpointToggle { .. } => CommandCode::CheckpointToggle,
            Command::ConditionSet { .. } => CommandCode::ConditionSet,
            Command::RegistersGet(_) => CommandCode::RegistersGet,
            Command::RegistersSet { .. } => CommandCode::RegistersSet,
            Command::Dump { .. } => CommandCode::Dump,
            Command::Undump(_) => CommandCode::Undump,
            Command::ResourceGet(_) => CommandCode::ResourceGet,
            Command::ResourceSet { .. } => CommandCode::ResourceSet,
            Command::AdvanceInstructions { .. } => CommandCode::AdvanceInstructions,
            Command::KeyboardFeed(_) => CommandCode::KeyboardFeed,
            Command::ExecuteUntilReturn => CommandCode::ExecuteUntilReturn,
            Command::Ping => CommandCode::Ping,
            Command::BanksAvailable => CommandCode::BanksAvailable,
            Command::RegistersAvailable(_) => CommandCode::RegistersAvailable,
            Command::DisplayGet { .. } => CommandCode::DisplayGet,
            Command::ViceInfo => CommandCode::ViceInfo,
            Command::CpuHistory { .. } => CommandCode::CpuHistory,
            Command::PaletteGet { .. } => CommandCode::PaletteGet,
            Command::JoyportSet { .. } => CommandCode::JoyportSet,
            Command::UserportSet { .. } => CommandCode::UserportSet,
            Command::Exit => CommandCode::Exit,
            Command::Quit => CommandCode::Quit,
            Command::Reset(_) => CommandCode::Reset,
            Command::Autostart { .. } => CommandCode::Autostart,
        }
    }

    /// The body of the request.
    ///
    /// # Errors
    /// [`Error::Argument`] when a text is over 255 bytes, data does not fill its range, or there is no such drive.
    pub fn body(&self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        match self {
            Command::MemGet {
                side_effects,
                start,
                end,
                memspace,
                bank,
            } => {
                push_range(&mut body, *side_effects, *start, *end, *memspace, *bank);
            }
            Command::MemSet {
                side_effects,
                start,
                end,
                memspace,
                bank,
                data,
            } => {
                let length = (usize::from(*end) + 1).saturating_sub(usize::from(*start));
                if data.len() != length {
                    return Err(Error::Argument(format!(
                        "{} bytes do not fill ${start:04x} to ${end:04x}, which takes {length}",
                        data.len()
                    )));
                }
                push_range(&mut body, *side_effects, *start, *end, *memspace, *bank);
                body.extend(data);
            }
            Command::CheckpointGet(number) | Command::CheckpointDelete(number) => {
                body.extend(number.to_le_bytes());
            }
            Command::CheckpointSet(settings) => push_checkpoint(&mut body, settings),
            Command::CheckpointToggle { number, enabled } => {
                body.extend(number.to_le_bytes());
                body.push(u8::from(*enabled));
            }
            Command::ConditionSet { number, condition } => {
                body.extend(number.to_le_bytes());
                push_text(&mut body, "condition", condition)?;
            }
            Command::RegistersGet(memspace) | Command::RegistersAvailable(memspace) => body.push(memspace.0),
            Command::RegistersSet { memspace, values } => {
                let count = u16::try_from(values.len())
                    .map_err(|_| Error::Argument("more than 65535 registers in one request".into()))?;
                body.push(memspace.0);
                body.extend(count.to_le_bytes());
                for (id, value) in values {
                    body.extend([3, *id]);
                    body.extend(value.to_le_bytes());
                }
            }
            Command::Dump {
                save_roms,
                save_disks,
                file,
            } => {
                body.extend([u8::from(*save_roms), u8::from(*save_disks)]);
                push_text(&mut body, "file name", file)?;
            }
            Command::Undump(file) => push_text(&mut body, "file name", file)?,
            Command::ResourceGet(name) => push_text(&mut body, "resource name", name)?,
            Command::ResourceSet { name, value } => push_resource(&mut body, name, value)?,
            Command::AdvanceInstructions { step_over, count } => {
                body.push(u8::from(*step_over));
                body.extend(count.to_le_bytes());
            }
            Command::KeyboardFeed(text) => push_text(&mut body, "keyboard text", text)?,
            Command::DisplayGet { use_vic, format } => body.extend([u8::from(*use_vic), *format]),
            Command::CpuHistory { memspace, count } => {
                body.push(memspace.0);
                body.extend(count.to_le_bytes());
            }
            Command::PaletteGet { use_vic } => body.push(u8::from(*use_vic)),
            Command::JoyportSet { port, lines } => {
                body.extend(port.to_le_bytes());
                body.extend(lines.to_le_bytes());
            }
            Command::UserportSet { lines } => body.extend(lines.to_le_bytes()),
            Command::Reset(kind) => body.push(match *kind {
                ResetKind::Soft => 0,
                ResetKind::PowerCycle => 1,
                ResetKind::Drive(unit) => Memspace::drive(unit)?.0 + 7,
            }),
            Command::Autostart { run, index, file } => {
                body.push(u8::from(*run));
                body.extend(index.to_le_bytes());
                push_text(&mut body, "file name", file)?;
            }
            Command::CheckpointList
            | Command::ExecuteUntilReturn
            | Command::Ping
            | Command::BanksAvailable
            | Command::ViceInfo
            | Command::Exit
            | Command::Quit => {}
        }
        Ok(body)
    }
}

fn push_range(body: &mut Vec<u8>, side_effects: bool, start: u16, end: u16, memspace: Memspace, bank: u16) {
    body.push(u8::from(side_effects));
    body.extend(start.to_le_bytes());
    body.extend(end.to_le_bytes());
    body.push(memspace.0);
    body.extend(bank.to_le_bytes());
}

fn push_checkpoint(body: &mut Vec<u8>, settings: &CheckpointSettings) {
    body.extend(settings.start.to_le_bytes());
    body.extend(settings.end.to_le_bytes());
    body.extend([
        u8::from(settings.stop),
        u8::from(settings.enabled),
        settings.operations.0,
    ]);
    body.push(u8::from(settings.temporary));
    body.extend(settings.memspace.map(|memspace| memspace.0));
}

fn push_resource(body: &mut Vec<u8>, name: &[u8], value: &ResourceSetting) -> Result<()> {
    body.push(u8::from(matches!(value, ResourceSetting::Integer { .. })));
    push_text(body, "resource name", name)?;
    match value {
        ResourceSetting::Text(text) => push_text(body, "resource value", text),
        ResourceSetting::Integer { value, width } => {
            let length = match width {
                IntegerWidth::One => 1,
                IntegerWidth::Two => 2,
                IntegerWidth::Four => 4,
            };
            push_text(body, "resource value", &value.to_le_bytes()[..length])
        }
    }
}

fn push_text(body: &mut Vec<u8>, what: &str, text: &[u8]) -> Result<()> {
    let length = u8::try_from(text.len()).map_err(|_| {
        Error::Argument(format!(
            "the {what} has {} bytes, but at most 255 can be sent",
            text.len()
        ))
    })?;
    body.push(length);
    body.extend(text);
    Ok(())
}
