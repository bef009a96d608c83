//! From the flat record of a line to the request with a type for each verb.

use super::error::ParseError;
use super::fields::{Fields, Form, Locator};
use super::{Condition, DragTo, Expectation, Request, Target};
use crate::verb::Verb;
use crate::word::Word;

/// Reads a request line, given without its end.
///
/// # Errors
/// When the line is no request; the answer is RC 10 with the error's text.
pub fn parse(line: &[u8]) -> Result<Request<'_>, ParseError> {
    Fields::read(line).map(|fields| Request::from(&fields))
}

impl<'l> From<&Fields<'l>> for Request<'l> {
    fn from(fields: &Fields<'l>) -> Request<'l> {
        let screen = some(fields.screen());
        let (window, text) = (*fields.window(), *fields.text());
        let number = |index| fields.number(index);
        let timeout = fields.timeout;
        match fields.verb {
            Verb::Version => Request::Version,
            Verb::Screens => Request::Screens,
            Verb::Quit => Request::Quit,
            Verb::Ping => Request::Ping,
            Verb::Info => Request::Info,
            Verb::Why => Request::Why,
            Verb::Auth => Request::Auth { password: text },
            Verb::Tree => Request::Tree { screen, window },
            Verb::Menu => Request::Menu { screen, window },
            Verb::Click => Request::Click {
                target: target(fields),
                expect: match fields.form {
                    Form::Window => Some(Expectation::Window(text)),
                    Form::NoWindow => Some(Expectation::NoWindow),
                    _ => None,
                },
                timeout,
            },
            Verb::Type => Request::Type {
                target: target(fields),
                text,
            },
            Verb::GetText => Request::GetText {
                target: target(fields),
            },
            Verb::Manifest => Request::Manifest { path: text },
            Verb::Launch => Request::Launch {
                stack: number(0).as_count().filter(|bytes| *bytes != 0),
                command: fields.command(),
            },
            Verb::WbLaunch => Request::WbLaunch {
                icon: text,
                options: fields.startup_options(),
            },
            Verb::FsList => Request::FsList { path: text },
            Verb::FsStat => Request::FsStat { path: text },
            Verb::FsMakeDir => Request::FsMakeDir { path: text },
            Verb::FsDelete => Request::FsDelete { path: text },
            Verb::FsGet => Request::FsGet { path: text },
            Verb::FsPut => Request::FsPut {
                path: text,
                count: number(0).as_count().unwrap_or(0),
                timeout,
            },
            Verb::MenuPick => Request::MenuPick {
                screen,
                window,
                menu: number(0).as_i32(),
                item: number(1).as_i32(),
                sub: match fields.form {
                    Form::SubItem => number(2).as_count(),
                    _ => None,
                },
            },
            Verb::Drag => Request::Drag {
                target: target(fields),
                to: match fields.form {
                    Form::ToId => DragTo::Id(number(1).as_id()),
                    Form::ToName => DragTo::Name(*fields.rest()),
                    _ => DragTo::Offset {
                        dx: number(1).as_i16(),
                        dy: number(2).as_i16(),
                    },
                },
            },
            Verb::WindowMove => Request::WindowMove {
                screen,
                window,
                dx: number(1).as_i16(),
                dy: number(2).as_i16(),
            },
            Verb::WindowSize => Request::WindowSize {
                screen,
                window,
                width: number(1).as_i16(),
                height: number(2).as_i16(),
            },
            Verb::WaitFor => Request::WaitFor {
                screen,
                condition: match fields.form {
                    Form::Window => Condition::Window(text),
                    Form::NoWindow => Condition::NoWindow(text),
                    Form::Requester => Condition::Requester,
                    _ => Condition::Text {
                        target: target(fields),
                        text,
                    },
                },
                timeout,
            },
            Verb::Screenshot => Request::Screenshot {
                screen,
                window: some(fields.window()),
            },
            Verb::MuiRexx => Request::MuiRexx {
                base: text,
                timeout,
                command: fields.command(),
            },
            Verb::Where => Request::Where {
                name: *fields.rest(),
                timeout,
            },
            Verb::Pick => Request::Pick { screen },
        }
    }
}

/// The gadget that a line names.
fn target<'l>(fields: &Fields<'l>) -> Target<'l> {
    let screen = some(fields.screen());
    let window = *fields.window();
    match fields.locator {
        Locator::Id => Target::ById {
            screen,
            window,
            id: fields.number(0).as_id(),
        },
        Locator::Role => Target::ByRole {
            screen,
            window,
            role: fields.role,
            label: some(fields.label()),
            index: fields.number(0).as_i32(),
        },
        Locator::Name => Target::ByName { screen, name: window },
    }
}

/// An option whose empty value is the same as none.
fn some<'l>(word: &Word<'l>) -> Option<Word<'l>> {
    if word.is_empty() { None } else { Some(*word) }
}
