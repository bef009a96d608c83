//! What can go wrong between us and VICE, in words that help: what happened, why it is likely, what to do.
//!
//! Promise: every error has a stable name ([`Error::name`]) and a stable exit code ([`Error::exit_code`], 100–117).
//!
//! Source: the error table of the VICE manual's chapter "Binary monitor" for [`ErrorCode`].

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// The error code in a reply's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// `01`: the checkpoint, register, resource or port does not exist.
    ObjectMissing,
    /// `02`: the memory space does not exist.
    InvalidMemspace,
    /// `80`: the body's length does not fit the command.
    InvalidLength,
    /// `81`: a value in the body is out of range.
    InvalidParameter,
    /// `82`: the command needs a newer API version than the request named.
    InvalidApiVersion,
    /// `83`: this VICE does not know the command.
    UnknownCommand,
    /// `8f`: the command was understood, but failed.
    GeneralFailure,
    /// A code that this client does not know.
    Other(u8),
}

impl ErrorCode {
    /// Every code that the manual lists.
    pub const ALL: [ErrorCode; 7] = [
        ErrorCode::ObjectMissing,
        ErrorCode::InvalidMemspace,
        ErrorCode::InvalidLength,
        ErrorCode::InvalidParameter,
        ErrorCode::InvalidApiVersion,
        ErrorCode::UnknownCommand,
        ErrorCode::GeneralFailure,
    ];

    /// The code as a header byte; `None` for 0, which is success.
    pub fn from_byte(byte: u8) -> Option<ErrorCode> {
        if byte == 0 {
            return None;
        }
        let known = Self::ALL.into_iter().find(|code| code.byte() == byte);
        Some(known.unwrap_or(ErrorCode::Other(byte)))
    }

    /// The header byte.
    pub fn byte(self) -> u8 {
        match self {
            ErrorCode::ObjectMissing => 0x01,
            ErrorCode::InvalidMemspace => 0x02,
            ErrorCode::InvalidLength => 0x80,
            ErrorCode::InvalidParameter => 0x81,
            ErrorCode::InvalidApiVersion => 0x82,
            ErrorCode::UnknownCommand => 0x83,
            ErrorCode::GeneralFailure => 0x8f,
            ErrorCode::Other(byte) => byte,
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            ErrorCode::ObjectMissing => {
                "there is no such checkpoint, register, resource or port. List what exists and use one of those"
            }
            ErrorCode::InvalidMemspace => {
                "the memory space does not exist: 0 is the computer, 1 to 4 are drives 8 to 11. Is the drive switched on?"
            }
            ErrorCode::InvalidLength => "the request's body has the wrong length for this command",
            ErrorCode::InvalidParameter => {
                "a value is out of range: an end before its start, an unknown bank, a count of 0"
            }
            ErrorCode::InvalidApiVersion => "the command needs API version 2. Use VICE 3.5 or newer",
            ErrorCode::UnknownCommand => {
                "this VICE does not know the command. `info` shows its version; CPU history needs 3.10, \
                 palette, joyport, userport and version need 3.6"
            }
            ErrorCode::GeneralFailure => {
                "VICE understood the command, but it failed: a file that cannot be opened, a wrong condition, \
                 a device that is not attached, a feature left out of this build"
            }
            ErrorCode::Other(_) => "this client does not know the code. A newer VICE may have added it",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "error ${:02x}: {}", self.byte(), self.meaning())
    }
}

/// Why a call did not give what was asked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An argument that can never be sent; nothing was sent.
    Argument(String),
    /// No connection could be made.
    Connect {
        /// Where to.
        address: String,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The connection stands, but VICE does not answer the first request: it serves another client.
    Busy {
        /// Where to.
        address: String,
        /// How long we waited.
        waited: Duration,
    },
    /// A reply did not come in time. A late one will be dropped.
    NoAnswer {
        /// The command's name.
        command: String,
        /// How long we waited.
        waited: Duration,
    },
    /// What comes in is not the binary monitor's protocol.
    Noise {
        /// Bytes that belonged to no frame.
        skipped: u64,
    },
    /// VICE answered with an error code.
    Refused {
        /// The command's name.
        command: String,
        /// The code.
        code: ErrorCode,
    },
    /// A frame of the right type with a body that cannot be read.
    Malformed {
        /// Which structure.
        what: &'static str,
        /// What is wrong in it.
        detail: String,
    },
    /// A reply of a type that the command never has.
    Unexpected {
        /// The command's name.
        command: String,
        /// The type that came.
        kind: u8,
    },
    /// A bank, register or similar that this machine does not have.
    NotFound {
        /// `bank`, `register`, …
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// Something that was waited for did not happen in time.
    Deadline {
        /// What was waited for.
        what: String,
        /// How long.
        waited: Duration,
    },
    /// The machine stopped by itself while something else was waited for.
    Stopped {
        /// The program counter, when known.
        pc: Option<u16>,
        /// Why it stopped.
        why: String,
    },
    /// The connection broke.
    Lost {
        /// What was going on.
        during: String,
        /// What the operating system said, if anything: `None` when VICE closed the connection.
        source: Option<std::io::Error>,
    },
    /// A local file could not be read or written.
    File {
        /// Which file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The emulator could not be started, or ended too early.
    Emulator(String),
}

impl Error {
    /// The stable name that `--json` shows as `reason`.
    pub fn name(&self) -> &'static str {
        match self {
            Error::Argument(_) => "argument",
            Error::Connect { .. } => "no-connection",
            Error::Busy { .. } => "busy",
            Error::NoAnswer { .. } => "no-answer",
            Error::Noise { .. } | Error::Malformed { .. } | Error::Unexpected { .. } => "not-understood",
            Error::Refused {
                code: ErrorCode::InvalidApiVersion,
                ..
            } => "api-version",
            Error::Refused {
                code: ErrorCode::ObjectMissing,
                ..
            }
            | Error::NotFound { .. } => "not-found",
            Error::Refused {
                code: ErrorCode::GeneralFailure,
                ..
            } => "failed",
            Error::Refused { .. } => "refused",
            Error::Deadline { .. } => "deadline",
            Error::Stopped { .. } => "stopped",
            Error::Lost { .. } => "lost",
            Error::File { .. } => "file",
            Error::Emulator(_) => "emulator",
        }
    }

    /// The stable exit code of the command line, see `docs/emulators.md`.
    pub fn exit_code(&self) -> u8 {
        match self.name() {
            "argument" => 100,
            "no-connection" => 101,
            "busy" => 103,
            "no-answer" => 104,
            "not-understood" => 105,
            "api-version" => 106,
            "not-found" => 110,
            "refused" => 111,
            "deadline" => 112,
            "failed" => 113,
            "lost" => 114,
            "file" => 115,
            "emulator" => 116,
            _ => 117,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Argument(text) | Error::Emulator(text) => formatter.write_str(text),
            Error::Connect { address, source } => write!(
                formatter,
                "no connection to {address}: {source}. Start VICE with `-binarymonitor \
                 -binarymonitoraddress ip4://{address}`, or set its resource BinaryMonitorServer to 1"
            ),
            Error::Busy { address, waited } => write!(
                formatter,
                "{address} accepted the connection, but did not answer within {:.1} s. VICE serves one client at a \
                 time: close the other one, or wait longer with --wait",
                waited.as_secs_f64()
            ),
            Error::NoAnswer { command, waited } => write!(
                formatter,
                "no reply to {command} within {:.1} s. The emulator may be paused, in a menu or very slow; \
                 give it more time with --time-limit",
                waited.as_secs_f64()
            ),
            Error::Noise { skipped } => write!(
                formatter,
                "{skipped} bytes came that are no binary monitor frames. Is this port the binary monitor \
                 (-binarymonitoraddress) and not the text monitor (-remotemonitoraddress)?"
            ),
            Error::Refused { command, code } => write!(formatter, "VICE refused {command} with {code}"),
            Error::Malformed { what, detail } => write!(
                formatter,
                "a {what} from VICE cannot be read: {detail}. It may come from a version that changed it; \
                 `raw` shows the bytes"
            ),
            Error::Unexpected { command, kind } => write!(
                formatter,
                "VICE answered {command} with a reply of type ${kind:02x}, which this command never has. \
                 Is another program answering on this port?"
            ),
            Error::NotFound { what, name, known } => {
                write!(
                    formatter,
                    "there is no {what} '{name}' on this machine. There are: {}",
                    known.join(", ")
                )
            }
            Error::Deadline { what, waited } => {
                write!(
                    formatter,
                    "{what} did not happen within {:.1} s",
                    waited.as_secs_f64()
                )
            }
            Error::Stopped { pc, why } => {
                write!(formatter, "the machine stopped")?;
                if let Some(pc) = pc {
                    write!(formatter, " at ${pc:04x}")?;
                }
                write!(formatter, ": {why}")
            }
            Error::Lost { during, source } => {
                write!(formatter, "the connection to VICE was lost during {during}")?;
                match source {
                    Some(source) => write!(formatter, ": {source}")?,
                    None => formatter.write_str(": VICE closed it")?,
                }
                formatter.write_str(". The emulator may have ended; the machine runs on when it has not")
            }
            Error::File { path, source } => write!(formatter, "{}: {source}", path.display()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Connect { source, .. } | Error::File { source, .. } => Some(source),
            Error::Lost { source, .. } => source.as_ref().map(|source| source as _),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_code_and_comes_back() {
        assert_eq!(ErrorCode::from_byte(0), None);
        for byte in 1..=255 {
            assert_eq!(ErrorCode::from_byte(byte).unwrap().byte(), byte);
        }
        assert_eq!(ErrorCode::from_byte(0x8f), Some(ErrorCode::GeneralFailure));
        assert_eq!(ErrorCode::from_byte(0x42), Some(ErrorCode::Other(0x42)));
    }
}
