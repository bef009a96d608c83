//! `tree`: the gadgets of a window.

use std::time::Duration;

use protocol::client::record::{Field, Gadget, Record, Window, records};
use protocol::{Request, Word};
use serde::Serialize;

use super::{Bounds, Command, foreign_record, malformed};
use crate::failure::Failure;
use crate::latin1;
use crate::locator::encode_screen;
use crate::output::Output;
use crate::session::Session;

/// `tree`.
pub(super) struct Tree {
    screen: Option<Vec<u8>>,
    window: Vec<u8>,
}

impl Tree {
    pub(super) fn read(window: &str, screen: Option<&str>) -> Result<Tree, Failure> {
        Ok(Tree {
            screen: encode_screen(screen)?,
            window: latin1::encode("the window pattern", window)?,
        })
    }
}

impl Command for Tree {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        let screen = self.screen.as_deref().map(Word::plain);
        let request = Request::Tree {
            screen,
            window: Word::plain(&self.window),
        };
        let body = session.request(&request, Duration::ZERO)?;
        // The text form is checked, too: a line that was damaged on its way must not pass as a tree.
        let description = describe(&body)?;
        output.show(&latin1::decode(body.iter().copied()), &description)
    }
}

/// A window with its gadgets, as JSON.
#[derive(Debug, Serialize)]
struct WindowDescription {
    window: String,
    screen: String,
    bounds: Bounds,
    gadgets: Vec<GadgetDescription>,
}

/// A gadget, as JSON.
#[derive(Debug, Serialize)]
struct GadgetDescription {
    id: u32,
    role: String,
    class: String,
    label: String,
    value: Option<String>,
    bounds: Bounds,
}

fn describe(body: &[u8]) -> Result<WindowDescription, Failure> {
    let mut description: Option<WindowDescription> = None;
    for record in records(body) {
        match (record.map_err(|line| malformed(&line))?, &mut description) {
            (Record::Window(window), None) => description = Some(describe_window(&window)),
            (Record::Gadget(gadget), Some(window)) => window.gadgets.push(describe_gadget(&gadget)),
            _ => return Err(foreign_record("TREE")),
        }
    }
    description.ok_or_else(|| foreign_record("TREE"))
}

fn describe_window(window: &Window<'_>) -> WindowDescription {
    WindowDescription {
        window: text(window.title),
        screen: text(window.screen_title),
        bounds: window.bounds.into(),
        gadgets: Vec::new(),
    }
}

fn describe_gadget(gadget: &Gadget<'_>) -> GadgetDescription {
    GadgetDescription {
        id: gadget.id,
        role: latin1::decode(gadget.role_name.iter().copied()),
        class: text(gadget.class),
        label: text(gadget.label),
        value: gadget.value.map(text),
        bounds: gadget.bounds.into(),
    }
}

fn text(field: Field<'_>) -> String {
    latin1::decode(field.bytes())
}
