//! What can go wrong, as exit codes and as texts that say what to do.
//!
//! Exit codes 0 to 99 are left to programs that run on the Amiga; the tool's own failures use 100 to 125 and never
//! change their meaning. The one table of them is [`FailureKind::ALL`]: the help text and `docs/hostctl.md` are
//! checked against it.

use std::fmt;

/// Declares the failures once: variant, exit code, name, meaning.
macro_rules! failures {
    ($($variant:ident = $code:literal, $name:literal, $meaning:literal;)+) => {
        /// The class of a failure; its exit code is what a script looks at.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FailureKind {
            $(#[doc = $meaning] $variant,)+
        }

        impl FailureKind {
            /// Every class, by rising exit code.
            pub const ALL: &'static [FailureKind] = &[$(FailureKind::$variant,)+];

            /// The exit code, 100 to 125.
            pub const fn exit_code(self) -> u8 {
                match self { $(FailureKind::$variant => $code,)+ }
            }

            /// The word that stands for the class in `--json` output.
            pub const fn name(self) -> &'static str {
                match self { $(FailureKind::$variant => $name,)+ }
            }

            /// One sentence on what happened.
            pub const fn meaning(self) -> &'static str {
                match self { $(FailureKind::$variant => $meaning,)+ }
            }
        }
    };
}

failures! {
    Usage = 100, "usage", "The command line is wrong; nothing was sent.";
    NoConnection = 101, "no-connection", "The serial port is missing, or nothing listens at the TCP address.";
    Permission = 102, "permission", "The serial port may not be opened by this user.";
    PortInUse = 103, "port-in-use", "Another program holds the serial port.";
    NoAnswer = 104, "no-answer", "Not one byte came back: the cable, the machine or the server.";
    Noise = 105, "noise", "Bytes came back, but no reply: most often the wrong baud rate.";
    WrongProtocol = 106, "wrong-protocol", "Something answers in the right form, but not as a server this tool can use.";
    Password = 107, "password", "The server refused the password.";
    NotFound = 110, "not-found", "The server found no such window, gadget or screen (RC 5).";
    Refused = 111, "refused", "The server refused the request (RC 10).";
    TimedOut = 112, "timed-out", "What was waited for did not happen in time (RC 15).";
    ActionFailed = 113, "action-failed", "The server tried the action and it failed (RC 20).";
    ConnectionLost = 114, "connection-lost", "The connection ended, or fell silent, before the reply was complete.";
    BadReply = 115, "bad-reply", "The reply does not follow the protocol.";
    NotLatin1 = 116, "not-latin-1", "A text holds a character that AmigaOS cannot show; nothing was sent.";
    Output = 117, "output", "The result could not be written on this computer.";
}

impl FailureKind {
    /// The table of exit codes as the help text shows it.
    pub fn table() -> String {
        let mut text = String::from("Exit codes:\n    0  The command did what it says.\n");
        for kind in FailureKind::ALL {
            text.push_str(&format!("  {}  {}\n", kind.exit_code(), kind.meaning()));
        }
        text.push_str("\nThe text forms, the JSON and every exit code are described in docs/hostctl.md.");
        text
    }
}

/// A failure with its text: what happened, why it is likely, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The class, which gives the exit code.
    pub kind: FailureKind,
    /// The text for people: one or more lines without a line feed at the end.
    pub message: String,
}

impl Failure {
    /// A failure of this class with this text.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure {
            kind,
            message: message.into(),
        }
    }

    /// A mistake on the command line that clap cannot see.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::new(FailureKind::Usage, message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::FailureKind;

    /// The exit codes are a promise to scripts: a change here breaks them.
    #[test]
    fn exit_codes_are_pinned() {
        let codes: Vec<(u8, &str)> = FailureKind::ALL
            .iter()
            .map(|kind| (kind.exit_code(), kind.name()))
            .collect();
        assert_eq!(
            codes,
            [
                (100, "usage"),
                (101, "no-connection"),
                (102, "permission"),
                (103, "port-in-use"),
                (104, "no-answer"),
                (105, "noise"),
                (106, "wrong-protocol"),
                (107, "password"),
                (110, "not-found"),
                (111, "refused"),
                (112, "timed-out"),
                (113, "action-failed"),
                (114, "connection-lost"),
                (115, "bad-reply"),
                (116, "not-latin-1"),
                (117, "output"),
            ]
        );
    }

    #[test]
    fn the_manual_has_the_same_table() {
        let manual = include_str!("../../docs/hostctl.md");
        let rows: Vec<&str> = manual.lines().filter(|line| line.starts_with("| 1")).collect();
        let expected: Vec<String> = FailureKind::ALL
            .iter()
            .map(|kind| {
                format!(
                    "| {} | `{}` | {} |",
                    kind.exit_code(),
                    kind.name(),
                    kind.meaning()
                )
            })
            .collect();
        assert_eq!(rows, expected);
    }
}
