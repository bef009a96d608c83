//! Every command of the interface, in one table: its arguments, its answer, the state it needs, and who has it.
//!
//! Promise: a [`Call`] can only be made of arguments that Amiberry takes. The command line, the documentation and the
//! tests are made from the same table.
//!
//! Source: Amiberry's description of its IPC interface.

mod argument;
pub mod hardware;
mod media;
mod screen;
mod system;

pub use argument::{Argument, Kind};

use crate::client::Effect;
use crate::error::{Error, Result};
use crate::value::Shape;
use crate::wire::{Framing, encode};

/// What belongs together; the groups of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The group's name on the command line.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Its commands.
    pub commands: &'static [Specification],
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "run",
        about: "Life cycle: pause, resume, reset, end",
        commands: system::RUN,
    },
    Family {
        name: "state",
        about: "Saved states",
        commands: system::STATE,
    },
    Family {
        name: "config",
        about: "Configuration files and options",
        commands: system::CONFIG,
    },
    Family {
        name: "media",
        about: "Floppy disks, CDs, hard drives, WHDLoad",
        commands: media::MEDIA,
    },
    Family {
        name: "audio",
        about: "Sound",
        commands: screen::AUDIO,
    },
    Family {
        name: "video",
        about: "Window, resolution, speed of the picture",
        commands: screen::VIDEO,
    },
    Family {
        name: "machine",
        about: "Chip set, processor, memory",
        commands: screen::MACHINE,
    },
    Family {
        name: "input",
        about: "Keys, mouse and ports, as single raw events",
        commands: hardware::INPUT,
    },
    Family {
        name: "hardware",
        about: "Memory, registers and custom chips",
        commands: hardware::HARDWARE,
    },
    Family {
        name: "debug",
        about: "The debugger",
        commands: hardware::DEBUG,
    },
];

/// Which servers have a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// Amiberry 8.3.0, at the latest.
    EightThree,
    /// A version after 8.3.0.
    AfterEightThree,
}

/// The state that the machine must be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Any.
    Nothing,
    /// Paused.
    Paused,
    /// Stopped by the debugger.
    Stopped,
    /// Not stopped by the debugger.
    NotStopped,
    /// Paused, or stopped by the debugger.
    PausedOrStopped,
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub struct Specification {
    /// Its name on the wire.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// The fields of its answer.
    pub answer: Shape,
    /// Whether it may be repeated.
    pub effect: Effect,
    /// The state it needs.
    pub needs: Needs,
    /// Who has it.
    pub since: Since,
}

impl PartialEq for Specification {
    fn eq(&self, other: &Specification) -> bool {
        self.name == other.name
    }
}

impl Eq for Specification {}

impl Specification {
    /// A command that changes something and answers nothing.
    const fn action(
        name: &'static str,
        about: &'static str,
        arguments: &'static [Argument],
    ) -> Specification {
        let (answer, effect) = (Shape::Done, Effect::Once);
        Specification {
            name,
            about,
            arguments,
            answer,
            effect,
            needs: Needs::Nothing,
            since: Since::EightThree,
        }
    }

    /// A command that only asks.
    const fn query(name: &'static str, about: &'static str, answer: Shape) -> Specification {
        let (arguments, effect) = (&[], Effect::Repeatable);
        Specification {
            name,
            about,
            arguments,
            answer,
            effect,
            needs: Needs::Nothing,
            since: Since::EightThree,
        }
    }

    const fn with(mut self, arguments: &'static [Argument]) -> Specification {
        self.arguments = arguments;
        self
    }

    const fn answers(mut self, answer: Shape) -> Specification {
        self.answer = answer;
        self
    }

    const fn needing(mut self, needs: Needs) -> Specification {
        self.needs = needs;
        self
    }

    const fn newer(mut self) -> Specification {
        self.since = Since::AfterEightThree;
        self
    }

    /// How its reply ends.
    pub fn framing(&self) -> Framing {
        match self.name {
            "DISASSEMBLE" => Framing::Continued,
            _ => Framing::Line,
        }
    }

    /// Its name on the command line: lower case, with hyphens.
    pub fn command_line_name(&self) -> String {
        self.name.to_ascii_lowercase().replace('_', "-")
    }
}

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Specification> {
    FAMILIES.iter().flat_map(|family| family.commands)
}

/// The command of a name.
pub fn find(name: &str) -> Option<&'static Specification> {
    all().find(|specification| specification.name == name)
}

/// A command with arguments that fit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    specification: &'static Specification,
    arguments: Vec<String>,
}

impl Call {
    /// Checks the arguments of a command.
    ///
    /// # Errors
    /// [`crate::error::Reason::Argument`] for a command that is not in the table, too few or too many arguments, and one
    /// that its place does not take.
    pub fn new(name: &str, words: &[&str]) -> Result<Call> {
        let specification =
            find(name).ok_or_else(|| Error::argument(format!("there is no command {name}")))?;
        let needed = specification
            .arguments
            .iter()
            .filter(|argument| !argument.optional)
            .count();
        let possible = specification.arguments.len();
        if words.len() < needed || words.len() > possible {
            return Err(Error::argument(format!(
                "{name} takes {needed} to {possible} arguments, not {}",
                words.len()
            )));
        }
        let check = |(argument, word): (&Argument, &&str)| {
            argument
                .kind
                .check(word)
                .map_err(|text| Error::argument(format!("{name}, argument {}: {text}", argument.name)))
        };
        let arguments: Vec<String> = specification
            .arguments
            .iter()
            .zip(words)
            .map(check)
            .collect::<Result<_>>()?;
        encode(name, &arguments)?;
        Ok(Call {
            specification,
            arguments,
        })
    }

    /// The command.
    pub fn specification(&self) -> &'static Specification {
        self.specification
    }

    /// The arguments as they are sent.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The state that it needs.
    pub fn needs(&self) -> Needs {
        self.specification.needs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_optional_arguments_come_last() {
        let names: BTreeSet<&str> = all().map(|specification| specification.name).collect();
        assert_eq!(names.len(), all().count());
        for specification in all() {
            assert!(
                specification
                    .arguments
                    .is_sorted_by_key(|argument| argument.optional),
                "{}",
                specification.name
            );
        }
    }

    #[test]
    fn calls_are_checked() {
        assert_eq!(Call::new("RESET", &[]).unwrap().arguments(), [] as [&str; 0]);
        assert_eq!(Call::new("RESET", &["hard"]).unwrap().arguments(), ["HARD"]);
        for (name, words) in [
            ("NOPE", &[][..]),
            ("PING", &["x"]),
            ("SET_VOLUME", &[]),
            ("SET_VOLUME", &["101"]),
            ("LOAD_CONFIG", &["a\tb"]),
        ] {
            assert!(Call::new(name, words).is_err(), "{name} {words:?}");
        }
    }
}
