//! The text protocol as far as a test needs it to look at raw bytes; `docs/wire.md` specifies it. Kept apart from
//! the product's own parser on purpose: a fault in that one shall not hide itself here.

use crate::serial::Serial;
use crate::termination::end_requested;
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

/// One reply of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// 0, 5, 10, 15 or 20.
    pub code: u32,
    /// The counted bytes after the header.
    pub payload: Vec<u8>,
}

impl Reply {
    /// The payload as text; each byte is one character of ISO 8859-1.
    pub fn text(&self) -> String {
        self.payload.iter().map(|&byte| char::from(byte)).collect()
    }
}

/// Finds a whole reply in received bytes. Text before the header is skipped: AROS prints there while it boots.
/// Gives the reply and where it ends.
fn find_reply(bytes: &[u8]) -> Option<(Reply, usize)> {
    let mut start = 0;
    while let Some(at) = bytes[start..].windows(3).position(|window| window == b"RC ") {
        let header = start + at;
        let length = bytes[header..].iter().position(|&byte| byte == b'\n')?;
        if let Some((code, count)) = parse_header(&bytes[header..header + length]) {
            let body = header + length + 1;
            let payload = bytes.get(body..body + count)?.to_vec();
            return Some((Reply { code, payload }, body + count));
        }
        start = header + 3;
    }
    None
}

/// Reads `RC <code> <count>`.
fn parse_header(line: &[u8]) -> Option<(u32, usize)> {
    let mut words = std::str::from_utf8(line).ok()?.strip_prefix("RC ")?.split(' ');
    let code = words.next()?.parse().ok()?;
    let count = words.next()?.parse().ok()?;
    words.next().is_none().then_some((code, count))
}

/// Sends one request line (without its line feed, ISO 8859-1) and waits for its reply. Bytes received before are
/// dropped.
///
/// # Errors
/// No whole reply came before `deadline` ran out.
pub fn ask(serial: &Serial, line: &[u8], deadline: Duration) -> Result<Reply> {
    serial.take();
    let mut bytes = line.to_vec();
    bytes.push(b'\n');
    serial.write(&bytes)?;
    read_reply(serial, deadline, &String::from_utf8_lossy(line))
}

/// As [`ask`], with a counted body right behind the line.
///
/// # Errors
/// No whole reply came before `deadline` ran out.
pub fn ask_with_body(serial: &Serial, line: &[u8], body: &[u8], deadline: Duration) -> Result<Reply> {
    serial.take();
    serial.write(&[line, b"\n", body].concat())?;
    read_reply(serial, deadline, &String::from_utf8_lossy(line))
}

/// Waits for one reply; `request` is named when it does not come.
fn read_reply(serial: &Serial, deadline: Duration, request: &str) -> Result<Reply> {
    let awaited = format!("the reply to {request}");
    let bytes = serial.take_when(deadline, &awaited, |bytes| find_reply(bytes).map(|(_, end)| end))?;
    find_reply(&bytes)
        .map(|(reply, _)| reply)
        .context("the reply was there and is not any more")
}

/// Asks for VERSION until a server answers, and then waits until the line is quiet, so that the next reply belongs
/// to the next request.
///
/// # Errors
/// No server answered before `deadline` ran out; the message shows what came last.
pub fn wait_until_ready(serial: &Serial, deadline: Duration) -> Result<Reply> {
    let end = Instant::now() + deadline;
    loop {
        let patience = Duration::from_secs(3).min(end.saturating_duration_since(Instant::now()));
        match ask(serial, b"VERSION", patience) {
            Ok(reply) if reply.code == 0 && reply.payload.starts_with(b"AMIPILOT ") => {
                wait_until_quiet(serial, Duration::from_secs(20))?;
                return Ok(reply);
            }
            Ok(reply) => bail!(
                "the server answered VERSION with RC {}: {}",
                reply.code,
                reply.text()
            ),
            Err(error) if Instant::now() >= end || end_requested() => {
                return Err(error.context(format!("no server answered within {} s", deadline.as_secs())));
            }
            Err(_) => {}
        }
    }
}

/// Waits until nothing has come for half a second.
fn wait_until_quiet(serial: &Serial, deadline: Duration) -> Result<()> {
    let end = Instant::now() + deadline;
    while Instant::now() < end {
        serial.take();
        std::thread::sleep(Duration::from_millis(500));
        if serial.take().is_empty() {
            return Ok(());
        }
    }
    bail!(
        "the serial line did not get quiet within {} s: something prints on it without end",
        deadline.as_secs()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_found_behind_noise_and_only_when_whole() {
        assert_eq!(find_reply(b"[Init] RC noise\nRC 5 3\nab"), None);
        let (reply, end) = find_reply(b"[Init] RC noise\nRC 5 3\nabcRC 0 0\n").unwrap();
        assert_eq!(
            reply,
            Reply {
                code: 5,
                payload: b"abc".to_vec()
            }
        );
        assert_eq!(end, 26);
        assert_eq!(find_reply(b"RC 0 0 0\nRC 0"), None);
    }
}
