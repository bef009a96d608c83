//! The options of WBLAUNCH: tool types and arguments, read from the line again each time they are asked for.

use super::error::{Argument, Problem};
use crate::limits;
use crate::scan::Scanner;
use crate::word::Word;

/// The `TOOLTYPE=` and `ARG=` options of a WBLAUNCH: at most [`limits::MAX_TOOL_TYPES`] and
/// [`limits::MAX_ARGUMENTS`].
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

    /// Options out of the tail of a request line, which [`check`] has found good.
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

/// Checks and takes the options up to the end of the line.
pub(super) fn check(scanner: &mut Scanner<'_>) -> Result<(), Problem> {
    let (mut tool_types, mut arguments) = (0, 0);
    while let Some(choice) = next_choice(scanner)? {
        let (count, most, kind) = match choice {
            Choice::ToolType(..) => (&mut tool_types, limits::MAX_TOOL_TYPES, Argument::ToolType),
            Choice::Argument(_) => (&mut arguments, limits::MAX_ARGUMENTS, Argument::WorkbenchArgument),
        };
        *count += 1;
        if *count > most {
            return Err(Problem::TooMany(kind));
        }
    }
    Ok(())
}

/// Takes the next option; `None` at the end of the line.
fn next_choice<'l>(scanner: &mut Scanner<'l>) -> Result<Option<Choice<'l>>, Problem> {
    if scanner.peek().is_none() {
        return Ok(None);
    }
    if scanner.key(b"TOOLTYPE=") {
        let missing = Problem::Missing(Argument::ToolType);
        let (key, value) = scanner.value().split_once(b'=').ok_or(missing)?;
        match () {
            () if key.is_empty() => Err(missing),
            () if key.len() > limits::MAX_TOOL_TYPE_KEY => Err(Problem::TooLong(Argument::ToolType)),
            () if value.len() > limits::MAX_TOOL_TYPE_VALUE => Err(Problem::TooLong(Argument::ToolTypeValue)),
            () => Ok(Some(Choice::ToolType(key, value))),
        }
    } else if scanner.key(b"ARG=") {
        let path = scanner.value();
        match path.len() {
            0 => Err(Problem::Missing(Argument::WorkbenchArgument)),
            1..=limits::MAX_PATH => Ok(Some(Choice::Argument(path))),
            _ => Err(Problem::TooLong(Argument::WorkbenchArgument)),
        }
    } else {
        Err(super::fields::unexpected(scanner))
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
                    Ok(Some(Choice::ToolType(key, value))) => return Some((key, value)),
                    Ok(Some(Choice::Argument(_))) => (),
                    Ok(None) | Err(_) => return None,
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
                    Ok(Some(Choice::Argument(path))) => return Some(path),
                    Ok(Some(Choice::ToolType(..))) => (),
                    Ok(None) | Err(_) => return None,
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
