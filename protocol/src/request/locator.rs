//! The parts of a request that name a window or a gadget.
//!
//! Source: `docs/wire.md`, "Windows" and "Gadgets".

use super::Target;
use super::error::{Argument, Problem};
use super::parse::{limited, number, number_value};
use crate::role::Role;
use crate::scan::Scanner;
use crate::word::Word;

/// `SCREEN=pattern`, if it comes next. An empty pattern is the same as none.
pub(super) fn screen<'l>(scanner: &mut Scanner<'l>) -> Result<Option<Word<'l>>, Problem> {
    if !scanner.key(b"SCREEN=") {
        return Ok(None);
    }
    let pattern = limited(scanner.value(), Argument::Screen)?;
    Ok(if pattern.is_empty() { None } else { Some(pattern) })
}

/// The pattern of a window's title: a word.
pub(super) fn window<'l>(scanner: &mut Scanner<'l>) -> Result<Word<'l>, Problem> {
    let pattern = scanner.word().ok_or(Problem::Missing(Argument::Window))?;
    limited(pattern, Argument::Window)
}

/// `SCREEN=` and a window.
pub(super) fn screen_and_window<'l>(
    scanner: &mut Scanner<'l>,
) -> Result<(Option<Word<'l>>, Word<'l>), Problem> {
    Ok((screen(scanner)?, window(scanner)?))
}

/// `@name`, if a word with an unquoted `@` comes next: the name.
pub(super) fn name<'l>(scanner: &mut Scanner<'l>) -> Result<Option<Word<'l>>, Problem> {
    if !scanner.key(b"@") {
        return Ok(None);
    }
    let name = limited(scanner.value(), Argument::Name)?;
    if name.is_empty() {
        Err(Problem::Missing(Argument::Name))
    } else {
        Ok(Some(name))
    }
}

/// A gadget, with `SCREEN=` before it.
pub(super) fn target<'l>(scanner: &mut Scanner<'l>) -> Result<Target<'l>, Problem> {
    let screen = screen(scanner)?;
    target_on_screen(scanner, screen)
}

/// A gadget, when `SCREEN=` was taken already.
pub(super) fn target_on_screen<'l>(
    scanner: &mut Scanner<'l>,
    screen: Option<Word<'l>>,
) -> Result<Target<'l>, Problem> {
    if let Some(name) = name(scanner)? {
        return Ok(Target::ByName { screen, name });
    }
    let window = window(scanner)?;
    let (mut role, mut label, mut index) = (None, None, 0);
    let mut found = false;
    loop {
        if scanner.key(b"ROLE=") {
            let word = limited(scanner.value(), Argument::Role)?;
            role = if word.is_empty() {
                None
            } else {
                Some(Role::from_word(word).ok_or(Problem::UnknownRole)?)
            };
        } else if scanner.key(b"LABEL=") {
            let word = limited(scanner.value(), Argument::Label)?;
            label = if word.is_empty() { None } else { Some(word) };
        } else if scanner.key(b"INDEX=") {
            index = number_value(scanner)?.as_i32();
        } else {
            break;
        }
        found = true;
    }
    if found {
        return Ok(Target::ByRole {
            screen,
            window,
            role,
            label,
            index,
        });
    }
    Ok(Target::ById {
        screen,
        window,
        id: number(scanner, Argument::Gadget)?.as_id(),
    })
}
