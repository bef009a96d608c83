//! Every number of the text protocol, named once.
//!
//! Source: `docs/wire.md`, "Limits". They are those of AmiPilot 1.1; a longer argument is refused, never cut.

/// Longest request line in bytes, its LF included.
pub const MAX_LINE: usize = 512;

/// Longest request line in bytes without its LF. A CR before the LF counts.
pub const MAX_LINE_CONTENT: usize = MAX_LINE - 1;

/// Longest window or screen pattern in bytes; also the pattern of `EXPECT=WINDOW=` and `WAITFOR WINDOW=`.
pub const MAX_PATTERN: usize = 127;

/// Longest logical name after `@` in bytes.
pub const MAX_NAME: usize = 31;

/// Longest `ROLE=` value in bytes.
pub const MAX_ROLE: usize = 31;

/// Longest `LABEL=` value in bytes.
pub const MAX_LABEL: usize = 255;

/// Longest text of TYPE and of `TEXT=` in bytes.
pub const MAX_TEXT: usize = 255;

/// Longest path or icon path in bytes.
pub const MAX_PATH: usize = 255;

/// Longest password in bytes.
pub const MAX_PASSWORD: usize = 255;

/// Longest command line of LAUNCH and MUIREXX in bytes.
pub const MAX_COMMAND: usize = 255;

/// Longest ARexx port base name of MUIREXX in bytes.
pub const MAX_PORT_BASE: usize = 31;

/// Longest tool type key of WBLAUNCH in bytes.
pub const MAX_TOOL_TYPE_KEY: usize = 31;

/// Longest tool type value of WBLAUNCH in bytes.
pub const MAX_TOOL_TYPE_VALUE: usize = 191;

/// Most `TOOLTYPE=` options of one WBLAUNCH.
pub const MAX_TOOL_TYPES: usize = 8;

/// Most `ARG=` options of one WBLAUNCH.
pub const MAX_ARGUMENTS: usize = 8;

/// Longest window title of a manifest in bytes. Its logical names, application and port have [`MAX_NAME`].
pub const MAX_MANIFEST_TITLE: usize = 95;

/// Most windows of a manifest.
pub const MAX_MANIFEST_WINDOWS: usize = 16;

/// Most gadgets of a manifest.
pub const MAX_MANIFEST_GADGETS: usize = 96;

/// Largest manifest file in bytes.
pub const MAX_MANIFEST_FILE: u32 = 8190;

/// Longest decimal number in bytes, its sign included.
pub const MAX_NUMBER: usize = 15;

/// Longest verb in bytes. A longer first word matches no verb.
pub const MAX_VERB: usize = 15;

/// Longest reply header in bytes, its LF included.
pub const MAX_HEADER: usize = 32;

/// The protocol number of the VERSION reply.
pub const PROTOCOL_NUMBER: u32 = 1;

/// Time-out in seconds of WAITFOR, `EXPECT=`, WHERE and MUIREXX when none (or none above 0) is given.
pub const DEFAULT_TIMEOUT: u32 = 10;

/// Time-out in seconds of an FSPUT body when none (or none above 0) is given.
pub const DEFAULT_BODY_TIMEOUT: u32 = 30;

/// Baud rate of the serial line when none is given.
pub const DEFAULT_BAUD: u32 = 19_200;

/// The password of a server that was given none. Clients of AmiPilot 1.1 send it on every connection.
pub const DEFAULT_PASSWORD: &str = "amipilot";

/// Seconds of silence after which a server drops half a line that a former client left.
pub const PARTIAL_LINE_TIMEOUT: u32 = 10;
