//! `wait`: the Amiga watches, and answers when the condition holds.

use std::time::Duration;

use protocol::Request;
use protocol::Word;

use super::Command;
use crate::failure::Failure;
use crate::locator::{Awaited, encode_screen};
use crate::output::Output;
use crate::session::Session;

/// `wait`.
pub(super) struct Wait {
    screen: Option<Vec<u8>>,
    awaited: Awaited,
    timeout: u32,
}

impl Wait {
    pub(super) fn read(words: &[String], screen: Option<&str>, timeout: u32) -> Result<Wait, Failure> {
        Ok(Wait {
            screen: encode_screen(screen)?,
            awaited: Awaited::read(words, screen)?,
            timeout,
        })
    }
}

impl Command for Wait {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        let request = Request::WaitFor {
            screen: self.screen.as_deref().map(Word::plain),
            condition: self.awaited.condition(),
            timeout: self.timeout,
        };
        session.request(&request, Duration::from_secs(u64::from(self.timeout)))?;
        output.show_done()
    }
}
