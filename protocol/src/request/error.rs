//! Why a request line was refused, and the text that tells its sender.
//!
//! The text is one Latin-1 line without LF. Clients do not read it, so its wording may change.

use super::fields::Slot;
use crate::limits;
use crate::number;
use crate::reply::{ReturnCode, Sink};
use crate::verb::Verb;

/// An argument of a request, as error texts name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Argument {
    /// The pattern of a window's title.
    Window,
    /// The pattern of a screen's title.
    Screen,
    /// The locator of a gadget: an id, `ROLE=`, `LABEL=`, `INDEX=` or `@name`.
    Gadget,
    /// A logical name after `@`.
    Name,
    /// The value of `ROLE=`.
    Role,
    /// The value of `LABEL=`.
    Label,
    /// A text to type or to wait for.
    Text,
    /// A path.
    Path,
    /// A password.
    Password,
    /// A command line.
    Command,
    /// A stack size.
    Stack,
    /// A decimal number.
    Number,
    /// The number of bytes of an FSPUT.
    Count,
    /// Where a drag ends.
    Destination,
    /// An offset or a size in pixels.
    Pixels,
    /// The number of a menu or a menu item.
    MenuNumber,
    /// The base name of an ARexx port.
    PortBase,
    /// A `TOOLTYPE=` option.
    ToolType,
    /// The value of a tool type.
    ToolTypeValue,
    /// An `ARG=` option.
    WorkbenchArgument,
}

impl Argument {
    /// The name that an error text uses.
    pub const fn name(self) -> &'static str {
        match self {
            Argument::Window => "the window title",
            Argument::Screen => "the screen title",
            Argument::Gadget => "the gadget (an id, ROLE=, LABEL=, INDEX= or @name)",
            Argument::Name => "the name after @",
            Argument::Role => "the role",
            Argument::Label => "the label",
            Argument::Text => "the text",
            Argument::Path => "the path",
            Argument::Password => "the password",
            Argument::Command => "the command",
            Argument::Stack => "the size after STACK=",
            Argument::Number => "a number",
            Argument::Count => "the byte count",
            Argument::Destination => "the destination (dx dy, TO id or TO @name)",
            Argument::Pixels => "a pixel number",
            Argument::MenuNumber => "a menu or item number",
            Argument::PortBase => "the port name",
            Argument::ToolType => "TOOLTYPE=key=value",
            Argument::ToolTypeValue => "the value of a tool type",
            Argument::WorkbenchArgument => "ARG=path",
        }
    }

    /// Where its word is kept in [`super::Fields`].
    pub(super) const fn slot(self) -> Slot {
        match self {
            Argument::Screen => Slot::Screen,
            Argument::Window => Slot::Window,
            Argument::Label => Slot::Label,
            Argument::Text | Argument::Path | Argument::Password | Argument::PortBase => Slot::Text,
            Argument::Name | Argument::Command => Slot::Rest,
            _ => Slot::Scratch,
        }
    }

    /// The largest size in bytes.
    pub const fn max_bytes(self) -> usize {
        let most = match self {
            Argument::Window | Argument::Screen => limits::MAX_PATTERN,
            Argument::Name => limits::MAX_NAME,
            Argument::Role => limits::MAX_ROLE,
            Argument::Label => limits::MAX_LABEL,
            Argument::Text => limits::MAX_TEXT,
            Argument::Path | Argument::WorkbenchArgument => limits::MAX_PATH,
            Argument::Password => limits::MAX_PASSWORD,
            Argument::Command => limits::MAX_COMMAND,
            Argument::Number
            | Argument::Count
            | Argument::Stack
            | Argument::Gadget
            | Argument::Pixels
            | Argument::MenuNumber
            | Argument::Destination => limits::MAX_NUMBER,
            Argument::PortBase => limits::MAX_PORT_BASE,
            Argument::ToolType => limits::MAX_TOOL_TYPE_KEY,
            Argument::ToolTypeValue => limits::MAX_TOOL_TYPE_VALUE,
        };
        // No limit is above 255, and a table of bytes is a quarter as large.
        most as u8 as usize
    }
}

/// What is wrong with a request line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It holds only blanks.
    Blank,
    /// It is longer than [`limits::MAX_LINE_CONTENT`] bytes.
    LineTooLong,
    /// Its first word is no verb.
    UnknownVerb,
    /// This argument is not there, or empty where it must not be.
    Missing(Argument),
    /// This argument is longer than [`Argument::max_bytes`].
    TooLong(Argument),
    /// More of this option than a request may have.
    TooMany(Argument),
    /// `ROLE=` names no role.
    UnknownRole,
    /// `EXPECT=` is neither `WINDOW=` nor `NOWINDOW`.
    BadExpectation,
    /// WHERE was given something other than `@name`.
    NotAName,
    /// The destination of a drag is neither an id nor a name.
    BadDestination,
    /// The byte count is negative.
    NegativeCount,
    /// The verb does not take the word at this offset (bytes from the start of the line).
    Unexpected(u16),
}

/// Why a request line was refused. The reply is RC 10 with the text that [`ParseError::write_to`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The verb, once it is known.
    pub verb: Option<Verb>,
    /// What is wrong.
    pub problem: Problem,
}

impl ParseError {
    /// The answer to an over-long line, which is never parsed.
    pub const LINE_TOO_LONG: ParseError = ParseError {
        verb: None,
        problem: Problem::LineTooLong,
    };

    /// The return code of the reply.
    pub const fn code(&self) -> ReturnCode {
        ReturnCode::Error
    }

    /// Writes the text of the reply: what is wrong, and what to do.
    pub fn write_to(&self, sink: &mut dyn Sink) {
        if let Some(verb) = self.verb {
            sink.put(verb.as_bytes());
            sink.put(b": ");
        }
        let text = match self.problem {
            Problem::Blank => "the line holds only blanks; send a verb, for example VERSION",
            Problem::LineTooLong => "request line too long: at most ",
            Problem::UnknownVerb => "unknown command; VERSION names the commands of this server",
            Problem::Missing(_) => "bad arguments, missing ",
            Problem::TooLong(_) => "argument too long: ",
            Problem::TooMany(_) => "too many options: at most 8 times ",
            Problem::UnknownRole => "unknown role; TREE shows the role of every gadget",
            Problem::BadExpectation => "EXPECT= takes WINDOW=title or NOWINDOW",
            Problem::NotAName => "takes a manifest name, written @name",
            Problem::BadDestination => "after TO comes a gadget id or @name in the same window",
            Problem::NegativeCount => "the byte count is negative",
            Problem::Unexpected(_) => "does not take the word at column ",
        };
        sink.put(text.as_bytes());
        let most = match self.problem {
            Problem::LineTooLong => limits::MAX_LINE_CONTENT,
            Problem::Missing(argument) | Problem::TooMany(argument) => {
                sink.put(argument.name().as_bytes());
                return;
            }
            Problem::TooLong(argument) => {
                sink.put(argument.name().as_bytes());
                sink.put(b" takes at most ");
                argument.max_bytes()
            }
            Problem::Unexpected(offset) => {
                number::write_u32(sink, u32::from(offset) + 1);
                return;
            }
            _ => return,
        };
        number::write_u32(sink, most as u32);
        sink.put(b" bytes; nothing was done");
    }
}
