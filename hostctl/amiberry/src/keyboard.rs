//! Keys that are held for a time. Amiberry releases no key by itself, so the release is sent in every path.

use crate::client::Client;
use crate::command::Call;
use crate::error::{Error, Reason, Result};
use std::time::{Duration, Instant};

/// Pause between attempts to release.
const PAUSE: Duration = Duration::from_millis(50);

/// Presses keys (raw codes, at most $67) one after the other, holds them, and releases them in reverse.
///
/// # Errors
/// [`Reason::Argument`] for a code that is none; what Amiberry refuses; [`Reason::CleanupUnconfirmed`] when no reply confirms
/// a release within `cleanup`.
pub fn hold(client: &Client, codes: &[u8], time: Duration, cleanup: Duration) -> Result<()> {
    let call = |code: &u8, down| Call::new("SEND_KEY", &[&code.to_string(), down]);
    let presses: Vec<Call> = codes.iter().map(|code| call(code, "1")).collect::<Result<_>>()?;
    let releases: Vec<Call> = codes.iter().map(|code| call(code, "0")).collect::<Result<_>>()?;
    let mut down = 0;
    let pressed = presses.iter().try_for_each(|press| {
        client.interrupt().check()?;
        // It may be down, even when no reply comes.
        down += 1;
        client.call(press).map(|_| ())
    });
    let result = pressed.and_then(|()| client.interrupt().sleep(time));
    let begin = Instant::now();
    let unconfirmed: Vec<&str> = releases[..down]
        .iter()
        .rev()
        .filter(|release| !released(client, release, begin, cleanup))
        .map(|release| release.arguments()[0].as_str())
        .collect();
    if unconfirmed.is_empty() {
        return result;
    }
    let cause = result
        .err()
        .map(|error| format!(" The cause before that: {error}."))
        .unwrap_or_default();
    Err(Error::new(
        Reason::CleanupUnconfirmed,
        format!(
            "keys may still be down: Amiberry did not confirm the release of {}. Send `input send-key CODE off`.{cause}",
            unconfirmed.join(", ")
        ),
    ))
}

/// Sends a release until it is confirmed. Once is enough, and more does no harm.
fn released(client: &Client, release: &Call, begin: Instant, cleanup: Duration) -> bool {
    loop {
        let reply = client.exchange_for_cleanup("SEND_KEY", release.arguments(), begin, cleanup);
        if reply.is_ok_and(|reply| reply.ok) {
            return true;
        }
        if begin.elapsed() + PAUSE >= cleanup {
            return false;
        }
        std::thread::sleep(PAUSE);
    }
}
