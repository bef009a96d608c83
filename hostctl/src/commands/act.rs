//! `click` and `type`: genuine input on a gadget.

use std::time::Duration;

use protocol::{Request, Word};

use super::Command;
use crate::failure::Failure;
use crate::latin1;
use crate::locator::{Effect, Locator};
use crate::output::Output;
use crate::session::Session;

/// What one typed character may take beyond the usual patience. AmiPilot 1.1 on a 7 MHz machine needs 0.28 s.
const PATIENCE_PER_CHARACTER: Duration = Duration::from_millis(400);

/// `click`.
pub(super) struct Click {
    locator: Locator,
    expected: Option<Effect>,
    timeout: u32,
}

impl Click {
    pub(super) fn read(
        gadget: &[String],
        screen: Option<&str>,
        expected: Option<&str>,
        timeout: u32,
    ) -> Result<Click, Failure> {
        let expected = expected.map(Effect::read).transpose()?;
        Ok(Click {
            locator: Locator::read(gadget, screen)?,
            expected,
            timeout,
        })
    }
}

impl Command for Click {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        let expect = self.expected.as_ref().map(Effect::expectation);
        let request = Request::Click {
            target: self.locator.target(),
            expect,
            timeout: self.timeout,
        };
        let wait = if expect.is_some() {
            Duration::from_secs(u64::from(self.timeout))
        } else {
            Duration::ZERO
        };
        session.request(&request, wait)?;
        output.show_done()
    }
}

/// `type`.
pub(super) struct Type {
    locator: Locator,
    text: Vec<u8>,
}

impl Type {
    pub(super) fn read(words: &[String], screen: Option<&str>) -> Result<Type, Failure> {
        let (text, gadget) = words
            .split_last()
            .ok_or_else(|| Failure::usage("no gadget and no text are given"))?;
        let text = latin1::encode("the text", text)?;
        Ok(Type {
            locator: Locator::read(gadget, screen)?,
            text,
        })
    }
}

impl Command for Type {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        let request = Request::Type {
            target: self.locator.target(),
            text: Word::plain(&self.text),
        };
        let characters = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        session.request(&request, PATIENCE_PER_CHARACTER.saturating_mul(characters))?;
        output.show_done()
    }
}
