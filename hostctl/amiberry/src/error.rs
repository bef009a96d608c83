//! What can go wrong between us and Amiberry: a stable reason with its exit code, and a text that says what happened,
//! why it is likely and what to do.
//!
//! Promise: reasons and exit codes ([`Reason::ALL`], 100–125) never change their meaning; `docs/emulators-amiberry.md`
//! has the same table, checked by a test.
//!
//! Source: the reason codes of Amiberry's public controllers for screenshot-driven automation; the rest is ours.

use std::fmt;

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Declares the reasons once: variant, exit code, name, meaning.
macro_rules! reasons {
    ($($variant:ident = $code:literal, $name:literal, $meaning:literal;)+) => {
        /// The class of an error; its exit code is what a script looks at.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Reason {
            $(#[doc = $meaning] $variant,)+
        }

        impl Reason {
            /// Every reason, by rising exit code.
            pub const ALL: &'static [Reason] = &[$(Reason::$variant,)+];

            /// The exit code, 100 to 125.
            pub const fn exit_code(self) -> u8 {
                match self { $(Reason::$variant => $code,)+ }
            }

            /// The word that `--json` shows as `reason`.
            pub const fn name(self) -> &'static str {
                match self { $(Reason::$variant => $name,)+ }
            }

            /// One sentence on what happened.
            pub const fn meaning(self) -> &'static str {
                match self { $(Reason::$variant => $meaning,)+ }
            }
        }
    };
}

reasons! {
    Argument = 100, "argument", "An argument that can never work; nothing was sent.";
    RuntimeUnreachable = 101, "runtime_unreachable", "No Amiberry listens there; nothing was sent.";
    Permission = 102, "permission", "The socket belongs to another user; nothing was sent.";
    AutomationBusy = 103, "automation_busy", "Another action of ours is at work on this Amiberry; nothing was sent.";
    NoAnswer = 104, "no_answer", "No reply came in time to a request that changes nothing.";
    NotUnderstood = 105, "not_understood", "What came is not this protocol.";
    UnsupportedCapability = 106, "unsupported_capability", "This Amiberry, or its renderer, cannot do that.";
    InputNotReady = 107, "input_not_ready", "The guest or the window does not take input now.";
    CaptureStale = 108, "capture_stale", "The window or the emulator changed since the picture was taken.";
    CaptureNotActionable = 109, "capture_not_actionable", "The picture is not the one that its description is for.";
    NotFound = 110, "not_found", "There is no such thing: file, option, disk, breakpoint.";
    Refused = 111, "refused", "Amiberry refused the values.";
    Deadline = 112, "deadline", "What was waited for did not happen in time.";
    Failed = 113, "failed", "Amiberry tried and failed.";
    Lost = 114, "lost", "The connection broke during a request that changes nothing.";
    File = 115, "file", "A local file could not be read or written.";
    Emulator = 116, "emulator", "The emulator could not be started, or ended too early.";
    CoordinateOutOfBounds = 117, "coordinate_out_of_bounds", "The pixel is outside the picture or the window.";
    ActionRejected = 118, "action_rejected", "Amiberry rejected the guarded input.";
    CleanupUnconfirmed = 119, "cleanup_unconfirmed", "Something may still be pressed or set: no reply confirmed the release.";
    CaptureWrongInstance = 120, "capture_wrong_instance", "The picture was taken from another Amiberry.";
    CaptureUnknown = 121, "capture_unknown", "There is no description beside the picture.";
    Interrupted = 122, "interrupted", "Ended by the user; everything that was held is released.";
    WrongState = 123, "wrong_state", "The machine must be paused, stopped or running for this; nothing was changed.";
    InputConfigConflict = 124, "input_config_conflict", "Somebody else changed the input settings meanwhile.";
    OutcomeUnknown = 125, "outcome_unknown", "The connection broke after a request that changes something: it may be done or not.";
}

impl Reason {
    /// The table of exit codes as a help text shows it.
    pub fn table() -> String {
        let rows = Reason::ALL
            .iter()
            .map(|reason| format!("  {}  {}\n", reason.exit_code(), reason.meaning()));
        format!(
            "Exit codes:\n    0  The command did what it says.\n{}",
            rows.collect::<String>()
        )
    }
}

/// Why a call did not give what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The class.
    pub reason: Reason,
    /// The text for people.
    pub message: String,
    /// What Amiberry said, fields joined by blanks; empty when it said nothing.
    pub server: String,
    /// The rejection's name when guarded input was rejected, for example `focus_not_ready`.
    pub rejection: Option<String>,
}

impl Error {
    /// An error of this class with this text.
    pub fn new(reason: Reason, message: impl Into<String>) -> Error {
        Error {
            reason,
            message: message.into(),
            server: String::new(),
            rejection: None,
        }
    }

    /// An argument that can never work.
    pub fn argument(message: impl Into<String>) -> Error {
        Error::new(Reason::Argument, message)
    }

    /// A reply that cannot be read.
    pub fn not_understood(message: impl Into<String>) -> Error {
        Error::new(Reason::NotUnderstood, message)
    }

    /// A local file's error.
    pub fn file(path: &std::path::Path, error: &std::io::Error) -> Error {
        Error::new(Reason::File, format!("{}: {error}", path.display()))
    }

    /// The exit code of the command line.
    pub fn exit_code(&self) -> u8 {
        self.reason.exit_code()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
