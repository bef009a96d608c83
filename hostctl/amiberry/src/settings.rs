//! The settings session of newer servers: options, mounts, boards, custom controls, host settings.
//!
//! The public description names only some of the commands; the others' names depend on the build. So nothing is guessed:
//! the names come from the running Amiberry's HELP, and every call is checked against them before it is sent.
//!
//! There is one session for the whole server. One controller's commit commits the staged edits of all, and a reset drops
//! those of all: [`SHARED`] says so, and the command line shows it before either.

use crate::client::{Client, Effect};
use crate::error::{Error, Reason, Result};
use crate::refusal;
use crate::wire::{Framing, Reply};

/// The rule that everybody must know before a commit or a reset.
pub const SHARED: &str = "All controllers of this Amiberry share one settings session: a commit commits the staged edits \
                          of all of them, a reset drops those of all of them.";

/// A group of settings commands, found by the words in their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Options of the configuration and the session itself.
    Session,
    /// Hard drives and directories.
    Mounts,
    /// Expansion boards.
    Boards,
    /// Functions of a port's buttons and axes.
    Controls,
    /// Settings of the program, `amiberry.conf`.
    Host,
}

impl Group {
    fn of(name: &str) -> Option<Group> {
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if !has(&[
            "SETTINGS",
            "SETTING_",
            "RESET_SESSION",
            "MOUNT",
            "BOARD",
            "CUSTOM_CONTROL",
            "HOST_",
        ]) {
            return None;
        }
        Some(if has(&["MOUNT"]) {
            Group::Mounts
        } else if has(&["BOARD"]) {
            Group::Boards
        } else if has(&["CONTROL"]) {
            Group::Controls
        } else if has(&["HOST"]) {
            Group::Host
        } else {
            Group::Session
        })
    }
}

/// The settings commands that the running Amiberry offers.
///
/// # Errors
/// [`Reason::UnsupportedCapability`] when it offers none; as [`Client::exchange`].
pub fn offered(client: &Client, group: Option<Group>) -> Result<Vec<String>> {
    let names = client.capabilities()?;
    let fits =
        |name: &&String| Group::of(name).is_some_and(|found| group.is_none_or(|wanted| wanted == found));
    let offered: Vec<String> = names.iter().filter(fits).cloned().collect();
    if offered.is_empty() {
        return Err(Error::new(
            Reason::UnsupportedCapability,
            "the running Amiberry offers no such settings commands in its HELP. They need a version newer than 8.3.0",
        ));
    }
    Ok(offered)
}

/// Sends a settings command that the running Amiberry offers. `name` may be short: `COMMIT` finds `SETTINGS_COMMIT`.
///
/// # Errors
/// [`Reason::UnsupportedCapability`] when HELP does not have it; [`Reason::Argument`] when a short name fits several; what
/// Amiberry refuses.
pub fn call(client: &Client, group: Option<Group>, name: &str, arguments: &[String]) -> Result<Reply> {
    let offered = offered(client, group)?;
    let wanted = name.to_ascii_uppercase().replace('-', "_");
    let exact = offered
        .iter()
        .filter(|offer| **offer == wanted || **offer == format!("SETTINGS_{wanted}"));
    let mut found: Vec<&String> = exact.collect();
    if found.is_empty() {
        found = offered
            .iter()
            .filter(|offer| offer.ends_with(&format!("_{wanted}")))
            .collect();
    }
    match found.as_slice() {
        [name] => {
            let asks = ["GET", "LIST", "COUNT", "STATUS"]
                .iter()
                .any(|word| name.split('_').any(|part| part == *word));
            let effect = if asks { Effect::Repeatable } else { Effect::Once };
            let reply = client.exchange(name, arguments, effect, Framing::Line)?;
            if reply.ok {
                Ok(reply)
            } else {
                Err(refusal::error(name, &reply))
            }
        }
        [] => Err(Error::new(
            Reason::UnsupportedCapability,
            format!(
                "the running Amiberry offers no {wanted}. It has: {}",
                offered.join(", ")
            ),
        )),
        several => Err(Error::argument(format!(
            "{name} fits several commands: {several:?}. Write one of them"
        ))),
    }
}
