//! The options of WBLAUNCH: tool types and arguments, read from the line again each time they are asked for.

#[cfg(doc)]
use crate::limits::{MAX_ARGUMENTS, MAX_TOOL_TYPES};
use crate::scan::Scanner;
use crate::word::Word;

/// The `TOOLTYPE=` and `ARG=` options of a WBLAUNCH: at most [`MAX_TOOL_TYPES`] and
/// [`MAX_ARGUMENTS`].
#[derive(Clone, Copy, Debug)]
pub struct StartupOptions<'l> {
    source: Source<'l>,
}

/// Where the options are kept.
#[derive(Clone, Copy, Debug)]
enum Source<'l> {
    /// In the tail of a request line that was checked.
    Line(Scanner<'l>),
    /// In lists of a client.
    Lists {
        tool_types: &'l [(Word<'l>, Word<'l>)],
        arguments: &'l [Word<'l>],
    },
}

/// One option.
enum Choice<'l> {
    ToolType(Word<'l>, Word<'l>),
    Argument(Word<'l>),
}

impl<'l> StartupOptions<'l> {
    /// Options out of lists, for a client that builds a request.
    pub const fn new(
        tool_types: &'l [(Word<'l>, Word<'l>)],
        arguments: &'l [Word<'l>],
    ) -> StartupOptions<'l> {
        StartupOptions {
            source: Source::Lists {
                tool_types,
                arguments,
            },
        }
    }

    /// Options out of the tail of a request line, which was found good.
    pub(super) fn of_line(tail: &'l [u8]) -> StartupOptions<'l> {
        StartupOptions {
            source: Source::Line(Scanner::new(tail)),
        }
    }

    /// Keys and values of the tool types, in the order given. The part up to the first `=` is the key.
    pub fn tool_types(self) -> ToolTypes<'l> {
        ToolTypes { source: self.source }
    }

    /// The paths of the arguments, in the order given.
    pub fn arguments(self) -> WorkbenchArguments<'l> {
        WorkbenchArguments { source: self.source }
    }
}

impl PartialEq for StartupOptions<'_> {
    fn eq(&self, other: &StartupOptions<'_>) -> bool {
        self.tool_types().eq(other.tool_types()) && self.arguments().eq(other.arguments())
    }
}

impl Eq for StartupOptions<'_> {}

/// Takes the next option of a good line; `None` at its end.
fn next_choice<'l>(scanner: &mut Scanner<'l>) -> Option<Choice<'l>> {
    if scanner.key(b"TOOLTYPE=") {
        let (key, value) = scanner.value().split_once(b'=')?;
        Some(Choice::ToolType(key, value))
    } else if scanner.key(b"ARG=") {
        Some(Choice::Argument(scanner.value()))
    } else {
        None
    }
}

/// The tool types of a WBLAUNCH as (key, value); see [`StartupOptions::tool_types`].
#[derive(Clone, Debug)]
pub struct ToolTypes<'l> {
    source: Source<'l>,
}

impl<'l> Iterator for ToolTypes<'l> {
    type Item = (Word<'l>, Word<'l>);

    fn next(&mut self) -> Option<(Word<'l>, Word<'l>)> {
        match &mut self.source {
            Source::Line(scanner) => loop {
                match next_choice(scanner) {
                    Some(Choice::ToolType(key, value)) => return Some((key, value)),
                    Some(Choice::Argument(_)) => (),
                    None => return None,
                }
            },
            Source::Lists { tool_types, .. } => {
                let (first, rest) = tool_types.split_first()?;
                *tool_types = rest;
                Some(*first)
            }
        }
    }
}

/// The arguments of a WBLAUNCH; see [`StartupOptions::arguments`].
#[derive(Clone, Debug)]
pub struct WorkbenchArguments<'l> {
    source: Source<'l>,
}

impl<'l> Iterator for WorkbenchArguments<'l> {
    type Item = Word<'l>;

    fn next(&mut self) -> Option<Word<'l>> {
        match &mut self.source {
            Source::Line(scanner) => loop {
                match next_choice(scanner) {
                    Some(Choice::Argument(path)) => return Some(path),
                    Some(Choice::ToolType(..)) => (),
                    None => return None,
                }
            },
            Source::Lists { arguments, .. } => {
                let (first, rest) = arguments.split_first()?;
                *arguments = rest;
                Some(*first)
            }
        }
    }
}
