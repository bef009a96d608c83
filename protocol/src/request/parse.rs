//! Reads a request line.
//!
//! The grammar is that of AmiPilot 1.1, as `docs/wire.md` states it under "Verbs": forgiving about numbers and about
//! words after the last argument, strict about sizes. It differs in that an unknown role is refused.

use super::error::{Argument, ParseError, Problem};
use super::locator::{name, screen, screen_and_window, target, target_on_screen};
use super::workbench::StartupOptions;
use super::{Condition, DragTo, Expectation, Request};
use crate::limits::{DEFAULT_BODY_TIMEOUT, DEFAULT_TIMEOUT, MAX_NUMBER};
use crate::number::Number;
use crate::scan::Scanner;
use crate::verb::Verb;
use crate::word::Word;

/// Reads a request line, given without its end.
///
/// # Errors
/// When the line is no request; the answer is RC 10 with the error's text.
pub fn parse(line: &[u8]) -> Result<Request<'_>, ParseError> {
    let mut scanner = Scanner::new(line);
    let word = scanner.word().ok_or(ParseError {
        verb: None,
        problem: Problem::Blank,
    })?;
    let verb = Verb::from_word(word).ok_or(ParseError {
        verb: None,
        problem: Problem::UnknownVerb,
    })?;
    arguments(verb, &mut scanner).map_err(|problem| ParseError {
        verb: Some(verb),
        problem,
    })
}

/// How many body bytes follow the line: not `None` for FSPUT only, and also when [`parse`] refuses the line. A count
/// that is missing or negative announces none. With `whole` false the line was cut, and a count that touches its end
/// is not believed.
pub fn counted_body(line: &[u8], whole: bool) -> Option<u32> {
    let mut scanner = Scanner::new(line);
    if Verb::from_word(scanner.word()?)? != Verb::FsPut {
        return None;
    }
    let count = scanner.word().and_then(|_path| scanner.word());
    if !whole && scanner.offset() == line.len() {
        return None;
    }
    Some(
        count
            .and_then(|word| Number::from_word(word).as_count())
            .unwrap_or(0),
    )
}

/// Reads what follows the verb.
fn arguments<'l>(verb: Verb, scanner: &mut Scanner<'l>) -> Result<Request<'l>, Problem> {
    Ok(match verb {
        Verb::Version => Request::Version,
        Verb::Screens => Request::Screens,
        Verb::Quit => Request::Quit,
        Verb::Ping => Request::Ping,
        Verb::Info => Request::Info,
        Verb::Why => Request::Why,
        Verb::Auth => Request::Auth {
            password: word(scanner, Argument::Password)?,
        },
        Verb::Tree => {
            let (screen, window) = screen_and_window(scanner)?;
            Request::Tree { screen, window }
        }
        Verb::Menu => {
            let (screen, window) = screen_and_window(scanner)?;
            Request::Menu { screen, window }
        }
        Verb::Click => click(scanner)?,
        Verb::Type => Request::Type {
            target: target(scanner)?,
            text: text(scanner)?,
        },
        Verb::GetText => Request::GetText {
            target: target(scanner)?,
        },
        Verb::Manifest => Request::Manifest { path: path(scanner)? },
        Verb::Launch => {
            let stack = if scanner.key(b"STACK=") {
                stack(scanner)?
            } else {
                None
            };
            Request::Launch {
                stack,
                command: command(scanner)?,
            }
        }
        Verb::WbLaunch => Request::WbLaunch {
            icon: path(scanner)?,
            options: StartupOptions::parse(scanner)?,
        },
        Verb::FsList => Request::FsList { path: path(scanner)? },
        Verb::FsStat => Request::FsStat { path: path(scanner)? },
        Verb::FsMakeDir => Request::FsMakeDir { path: path(scanner)? },
        Verb::FsDelete => Request::FsDelete { path: path(scanner)? },
        Verb::FsGet => Request::FsGet { path: path(scanner)? },
        Verb::FsPut => {
            let path = path(scanner)?;
            let count = number(scanner, Argument::Count)?
                .as_count()
                .ok_or(Problem::NegativeCount)?;
            Request::FsPut {
                path,
                count,
                timeout: timeout(scanner, DEFAULT_BODY_TIMEOUT)?,
            }
        }
        Verb::MenuPick => menu_pick(scanner)?,
        Verb::Drag => drag(scanner)?,
        Verb::WindowMove => {
            let (screen, window) = screen_and_window(scanner)?;
            Request::WindowMove {
                screen,
                window,
                dx: pixels(scanner)?,
                dy: pixels(scanner)?,
            }
        }
        Verb::WindowSize => {
            let (screen, window) = screen_and_window(scanner)?;
            Request::WindowSize {
                screen,
                window,
                width: pixels(scanner)?,
                height: pixels(scanner)?,
            }
        }
        Verb::WaitFor => wait_for(scanner)?,
        Verb::Screenshot => screenshot(scanner)?,
        Verb::MuiRexx => Request::MuiRexx {
            base: word(scanner, Argument::PortBase)?,
            timeout: timeout(scanner, DEFAULT_TIMEOUT)?,
            command: command(scanner)?,
        },
        Verb::Where => {
            let name = name(scanner)?.ok_or(Problem::NotAName)?;
            Request::Where {
                name,
                timeout: timeout(scanner, DEFAULT_TIMEOUT)?,
            }
        }
        Verb::Pick => {
            let screen = screen(scanner)?;
            match scanner.peek() {
                None => Request::Pick { screen },
                Some(_) => return Err(unexpected(scanner)),
            }
        }
    })
}

fn click<'l>(scanner: &mut Scanner<'l>) -> Result<Request<'l>, Problem> {
    let target = target(scanner)?;
    if !scanner.key(b"EXPECT=") {
        return Ok(Request::Click {
            target,
            expect: None,
            timeout: DEFAULT_TIMEOUT,
        });
    }
    let expect = if scanner.key(b"WINDOW=") {
        Expectation::Window(condition_pattern(scanner)?)
    } else if scanner.key(b"NOWINDOW=") {
        // It is the clicked window that must go away: 1.1 takes a title here and does not look at it.
        limited(scanner.value(), Argument::Window)?;
        Expectation::NoWindow
    } else if scanner.value().eq_ignore_case(b"NOWINDOW") {
        Expectation::NoWindow
    } else {
        return Err(Problem::BadExpectation);
    };
    Ok(Request::Click {
        target,
        expect: Some(expect),
        timeout: timeout(scanner, DEFAULT_TIMEOUT)?,
    })
}

fn menu_pick<'l>(scanner: &mut Scanner<'l>) -> Result<Request<'l>, Problem> {
    let (screen, window) = screen_and_window(scanner)?;
    let menu = number(scanner, Argument::MenuNumber)?.as_i32();
    let item = number(scanner, Argument::MenuNumber)?.as_i32();
    let sub = match scanner.peek() {
        Some(_) => number(scanner, Argument::MenuNumber)?.as_count(),
        None => None,
    };
    Ok(Request::MenuPick {
        screen,
        window,
        menu,
        item,
        sub,
    })
}

fn drag<'l>(scanner: &mut Scanner<'l>) -> Result<Request<'l>, Problem> {
    let target = target(scanner)?;
    let mut ahead = *scanner;
    let first = ahead.word().ok_or(Problem::Missing(Argument::Destination))?;
    let to = if first.eq_ignore_case(b"TO") {
        *scanner = ahead;
        match name(scanner)? {
            Some(name) => DragTo::Name(name),
            None if ahead.key(b"ROLE=") || ahead.key(b"LABEL=") || ahead.key(b"INDEX=") => {
                return Err(Problem::BadDestination);
            }
            None => DragTo::Id(number(scanner, Argument::Destination)?.as_id()),
        }
    } else {
        DragTo::Offset {
            dx: pixels(scanner)?,
            dy: pixels(scanner)?,
        }
    };
    Ok(Request::Drag { target, to })
}

fn wait_for<'l>(scanner: &mut Scanner<'l>) -> Result<Request<'l>, Problem> {
    let screen = screen(scanner)?;
    let condition = if scanner.key(b"WINDOW=") {
        Condition::Window(condition_pattern(scanner)?)
    } else if scanner.key(b"NOWINDOW=") {
        Condition::NoWindow(condition_pattern(scanner)?)
    } else if scanner.key(b"REQUESTER") {
        // 1.1 looks at the start of this word only, so whatever touches it belongs to it.
        scanner.value();
        Condition::Requester
    } else {
        let target = target_on_screen(scanner, screen)?;
        if !scanner.key(b"TEXT=") {
            return Err(Problem::Missing(Argument::Text));
        }
        Condition::Text {
            target,
            text: limited(scanner.value(), Argument::Text)?,
        }
    };
    Ok(Request::WaitFor {
        screen,
        condition,
        timeout: timeout(scanner, DEFAULT_TIMEOUT)?,
    })
}

fn screenshot<'l>(scanner: &mut Scanner<'l>) -> Result<Request<'l>, Problem> {
    let (mut on_screen, mut window) = (None, None);
    while scanner.peek().is_some() {
        if scanner.key(b"WINDOW=") {
            let pattern = limited(scanner.value(), Argument::Window)?;
            window = if pattern.is_empty() { None } else { Some(pattern) };
        } else {
            let before = scanner.offset();
            on_screen = screen(scanner)?;
            if scanner.offset() == before {
                return Err(unexpected(scanner));
            }
        }
    }
    Ok(Request::Screenshot {
        screen: on_screen,
        window,
    })
}

/// The word that comes next is not one that the verb takes.
pub(super) fn unexpected(scanner: &Scanner<'_>) -> Problem {
    Problem::Unexpected(u16::try_from(scanner.offset()).unwrap_or(u16::MAX))
}

/// Refuses a word that is longer than `argument` may be.
pub(super) fn limited<'l>(word: Word<'l>, argument: Argument) -> Result<Word<'l>, Problem> {
    if word.len() > argument.max_bytes() {
        Err(Problem::TooLong(argument))
    } else {
        Ok(word)
    }
}

/// A word that must be there.
fn word<'l>(scanner: &mut Scanner<'l>, argument: Argument) -> Result<Word<'l>, Problem> {
    limited(scanner.word().ok_or(Problem::Missing(argument))?, argument)
}

/// A path that must be there.
fn path<'l>(scanner: &mut Scanner<'l>) -> Result<Word<'l>, Problem> {
    word(scanner, Argument::Path)
}

/// A number that must be there.
pub(super) fn number(scanner: &mut Scanner<'_>, argument: Argument) -> Result<Number, Problem> {
    let word = scanner.word().ok_or(Problem::Missing(argument))?;
    if word.len() > MAX_NUMBER {
        Err(Problem::TooLong(argument))
    } else {
        Ok(Number::from_word(word))
    }
}

/// The number right after a `KEY=`; nothing there is 0.
pub(super) fn number_value(scanner: &mut Scanner<'_>) -> Result<Number, Problem> {
    Ok(Number::from_word(limited(scanner.value(), Argument::Number)?))
}

/// An offset or a size.
fn pixels(scanner: &mut Scanner<'_>) -> Result<i16, Problem> {
    Ok(number(scanner, Argument::Pixels)?.as_i16())
}

/// The value of `STACK=`, which must not be empty; 0 or less is the same as none.
fn stack(scanner: &mut Scanner<'_>) -> Result<Option<u32>, Problem> {
    let word = limited(scanner.value(), Argument::Stack)?;
    if word.is_empty() {
        return Err(Problem::Missing(Argument::Stack));
    }
    Ok(Number::from_word(word).as_count().filter(|bytes| *bytes != 0))
}

/// `TIMEOUT=seconds`, if it comes next.
fn timeout(scanner: &mut Scanner<'_>, default: u32) -> Result<u32, Problem> {
    if scanner.key(b"TIMEOUT=") {
        Ok(number_value(scanner)?.as_timeout(default))
    } else {
        Ok(default)
    }
}

/// The pattern of a `WINDOW=` condition. It may be empty in quotes only.
fn condition_pattern<'l>(scanner: &mut Scanner<'l>) -> Result<Word<'l>, Problem> {
    let before = scanner.offset();
    let pattern = limited(scanner.value(), Argument::Window)?;
    if scanner.offset() == before {
        Err(Problem::Missing(Argument::Window))
    } else {
        Ok(pattern)
    }
}

/// A text: a quoted word, or the rest of the line as it is.
fn text<'l>(scanner: &mut Scanner<'l>) -> Result<Word<'l>, Problem> {
    let text = match scanner.peek() {
        None => return Err(Problem::Missing(Argument::Text)),
        Some(b'"') => scanner.value(),
        Some(_) => Word::plain(scanner.remainder()),
    };
    limited(text, Argument::Text)
}

/// A command line: the rest of the line, quotes and all.
fn command<'l>(scanner: &mut Scanner<'l>) -> Result<&'l [u8], Problem> {
    let command = scanner.remainder();
    match command.len() {
        0 => Err(Problem::Missing(Argument::Command)),
        length if length > Argument::Command.max_bytes() => Err(Problem::TooLong(Argument::Command)),
        _ => Ok(command),
    }
}
