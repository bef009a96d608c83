//! Why a request cannot be written as a line, and what its sender can do about it.

use core::fmt;

use crate::limits::MAX_LINE_CONTENT;
use crate::request::Argument;

/// Why a request cannot be sent. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsendable {
    /// The argument is longer than [`Argument::max_bytes`].
    TooLong(Argument),
    /// The argument must not be empty.
    Empty(Argument),
    /// More of this option than a request may have.
    TooMany(Argument),
    /// The key of a tool type is empty or holds a `=`.
    BadToolTypeKey,
    /// The argument holds a CR, LF or NUL, which no line can carry.
    ForbiddenByte(Argument, u8),
    /// The command starts with a blank, which would be lost.
    LeadingBlank(Argument),
    /// The whole line has this many bytes, more than [`MAX_LINE_CONTENT`].
    LineTooLong(u32),
}

impl fmt::Display for Unsendable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsendable::TooLong(argument) => {
                write!(
                    formatter,
                    "{} takes at most {} bytes; shorten it",
                    argument.name(),
                    argument.max_bytes()
                )
            }
            Unsendable::Empty(argument) => write!(formatter, "{} must not be empty", argument.name()),
            Unsendable::TooMany(argument) => {
                write!(
                    formatter,
                    "more than 8 times {}; put the rest into the icon",
                    argument.name()
                )
            }
            Unsendable::BadToolTypeKey => {
                formatter.write_str("the key of a tool type must not be empty or hold a =; write key=value")
            }
            Unsendable::ForbiddenByte(argument, byte) => write!(
                formatter,
                "{} holds byte {byte:#04x}, which ends a line on the wire; take it out",
                argument.name()
            ),
            Unsendable::LeadingBlank(argument) => {
                write!(
                    formatter,
                    "{} starts with a blank, which the server would drop; take it out",
                    argument.name()
                )
            }
            Unsendable::LineTooLong(length) => write!(
                formatter,
                "the request has {length} bytes, the server takes {MAX_LINE_CONTENT}; use shorter patterns or texts"
            ),
        }
    }
}

impl core::error::Error for Unsendable {}
