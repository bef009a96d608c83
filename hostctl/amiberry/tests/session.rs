//! Connections of both generations: pieces, garbage, early ends, limits, what is repeated and what never.

mod common;

use amiberry_control::client::{Client, Effect, Limits};
use amiberry_control::error::Reason;
use amiberry_control::fake::{Accident, Behaviour, FakeAmiberry, Generation};
use amiberry_control::interrupt::Interrupt;
use amiberry_control::settings::{self, Group};
use amiberry_control::transport::usual;
use amiberry_control::wire::Framing;
use common::{LIMITS, client, fake};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

#[test]
fn replies_may_come_in_single_bytes_from_both_generations() {
    for generation in [Generation::Old, Generation::New] {
        for piece in [1, 2, 3] {
            let fake = FakeAmiberry::new(
                generation,
                Behaviour {
                    piece: Some(piece),
                    ..Behaviour::default()
                },
            );
            assert_eq!(client(&fake).run("PING", &[]).unwrap().text(), Some("PONG"));
            assert!(client(&fake).capabilities().unwrap().contains("HELP"));
        }
    }
}

#[test]
fn one_connection_serves_several_requests_and_an_old_server_ends_it_when_idle() {
    for (generation, ends) in [(Generation::Old, true), (Generation::New, false)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("amiberry.sock");
        let fake = fake(generation);
        let _listening = fake.listen(&path).unwrap();
        let mut stream = UnixStream::connect(&path).unwrap();
        stream.write_all(b"PING\r\n\nGET_VERSION\nping\n").unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(400))).unwrap();
        let mut text = String::new();
        let end = stream.read_to_string(&mut text);
        assert_eq!(text.lines().count(), 3, "{text}");
        assert_eq!(end.is_ok(), ends);
        // Our client works with either, also after a pause.
        let client = Client::new(usual(path).into(), LIMITS, Interrupt::new());
        for _ in 0..2 {
            client.run("PING", &[]).unwrap();
            std::thread::sleep(Duration::from_millis(150));
        }
    }
}

#[test]
fn many_clients_at_once_are_all_served() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("amiberry.sock");
    let fake = fake(Generation::Old);
    let _listening = fake.listen(&path).unwrap();
    let clients: Vec<_> = (0..24)
        .map(|_| {
            let path = path.clone();
            std::thread::spawn(move || {
                Client::new(usual(path).into(), LIMITS, Interrupt::new())
                    .run("PING", &[])
                    .is_ok()
            })
        })
        .collect();
    assert!(clients.into_iter().all(|client| client.join().unwrap()));
}

#[test]
fn only_questions_are_repeated() {
    let fake = fake(Generation::Old);
    for accident in [Accident::CutBefore, Accident::CutAfter, Accident::CutInside] {
        fake.behave(Behaviour {
            accident: Some((0, accident)),
            ..Behaviour::default()
        });
        client(&fake).run("PING", &[]).unwrap();
        assert_eq!(fake.requests().len(), 2, "{accident:?}");
        fake.behave(Behaviour {
            accident: Some((0, accident)),
            ..Behaviour::default()
        });
        assert_eq!(
            client(&fake).run("PAUSE", &[]).unwrap_err().reason,
            Reason::OutcomeUnknown
        );
        assert_eq!(fake.requests().len(), 1, "{accident:?}");
    }
}

#[test]
fn silence_ends_in_time() {
    let limits = Limits {
        reply: Duration::from_millis(80),
        ..LIMITS
    };
    let fake = fake(Generation::New);
    for (name, reason) in [("PING", Reason::NoAnswer), ("PAUSE", Reason::OutcomeUnknown)] {
        fake.behave(Behaviour {
            accident: Some((0, Accident::Silence)),
            ..Behaviour::default()
        });
        let begin = Instant::now();
        let client = Client::new(fake.connector(), limits, Interrupt::new());
        assert_eq!(client.run(name, &[]).unwrap_err().reason, reason);
        assert!(begin.elapsed() < Duration::from_secs(2));
    }
    let interrupt = Interrupt::new();
    interrupt.set();
    let client = Client::new(fake.connector(), limits, interrupt);
    assert_eq!(client.run("PING", &[]).unwrap_err().reason, Reason::Interrupted);
}

#[test]
fn garbage_is_named_as_such() {
    let fake = FakeAmiberry::new(
        Generation::New,
        Behaviour {
            garbage: b"HTTP/1.1 200\r\n".to_vec(),
            ..Behaviour::default()
        },
    );
    assert_eq!(
        client(&fake).run("PING", &[]).unwrap_err().reason,
        Reason::NotUnderstood
    );
}

#[test]
fn nobody_listening_is_said_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("amiberry.sock");
    let client = Client::new(usual(path.clone()).into(), LIMITS, Interrupt::new());
    let missing = client.run("PAUSE", &[]).unwrap_err();
    assert!(
        missing.reason == Reason::RuntimeUnreachable && missing.message.contains("Start Amiberry"),
        "{missing}"
    );
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let stale = client.run("PAUSE", &[]).unwrap_err();
    assert!(
        stale.reason == Reason::RuntimeUnreachable && stale.message.contains("left over"),
        "{stale}"
    );
}

#[test]
fn a_full_queue_is_waited_for_within_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("amiberry.sock");
    let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let limits = Limits {
        connect: Duration::from_millis(50),
        reply: Duration::from_millis(50),
    };
    // Nobody accepts. Whether the queue takes it or not, the client ends in time and names what happened.
    let begin = Instant::now();
    let client = Client::new(usual(path).into(), limits, Interrupt::new());
    let reason = client.run("PING", &[]).unwrap_err().reason;
    assert!(matches!(reason, Reason::NoAnswer | Reason::RuntimeUnreachable));
    assert!(begin.elapsed() < Duration::from_secs(2));
    drop(listener);
}

#[test]
fn requests_that_cannot_be_sent_are_refused_before_a_connection() {
    let fake = fake(Generation::New);
    let client = client(&fake);
    for argument in ["a\tb", "a\nQUIT", "a\r", ""] {
        assert_eq!(
            client
                .raw("LOAD_CONFIG", &[argument.to_owned()])
                .unwrap_err()
                .reason,
            Reason::Argument
        );
    }
    let long = "x".repeat(70_000);
    assert_eq!(
        client
            .exchange("LOAD_CONFIG", &[long], Effect::Once, Framing::Line)
            .unwrap_err()
            .reason,
        Reason::Argument
    );
    assert!(fake.requests().is_empty());
}

#[test]
fn settings_are_those_that_the_running_server_offers() {
    let new = fake(Generation::New);
    let client_new = client(&new);
    let all = settings::offered(&client_new, None).unwrap();
    assert_eq!(all.len(), 6, "{all:?}");
    let call = |group, name: &str, words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        settings::call(&client_new, Some(group), name, &words)
    };
    assert_eq!(
        call(Group::Session, "get", &["cpu_model"]).unwrap().fields,
        ["cpu_model=value"]
    );
    assert_eq!(
        call(Group::Session, "commit", &[]).unwrap().value("apply"),
        Some("restart")
    );
    call(Group::Session, "RESET_SESSION", &[]).unwrap();
    assert!(new.requests().contains(&"SETTINGS_RESET_SESSION".to_owned()));
    assert_eq!(
        call(Group::Mounts, "mount-list", &[]).unwrap().fields,
        ["unit0=dir:/a"]
    );
    assert_eq!(
        call(Group::Boards, "list", &[]).unwrap_err().reason,
        Reason::UnsupportedCapability
    );
    assert_eq!(
        call(Group::Session, "frobnicate", &[]).unwrap_err().reason,
        Reason::UnsupportedCapability
    );
    let old = fake(Generation::Old);
    assert_eq!(
        settings::offered(&client(&old), None).unwrap_err().reason,
        Reason::UnsupportedCapability
    );
}

#[test]
fn the_monitor_looks_at_the_state_before_it_changes_tables() {
    use amiberry_control::monitor::Text;
    let fake = fake(Generation::New);
    let text = |words: &[&str]| {
        Text::parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(
        text(&["capabilities"]).send(&client(&fake)).unwrap(),
        [r#"{"protocol":1}"#]
    );
    let history = text(&["history", "on"]);
    assert_eq!(
        history.send(&client(&fake)).unwrap_err().reason,
        Reason::WrongState
    );
    client(&fake).run("PAUSE", &[]).unwrap();
    history.send(&client(&fake)).unwrap();
    assert_eq!(fake.requests().last().unwrap(), "MONITOR\thistory\ton");
    let old = common::fake(Generation::Old);
    assert_eq!(
        history.send(&client(&old)).unwrap_err().reason,
        Reason::UnsupportedCapability
    );
}
