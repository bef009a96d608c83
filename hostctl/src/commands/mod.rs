//! The commands: each turns its words into one request, and the reply into a result.
//!
//! A command is prepared before the connection is opened: its words are checked and put into Latin-1. Then it runs in
//! a [`Session`]. One module per family.

mod act;
mod query;
mod server;
mod tree;
mod wait;

use protocol::client::record::Malformed;
use protocol::text::Rect;
use serde::Serialize;

use crate::arguments;
use crate::failure::{Failure, FailureKind};
use crate::output::Output;
use crate::session::Session;

/// A command whose words have been read.
pub trait Command {
    /// Does it, and shows the result.
    ///
    /// # Errors
    /// What the server, the connection or the output answers.
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()>;
}

/// Reads the words of a command.
///
/// # Errors
/// A mistake in them.
pub fn prepare(command: &arguments::AmigaCommand) -> Result<Box<dyn Command>, Failure> {
    use arguments::AmigaCommand as Words;
    Ok(match command {
        Words::Info => Box::new(server::Info),
        Words::Ping => Box::new(server::Ping),
        Words::Quit => Box::new(server::Quit),
        Words::Screens => Box::new(query::Screens),
        Words::Tree { window, screen } => Box::new(tree::Tree::read(window, screen.screen.as_deref())?),
        Words::GetText { gadget, screen } => {
            Box::new(query::GetText::read(gadget, screen.screen.as_deref())?)
        }
        Words::Click {
            gadget,
            screen,
            expect,
            expect_timeout,
        } => Box::new(act::Click::read(
            gadget,
            screen.screen.as_deref(),
            expect.as_deref(),
            *expect_timeout,
        )?),
        Words::Type { words, screen } => Box::new(act::Type::read(words, screen.screen.as_deref())?),
        Words::Wait {
            condition,
            screen,
            wait_timeout,
        } => Box::new(wait::Wait::read(
            condition,
            screen.screen.as_deref(),
            *wait_timeout,
        )?),
    })
}

/// A rectangle in pixels, as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
struct Bounds {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl From<Rect> for Bounds {
    fn from(rect: Rect) -> Bounds {
        Bounds {
            left: rect.left,
            top: rect.top,
            width: rect.width,
            height: rect.height,
        }
    }
}

/// The failure of a reply line in no known form.
fn malformed(line: &Malformed<'_>) -> Failure {
    Failure::new(FailureKind::BadReply, line.to_string())
}

/// The failure of a reply whose lines are well-formed, but are not those that `verb` gives.
fn foreign_record(verb: &str) -> Failure {
    Failure::new(
        FailureKind::BadReply,
        format!(
            "the reply to {verb} is that of another request: bytes were lost on the line, or two programs use it at once. \
             Try again."
        ),
    )
}
