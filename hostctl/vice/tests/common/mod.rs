//! What several tests need: a fake, a monitor on it, and expectations.
#![allow(dead_code, reason = "each test program uses a part")]

pub mod command_line;

use std::time::Duration;
use vice_monitor::client::{Client, Limits};
use vice_monitor::error::{Error, Result};
use vice_monitor::fake::{Behaviour, FakeVice};
use vice_monitor::monitor::{Monitor, Options};

/// A fake that behaves as VICE 3.10.
pub fn fake() -> FakeVice {
    FakeVice::start(Behaviour::default()).expect("a free port")
}

/// A fake with a peculiarity.
pub fn fake_with(behaviour: Behaviour) -> FakeVice {
    FakeVice::start(behaviour).expect("a free port")
}

/// Options with short time limits.
pub fn options(fake: &FakeVice) -> Options {
    let limit = Duration::from_secs(2);
    Options {
        address: fake.address(),
        wait: limit,
        limits: Limits {
            request: limit,
            slow: limit,
        },
        ..Options::default()
    }
}

/// A monitor on a fake.
pub fn monitor(fake: &FakeVice) -> Monitor {
    Monitor::connect(options(fake), &mut |_| {}).expect("the fake answers")
}

/// A bare connection to a fake.
pub fn client(fake: &FakeVice) -> Client {
    let limit = Duration::from_secs(2);
    let stream = vice_monitor::client::connect_tcp(&fake.address(), limit).expect("the fake listens");
    Client::new(
        Box::new(stream),
        Limits {
            request: limit,
            slow: limit,
        },
        1,
    )
}

/// Fails unless VICE refused with this code.
#[track_caller]
pub fn refused<T: std::fmt::Debug>(result: Result<T>, byte: u8) {
    match result {
        Err(Error::Refused { code, .. }) => assert_eq!(code.byte(), byte),
        other => panic!("error ${byte:02x} expected, not {other:?}"),
    }
}

/// A moment for things that must not happen.
pub const SHORT: Duration = Duration::from_millis(60);
/// Enough for things that must happen.
pub const LONG: Duration = Duration::from_secs(5);
