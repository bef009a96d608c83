//! The commands' numbers and names.
//!
//! Source: the VICE manual, chapter "Binary monitor", section "Commands".

/// The number of a command, as in the header of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(
    missing_docs,
    reason = "each name is the manual's own, and `Command` documents each"
)]
pub enum CommandCode {
    MemGet = 0x01,
    MemSet = 0x02,
    CheckpointGet = 0x11,
    CheckpointSet = 0x12,
    CheckpointDelete = 0x13,
    CheckpointList = 0x14,
    CheckpointToggle = 0x15,
    ConditionSet = 0x22,
    RegistersGet = 0x31,
    RegistersSet = 0x32,
    Dump = 0x41,
    Undump = 0x42,
    ResourceGet = 0x51,
    ResourceSet = 0x52,
    AdvanceInstructions = 0x71,
    KeyboardFeed = 0x72,
    ExecuteUntilReturn = 0x73,
    Ping = 0x81,
    BanksAvailable = 0x82,
    RegistersAvailable = 0x83,
    DisplayGet = 0x84,
    ViceInfo = 0x85,
    CpuHistory = 0x86,
    PaletteGet = 0x91,
    JoyportSet = 0xa2,
    Exit = 0xaa,
    UserportSet = 0xb2,
    Quit = 0xbb,
    Reset = 0xcc,
    Autostart = 0xdd,
}

impl CommandCode {
    /// Every command with the manual's name.
    pub const ALL: [(CommandCode, &'static str); 30] = [
        (CommandCode::MemGet, "MEM_GET"),
        (CommandCode::MemSet, "MEM_SET"),
        (CommandCode::CheckpointGet, "CHECKPOINT_GET"),
        (CommandCode::CheckpointSet, "CHECKPOINT_SET"),
        (CommandCode::CheckpointDelete, "CHECKPOINT_DELETE"),
        (CommandCode::CheckpointList, "CHECKPOINT_LIST"),
        (CommandCode::CheckpointToggle, "CHECKPOINT_TOGGLE"),
        (CommandCode::ConditionSet, "CONDITION_SET"),
        (CommandCode::RegistersGet, "REGISTERS_GET"),
        (CommandCode::RegistersSet, "REGISTERS_SET"),
        (CommandCode::Dump, "DUMP"),
        (CommandCode::Undump, "UNDUMP"),
        (CommandCode::ResourceGet, "RESOURCE_GET"),
        (CommandCode::ResourceSet, "RESOURCE_SET"),
        (CommandCode::AdvanceInstructions, "ADVANCE_INSTRUCTIONS"),
        (CommandCode::KeyboardFeed, "KEYBOARD_FEED"),
        (CommandCode::ExecuteUntilReturn, "EXECUTE_UNTIL_RETURN"),
        (CommandCode::Ping, "PING"),
        (CommandCode::BanksAvailable, "BANKS_AVAILABLE"),
        (CommandCode::RegistersAvailable, "REGISTERS_AVAILABLE"),
        (CommandCode::DisplayGet, "DISPLAY_GET"),
        (CommandCode::ViceInfo, "VICE_INFO"),
        (CommandCode::CpuHistory, "CPUHISTORY"),
        (CommandCode::PaletteGet, "PALETTE_GET"),
        (CommandCode::JoyportSet, "JOYPORT_SET"),
        (CommandCode::UserportSet, "USERPORT_SET"),
        (CommandCode::Exit, "EXIT"),
        (CommandCode::Quit, "QUIT"),
        (CommandCode::Reset, "RESET"),
        (CommandCode::Autostart, "AUTOSTART"),
    ];

    /// The number on the wire.
    pub fn byte(self) -> u8 {
        self as u8
    }

    /// The command with this number.
    pub fn from_byte(byte: u8) -> Option<CommandCode> {
        Self::ALL
            .into_iter()
            .map(|(code, _)| code)
            .find(|code| code.byte() == byte)
    }

    /// The manual's name.
    pub fn name(self) -> &'static str {
        Self::ALL
            .into_iter()
            .find(|(code, _)| *code == self)
            .map_or("", |(_, name)| name)
    }

    /// The type of this command's reply when it succeeds.
    pub fn reply_kind(self) -> u8 {
        match self {
            CommandCode::CheckpointSet => CommandCode::CheckpointGet.byte(),
            CommandCode::RegistersSet => CommandCode::RegistersGet.byte(),
            other => other.byte(),
        }
    }
}
