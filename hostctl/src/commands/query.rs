//! `screens` and `get-text`: reading without touching.

use std::time::Duration;

use protocol::Request;
use protocol::client::record::{Record, records};
use serde_json::json;

use super::{Bounds, Command, foreign_record, malformed};
use crate::failure::Failure;
use crate::latin1;
use crate::locator::Locator;
use crate::output::Output;
use crate::session::Session;

/// `screens`.
pub(super) struct Screens;

impl Command for Screens {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        let body = session.request(&Request::Screens, Duration::ZERO)?;
        let mut screens = Vec::new();
        for record in records(&body) {
            match record.map_err(|line| malformed(&line))? {
                Record::Screen(screen) => screens.push(json!({
                    "title": latin1::decode(screen.title.bytes()),
                    "bounds": Bounds::from(screen.bounds),
                    "frontmost": screen.frontmost,
                })),
                _ => return Err(foreign_record("SCREENS").into()),
            }
        }
        output.show(
            &latin1::decode(body.iter().copied()),
            &json!({ "screens": screens }),
        )
    }
}

/// `get-text`.
pub(super) struct GetText {
    locator: Locator,
}

impl GetText {
    pub(super) fn read(gadget: &[String], screen: Option<&str>) -> Result<GetText, Failure> {
        Ok(GetText {
            locator: Locator::read(gadget, screen)?,
        })
    }
}

impl Command for GetText {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        let request = Request::GetText {
            target: self.locator.target(),
        };
        let text = latin1::decode(session.request(&request, Duration::ZERO)?);
        output.show(&text, &json!({ "text": text }))
    }
}
