//! The exchange recorded with Amiberry 8.3.0: the same calls send the same bytes, and every reply is read.

mod common;

use amiberry_control::client::{Client, Limits};
use amiberry_control::command::Call;
use amiberry_control::interrupt::Interrupt;
use amiberry_control::refusal;
use amiberry_control::transport::{Connection, Connector};
use common::recording;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Steps = Arc<Mutex<VecDeque<(String, String)>>>;

/// The recorded server; each connection takes one request, as 8.3.0 with a client that closes.
struct Recorded(Steps);

struct RecordedConnection {
    steps: Steps,
    written: Vec<u8>,
    reply: VecDeque<u8>,
}

impl Connector for Recorded {
    fn connect(&self, _limit: Duration) -> io::Result<Box<dyn Connection>> {
        Ok(Box::new(RecordedConnection {
            steps: Arc::clone(&self.0),
            written: Vec::new(),
            reply: VecDeque::new(),
        }))
    }

    fn describe(&self) -> String {
        "recording".into()
    }

    fn lock_path(&self) -> Option<PathBuf> {
        None
    }
}

impl Write for RecordedConnection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend(bytes);
        if self.written.ends_with(b"\n") {
            let (request, reply) = self
                .steps
                .lock()
                .unwrap()
                .pop_front()
                .expect("the recording has ended");
            assert_eq!(String::from_utf8_lossy(&self.written), format!("{request}\n"));
            self.written.clear();
            self.reply.extend(reply.into_bytes());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for RecordedConnection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Small pieces, so that every reply arrives cut up.
        let length = buffer.len().min(3);
        self.reply.read(&mut buffer[..length])
    }
}

impl Connection for RecordedConnection {
    fn set_limit(&mut self, _limit: Duration) -> io::Result<()> {
        Ok(())
    }

    fn half_close(&mut self) -> io::Result<bool> {
        Ok(true)
    }
}

#[test]
fn the_recorded_exchange_is_reproduced() {
    let pairs = recording();
    assert!(
        pairs.len() > 120
            && pairs
                .iter()
                .all(|(_, reply)| reply.starts_with("OK") || reply.starts_with("ERROR"))
    );
    let steps: Steps = Arc::new(Mutex::new(pairs.iter().cloned().collect()));
    let limits = Limits {
        connect: Duration::from_secs(1),
        reply: Duration::from_secs(1),
    };
    let client = Client::new(Arc::new(Recorded(Arc::clone(&steps))), limits, Interrupt::new());
    let (mut typed, mut refused, mut raw) = (0, 0, 0);
    for (request, _) in &pairs {
        let words: Vec<&str> = request.split('\t').collect();
        let Ok(call) = Call::new(words[0], &words[1..]) else {
            // What our own checks refuse goes out as it is, and its refusal is understood.
            let arguments: Vec<String> = words[1..].iter().map(|word| (*word).to_owned()).collect();
            let reply = client.raw(words[0], &arguments).unwrap();
            assert!(!reply.ok || words[0] == "ping", "{request}");
            raw += 1;
            continue;
        };
        // Exactly one request each: the state that it needs is not asked for here.
        let specification = call.specification();
        let reply = client
            .exchange(
                specification.name,
                call.arguments(),
                specification.effect,
                specification.framing(),
            )
            .unwrap();
        if reply.ok {
            let value = specification
                .answer
                .read(specification.name, &reply.fields)
                .unwrap_or_else(|error| panic!("{request}: {error}"));
            if words[0] == "DISASSEMBLE" {
                assert_eq!(value.json().as_array().map(Vec::len), Some(3));
            }
            typed += 1;
        } else {
            assert!(refusal::error(specification.name, &reply).message.len() > 20);
            refused += 1;
        }
    }
    assert!(
        steps.lock().unwrap().is_empty(),
        "every recorded request was sent"
    );
    assert_eq!(
        (typed, refused, raw),
        (92, 16, 24),
        "answers, refusals, and what our checks refuse"
    );
}

#[test]
fn capabilities_are_those_of_the_recorded_help() {
    let help = recording()
        .into_iter()
        .find(|(request, _)| request == "HELP")
        .unwrap();
    let steps: Steps = Arc::new(Mutex::new([help].into()));
    let limits = Limits {
        connect: Duration::from_secs(1),
        reply: Duration::from_secs(1),
    };
    let names = Client::new(Arc::new(Recorded(steps)), limits, Interrupt::new())
        .capabilities()
        .unwrap();
    for specification in amiberry_control::command::all() {
        let old = specification.since == amiberry_control::command::Since::EightThree;
        assert_eq!(names.contains(specification.name), old, "{}", specification.name);
    }
}
