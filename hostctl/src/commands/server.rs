//! `info`, `ping` and `quit`: about the server itself.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use protocol::{Request, Verb};
use serde_json::json;

use super::Command;
use crate::latin1;
use crate::output::Output;
use crate::session::Session;

/// `info`.
pub(super) struct Info;

impl Command for Info {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        let server = session.server().clone();
        // AmiPilot 1.1 has no INFO: then there is only what VERSION told.
        let machine = if has(session, Verb::Info) {
            latin1::decode(session.request(&Request::Info, Duration::ZERO)?)
        } else {
            String::new()
        };
        let values: BTreeMap<&str, &str> = machine.lines().filter_map(|line| line.split_once('=')).collect();
        let text = format!(
            "server={}\nprotocol={}\nstable={}\nextended={}\n{machine}",
            server.version,
            protocol::limits::PROTOCOL_NUMBER,
            server.stable.join(" "),
            server.extended.join(" "),
        );
        let value = json!({
            "server": server.version,
            "protocol": protocol::limits::PROTOCOL_NUMBER,
            "stable": server.stable,
            "extended": server.extended,
            "machine": values,
        });
        output.show(&text, &value)
    }
}

/// `ping`.
pub(super) struct Ping;

impl Command for Ping {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        // AmiPilot 1.1 has no PING; VERSION costs it nothing either.
        let request = if has(session, Verb::Ping) {
            Request::Ping
        } else {
            Request::Version
        };
        let start = Instant::now();
        session.request(&request, Duration::ZERO)?;
        let milliseconds = (start.elapsed().as_secs_f64() * 10_000.0).round() / 10.0;
        output.show(
            &format!("answered in {milliseconds:.1} ms"),
            &json!({ "milliseconds": milliseconds }),
        )
    }
}

/// `quit`.
pub(super) struct Quit;

impl Command for Quit {
    fn run(&self, session: &mut Session, output: &mut Output<'_>) -> anyhow::Result<()> {
        session.request(&Request::Quit, Duration::ZERO)?;
        output.show_done()
    }
}

/// Whether the server names this extension.
fn has(session: &Session, verb: Verb) -> bool {
    session.server().extended.iter().any(|name| name == verb.as_str())
}
