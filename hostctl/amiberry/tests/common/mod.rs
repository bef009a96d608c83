//! What several tests need.
#![allow(dead_code, reason = "each test program uses a part")]

use amiberry_control::client::{Client, Limits};
use amiberry_control::fake::{Behaviour, FakeAmiberry, Generation};
use amiberry_control::interrupt::Interrupt;
use std::time::Duration;

/// Limits that are long enough for what must happen.
pub const LIMITS: Limits = Limits {
    connect: Duration::from_secs(2),
    reply: Duration::from_secs(2),
};

/// A quiet fake.
pub fn fake(generation: Generation) -> FakeAmiberry {
    FakeAmiberry::new(generation, Behaviour::default())
}

/// A client of a fake.
pub fn client(fake: &FakeAmiberry) -> Client {
    Client::new(fake.connector(), LIMITS, Interrupt::new())
}

/// A fake that gives these replies, by command.
pub fn scripted(replies: &[(&str, &str)]) -> FakeAmiberry {
    let replies = replies
        .iter()
        .map(|(name, reply)| ((*name).to_owned(), (*reply).to_owned()))
        .collect();
    FakeAmiberry::new(
        Generation::New,
        Behaviour {
            replies,
            ..Behaviour::default()
        },
    )
}

/// The recorded exchange: requests with their replies, in order; TAB and line feeds are real.
pub fn recording() -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in include_str!("../data/recorded-exchange.txt").lines() {
        let text = line
            .split("   ; ")
            .next()
            .unwrap_or_default()
            .replace("<TAB>", "\t");
        let timed = line.contains("   ; ");
        if let Some(request) = line.strip_prefix("C> ") {
            pairs.push((request.replace("<TAB>", "\t"), String::new()));
        } else if let Some(reply) = text.strip_prefix("S> ") {
            pairs.last_mut().expect("a reply follows a request").1 = format!("{reply}\n");
            open = !timed;
        } else if open {
            pairs
                .last_mut()
                .expect("a reply follows a request")
                .1
                .push_str(&format!("{text}\n"));
            open = !timed;
        }
    }
    pairs
}
