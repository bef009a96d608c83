//! The commands of the interface as subcommands: `FAMILY COMMAND ARGUMENT…`, made from the one table.

use crate::command::{Call, FAMILIES, Family, Specification};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches, Subcommand};
use std::sync::OnceLock;

/// A checked call out of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCommand(pub Call);

/// The names on the command line.
fn names() -> &'static [(String, &'static Specification)] {
    static NAMES: OnceLock<Vec<(String, &'static Specification)>> = OnceLock::new();
    NAMES.get_or_init(|| {
        crate::command::all()
            .map(|specification| (specification.command_line_name(), specification))
            .collect()
    })
}

fn subcommand(name: &'static str, specification: &'static Specification) -> Command {
    let newer = match specification.since {
        crate::command::Since::AfterEightThree => " (newer than 8.3.0)",
        crate::command::Since::EightThree => "",
    };
    let mut command = Command::new(name).about(format!("{}{newer}", specification.about));
    for argument in specification.arguments {
        let kind = argument.kind;
        command = command.arg(
            Arg::new(argument.name)
                .help(kind.due())
                .required(!argument.optional)
                .allow_negative_numbers(true)
                .value_parser(move |word: &str| kind.check(word)),
        );
    }
    command
}

fn family(family: &'static Family) -> Command {
    let commands = names()
        .iter()
        .filter(|(_, specification)| family.commands.contains(specification));
    Command::new(family.name)
        .about(family.about)
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands.map(|(name, specification)| subcommand(name, specification)))
}

impl Subcommand for TableCommand {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(FAMILIES.iter().map(family))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        FAMILIES.iter().any(|family| family.name == name)
    }
}

impl FromArgMatches for TableCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<TableCommand, Error> {
        let missing = || Error::raw(ErrorKind::MissingSubcommand, "a command is missing\n");
        let (name, matches) = matches
            .subcommand()
            .and_then(|(_, family)| family.subcommand())
            .ok_or_else(missing)?;
        let (_, specification) = names()
            .iter()
            .find(|(known, _)| known == name)
            .ok_or_else(missing)?;
        let words = specification
            .arguments
            .iter()
            .map_while(|argument| matches.get_one::<String>(argument.name));
        let words: Vec<&str> = words.map(String::as_str).collect();
        let call = Call::new(specification.name, &words);
        call.map(TableCommand)
            .map_err(|error| Error::raw(ErrorKind::ValueValidation, format!("{error}\n")))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
