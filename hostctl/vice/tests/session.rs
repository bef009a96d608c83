//! What a line and another client may do: pieces, noise, silence, late replies, early ends, waiting, connecting anew.

mod common;

use common::{LONG, SHORT, client, fake, fake_with, monitor, options};
use std::time::{Duration, Instant};
use vice_monitor::client::{Limits, RunState};
use vice_monitor::command::{CheckpointSettings, Memspace, Operations};
use vice_monitor::error::Error;
use vice_monitor::fake::{Behaviour, FakeVice};
use vice_monitor::monitor::{Monitor, Options, ScreenOptions};
use vice_monitor::petscii::LetterCase;

const MAIN: Memspace = Memspace::COMPUTER;

/// Uses most kinds of replies; the machine must be fresh.
fn round(fake: &FakeVice) {
    let mut monitor = monitor(fake);
    assert_eq!(monitor.banks().unwrap().len(), 6);
    assert_eq!(monitor.registers(MAIN).unwrap().len(), 8);
    let settings = CheckpointSettings {
        start: 0xc000,
        end: 0xc00f,
        stop: true,
        enabled: false,
        operations: Operations::STORE,
        temporary: false,
        memspace: None,
    };
    let set = monitor.client().checkpoint_set(settings).unwrap();
    assert!(monitor.client().checkpoint_list().unwrap().contains(&set));
    monitor.client().checkpoint_delete(set.number).unwrap();
    let pc = monitor
        .client()
        .memory_get(false, 0, 0, MAIN, 0)
        .map(|_| fake.machine().pc())
        .unwrap();
    assert_eq!(monitor.step(1, false, LONG).unwrap().pc, pc + 1);
    assert_eq!(monitor.history(MAIN, 1).unwrap().len(), 1);
    assert_eq!(monitor.client().palette_get(true).unwrap().len(), 16);
    assert_eq!(monitor.client().display_get(true).unwrap().pixels.len(), 48 * 40);
    monitor.release().unwrap();
    assert_eq!(monitor.client().state(), RunState::Running);
    assert!(fake.machine().running);
}

#[test]
fn single_bytes_make_the_same_replies() {
    round(&fake_with(Behaviour {
        piece: Some(1),
        ..Behaviour::default()
    }));
}

#[test]
fn a_reply_may_be_cut_at_every_byte() {
    let fake = fake();
    // The longest answer below: two opening events and the register list.
    let longest = 2 * (12 + 34) + 14;
    for split in 0..=longest {
        fake.set_behaviour(Behaviour {
            split_at: Some(split),
            ..Behaviour::default()
        });
        let mut client = client(&fake);
        assert_eq!(client.registers_get(MAIN).unwrap().len(), 8, "cut at {split}");
        assert_eq!(client.found_running(), Some(true), "cut at {split}");
        client.resume().unwrap();
    }
}

#[test]
fn events_at_any_moment_do_not_disturb_replies() {
    round(&fake_with(Behaviour {
        chatter: true,
        ..Behaviour::default()
    }));
}

#[test]
fn fields_that_a_newer_version_appends_are_skipped() {
    round(&fake_with(Behaviour {
        item_tail: 3,
        ..Behaviour::default()
    }));
}

#[test]
fn garbage_between_frames_is_skipped() {
    round(&fake_with(Behaviour {
        garbage: b"\x00\x02\x07(C:$e5cf) \x02".to_vec(),
        ..Behaviour::default()
    }));
}

#[test]
fn garbage_alone_is_named_as_such() {
    // The text monitor's prompt, and no frame.
    let behaviour = Behaviour {
        garbage: vec![b'x'; 40_000],
        silent: vec![0x81],
        ..Behaviour::default()
    };
    let fake = fake_with(behaviour);
    let options = Options {
        wait: LONG,
        ..options(&fake)
    };
    let error = Monitor::connect(options, &mut |_| {})
        .err()
        .expect("no frame, no connection");
    assert!(
        matches!(error, Error::Noise { skipped } if skipped > 65_536),
        "{error:?}"
    );
    assert_eq!(error.exit_code(), 105);
}

#[test]
fn a_monitor_that_reopens_by_itself_is_followed() {
    let fake = fake_with(Behaviour {
        reopens: true,
        ..Behaviour::default()
    });
    let mut client = client(&fake);
    client.ping().unwrap();
    client.registers_get(MAIN).unwrap();
    assert_eq!(client.state(), RunState::Stopped { pc: Some(0xf7c0) });
    client.resume().unwrap();
    assert!(fake.machine().running);
}

#[test]
fn an_early_end_is_an_error_at_every_byte() {
    let fake = fake();
    // Opening events and the list of banks.
    let whole = 46 + 14 + 12 + 48;
    for length in 0..whole {
        fake.set_behaviour(Behaviour {
            close_after: Some(length),
            ..Behaviour::default()
        });
        let error = client(&fake).banks_available().unwrap_err();
        assert!(
            matches!(error, Error::Lost { .. }),
            "after {length} bytes: {error:?}"
        );
        assert_eq!(error.exit_code(), 114);
    }
}

#[test]
fn a_late_reply_is_dropped() {
    let fake = fake_with(Behaviour {
        late: vec![(0x82, Duration::from_millis(150))],
        ..Behaviour::default()
    });
    let mut client = client(&fake);
    client.ping().unwrap();
    let limits = client.limits();
    client.set_limits(Limits {
        request: Duration::from_millis(30),
        ..limits
    });
    assert!(matches!(client.banks_available(), Err(Error::NoAnswer { .. })));
    client.set_limits(limits);
    client.vice_info().unwrap();
    assert_eq!(client.late_frames(), 1);
}

#[test]
fn silence_ends_in_time() {
    let fake = fake_with(Behaviour {
        silent: vec![0x85],
        ..Behaviour::default()
    });
    let mut client = client(&fake);
    client.set_limits(Limits {
        request: SHORT,
        slow: SHORT,
    });
    let begin = Instant::now();
    let error = client.vice_info().unwrap_err();
    assert_eq!((error.exit_code(), error.name()), (104, "no-answer"));
    assert!(begin.elapsed() >= SHORT && begin.elapsed() < LONG);
    client.set_limits(Limits {
        request: LONG,
        slow: LONG,
    });
    client.ping().unwrap();
}

#[test]
fn a_reply_of_another_type_is_refused() {
    let fake = fake_with(Behaviour {
        wrong_kind: vec![0x82],
        ..Behaviour::default()
    });
    let error = client(&fake).banks_available().unwrap_err();
    assert!(matches!(error, Error::Unexpected { kind: 0x7f, .. }), "{error:?}");
}

#[test]
fn a_second_client_waits_and_says_so() {
    let fake = fake();
    let mut first = monitor(&fake);
    first.release().unwrap();
    let address = options(&fake);
    let (said, notices) = std::sync::mpsc::channel();
    let second = std::thread::spawn(move || {
        let wait = Duration::from_secs(30);
        let notice = &mut |text: &str| said.send(text.to_owned()).expect("the test listens");
        Monitor::connect(Options { wait, ..address }, notice)
            .map(|mut monitor| monitor.client().found_running())
    });
    let notice = notices
        .recv_timeout(Duration::from_secs(20))
        .expect("the second client says that it waits");
    assert!(notice.contains("one client at a time"), "{notice}");
    assert_eq!(fake.connections(), 1);
    drop(first);
    assert_eq!(second.join().unwrap().unwrap(), Some(true));
    assert!(notices.recv().is_err(), "it says so once");
}

#[test]
fn a_second_client_gives_up_as_busy() {
    let fake = fake();
    let _first = monitor(&fake);
    let error = Monitor::connect(
        Options {
            wait: SHORT,
            ..options(&fake)
        },
        &mut |_| {},
    )
    .err()
    .unwrap();
    assert!(matches!(error, Error::Busy { .. }), "{error:?}");
    assert_eq!(error.exit_code(), 103);
}

#[test]
fn nobody_listening_is_said_at_once_or_waited_for() {
    let address = fake().address();
    let begin = Instant::now();
    let options = Options {
        address: address.clone(),
        ..Options::default()
    };
    let error = Monitor::connect(options.clone(), &mut |_| {}).err().unwrap();
    assert!(matches!(error, Error::Connect { .. }), "{error:?}");
    assert!(begin.elapsed() < LONG);
    let later = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        FakeVice::start_at(&address, Behaviour::default()).unwrap()
    });
    let waiting = Options {
        retry: true,
        ..options
    };
    Monitor::connect(waiting, &mut |_| {}).expect("it came later");
    later.join().unwrap();
}

#[test]
fn release_lets_a_machine_run_that_ran_before() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    assert!(!fake.machine().running);
    monitor.release().unwrap();
    assert!(fake.machine().running);
}

#[test]
fn release_leaves_a_machine_that_was_stopped_before() {
    let fake = fake();
    fake.machine().running = false;
    let mut monitor = monitor(&fake);
    assert_eq!(monitor.client().found_running(), Some(false));
    monitor.release().unwrap();
    assert!(!fake.machine().running);
}

#[test]
fn keep_stopped_leaves_the_machine_stopped_while_connected() {
    let fake = fake();
    let mut monitor = Monitor::connect(
        Options {
            keep_stopped: true,
            ..options(&fake)
        },
        &mut |_| {},
    )
    .unwrap();
    monitor.release().unwrap();
    assert!(!fake.machine().running);
    drop(monitor);
    let begin = Instant::now();
    while !fake.machine().running {
        assert!(
            begin.elapsed() < LONG,
            "VICE lets the machine run when the connection closes"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn reconnecting_finds_a_fresh_monitor() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    monitor.banks().unwrap();
    fake.set_behaviour(Behaviour {
        close_after: Some(0),
        ..Behaviour::default()
    });
    assert!(matches!(monitor.registers(MAIN), Err(Error::Lost { .. })));
    fake.set_behaviour(Behaviour::default());
    monitor.reconnect(&mut |_| {}).unwrap();
    assert_eq!(monitor.client().found_running(), Some(true));
    assert_eq!(monitor.bank("ram").unwrap(), 1);
    assert_eq!(fake.connections(), 2);
}

#[test]
fn a_typed_text_appears_and_is_waited_for() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    monitor.type_text("print 6*7\n", LetterCase::Unshifted).unwrap();
    assert_eq!(
        monitor.screen(ScreenOptions::default()).unwrap().find("PRINT"),
        None
    );
    let (row, column, screen) = monitor
        .wait_for_text("print 6*7", ScreenOptions::default(), LONG)
        .unwrap();
    assert_eq!((row, column), (1, 0));
    assert_eq!(screen.rows()[0], "READY.");
    monitor.release().unwrap();
    assert!(fake.machine().running);
}

#[test]
fn a_wait_for_text_ends_in_time_and_survives_a_lost_connection() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    let asked = ScreenOptions {
        address: None,
        characters: None,
        ..ScreenOptions::default()
    };
    let missing = monitor.wait_for_text("never there", asked, SHORT);
    assert!(matches!(missing, Err(Error::Deadline { .. })), "{missing:?}");
    fake.set_behaviour(Behaviour {
        close_after: Some(30),
        ..Behaviour::default()
    });
    let restore = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            fake.set_behaviour(Behaviour::default());
            fake.machine().print("LATER");
        });
        monitor.wait_for_text("later", asked, LONG)
    });
    assert_eq!(restore.unwrap().0, 1);
    assert!(fake.connections() > 1);
    assert!(matches!(
        monitor.wait_for_text("", asked, LONG),
        Err(Error::Argument(_))
    ));
}
