//! Every event and every error code, and what they mean for the calls around them.

mod common;

use common::{LONG, SHORT, client, fake, fake_with, monitor, refused};
use vice_monitor::client::{EVENT_QUEUE, RunState};
use vice_monitor::command::{CheckpointSettings, Command, Memspace, Operations, ResourceSetting};
use vice_monitor::error::{Error, ErrorCode};
use vice_monitor::event::Event;
use vice_monitor::fake::{Behaviour, Machine};
use vice_monitor::monitor::ScreenOptions;
use vice_monitor::structures::ResourceValue;

const MAIN: Memspace = Memspace::COMPUTER;

fn checkpoint(stop: bool) -> CheckpointSettings {
    CheckpointSettings {
        start: 0xc005,
        end: 0xc005,
        stop,
        enabled: true,
        operations: Operations::EXECUTE,
        temporary: false,
        memspace: None,
    }
}

#[test]
fn register_info_and_stopped_come_when_the_monitor_opens() {
    let fake = fake();
    let mut client = client(&fake);
    client.vice_info().unwrap();
    assert!(matches!(client.next_event(SHORT).unwrap(), Some(Event::Registers(values)) if values.len() == 8));
    assert_eq!(
        client.next_event(SHORT).unwrap(),
        Some(Event::Stopped { pc: 0xf7c0 })
    );
    assert_eq!(client.next_event(SHORT).unwrap(), None);
    assert_eq!(client.state(), RunState::Stopped { pc: Some(0xf7c0) });
}

#[test]
fn resumed_comes_when_the_monitor_closes() {
    let fake = fake();
    let mut client = client(&fake);
    client.ping().unwrap();
    client.discard_events();
    client.exit().unwrap();
    assert_eq!(
        client.next_event(LONG).unwrap(),
        Some(Event::Resumed { pc: 0xf7c0 })
    );
    assert_eq!(client.state(), RunState::Running);
}

#[test]
fn checkpoint_info_comes_before_the_stop() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    let number = monitor.client().checkpoint_set(checkpoint(true)).unwrap().number;
    let stop = monitor.run_until_stop(LONG).unwrap();
    assert_eq!((stop.pc, stop.hits.len(), stop.jammed), (0xc005, 1, false));
    assert_eq!(
        (stop.hits[0].number, stop.hits[0].hit, stop.hits[0].hits),
        (number, true, 1)
    );
}

#[test]
fn a_tracing_checkpoint_reports_without_a_stop() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    monitor.client().checkpoint_set(checkpoint(false)).unwrap();
    monitor.client().resume().unwrap();
    assert!(matches!(monitor.client().next_event(LONG).unwrap(), Some(Event::Checkpoint(hit)) if !hit.stop));
    let quiet = monitor.client().wait_for_stop(SHORT);
    assert!(matches!(quiet, Err(Error::Deadline { .. })), "{quiet:?}");
}

#[test]
fn jam_is_understood_with_and_without_a_body() {
    let fake = fake();
    {
        let mut machine = fake.machine();
        machine
            .resources
            .insert("JAMAction".into(), ResourceValue::Integer(0));
        machine.memory[0xc200] = 0x02;
        machine.set_pc(0xc200);
    }
    let stop = monitor(&fake).run_until_stop(LONG).unwrap();
    assert_eq!((stop.pc, stop.jammed), (0xc200, true));
    let with_body = Machine::event(0x61, vec![0x00, 0xc2]);
    assert_eq!(
        Event::decode(&with_body).unwrap(),
        Event::Jam { pc: Some(0xc200) }
    );
    assert_eq!(
        Event::decode(&Machine::event(0x61, vec![])).unwrap(),
        Event::Jam { pc: None }
    );
    assert!(Event::decode(&Machine::event(0x61, vec![1])).is_err());
}

#[test]
fn unknown_events_are_kept() {
    let fake = fake_with(Behaviour {
        chatter: true,
        ..Behaviour::default()
    });
    let mut client = client(&fake);
    client.ping().unwrap();
    let mut unknown = 0;
    while let Some(event) = client.next_event(SHORT).unwrap() {
        unknown += usize::from(
            event
                == Event::Other {
                    kind: 0x6f,
                    body: vec![1, 2, 3],
                },
        );
    }
    // Before the two opening events, before the reply, and after it.
    assert_eq!(unknown, 4);
}

#[test]
fn the_event_queue_is_bounded() {
    let fake = fake_with(Behaviour {
        chatter: true,
        ..Behaviour::default()
    });
    let mut client = client(&fake);
    for _ in 0..EVENT_QUEUE {
        client.ping().unwrap();
    }
    assert!(client.dropped_events() > 0);
    let mut fetched = 0;
    while client.next_event(SHORT).unwrap().is_some() {
        fetched += 1;
    }
    assert!((EVENT_QUEUE..EVENT_QUEUE + 4).contains(&fetched), "{fetched}");
}

#[test]
fn error_01_object_missing() {
    let fake = fake();
    let mut client = client(&fake);
    refused(client.checkpoint_get(9999), 0x01);
    refused(client.checkpoint_delete(9999), 0x01);
    refused(client.checkpoint_toggle(9999, true), 0x01);
    refused(client.condition_set(9999, "A == 1"), 0x01);
    refused(client.resource_get("NoSuchResource"), 0x01);
    refused(
        client.resource_set("NoSuchResource", ResourceSetting::Text(b"1".to_vec())),
        0x01,
    );
    refused(client.joyport_set(2, 0xff), 0x01);
    let before = client.registers_get(MAIN).unwrap();
    refused(client.registers_set(MAIN, &[(3, 0x1234), (0xee, 0)]), 0x01);
    assert_ne!(
        client.registers_get(MAIN).unwrap(),
        before,
        "the register before the unknown one was set"
    );
}

#[test]
fn error_02_invalid_memspace() {
    let fake = fake();
    let mut client = client(&fake);
    refused(client.registers_available(Memspace(9)), 0x02);
    refused(client.registers_get(Memspace(9)), 0x02);
    refused(client.memory_get(false, 0, 1, Memspace(9), 0), 0x02);
}

#[test]
fn error_80_invalid_length() {
    let fake = fake();
    let mut client = client(&fake);
    refused(client.call_raw(2, 0x01, &[0, 0, 0]), 0x80);
    refused(client.call_raw(2, 0x02, &[0, 0, 0, 9, 0, 0, 0, 0, 1]), 0x80);
    refused(client.call_raw(2, 0x12, &[0; 7]), 0x80);
    refused(
        client.call_raw(2, 0x52, b"\x01\x09JAMAction\x03\x00\x00\x00"),
        0x80,
    );
    refused(client.call_raw(2, 0x52, b"\x01\x09JAMAction\x00"), 0x80);
}

#[test]
fn error_81_invalid_parameter() {
    let fake = fake();
    let mut client = client(&fake);
    refused(client.memory_get(false, 2, 1, MAIN, 0), 0x81);
    refused(client.memory_get(false, 1, 2, MAIN, 0x7777), 0x81);
    refused(
        client.call(&Command::DisplayGet {
            use_vic: true,
            format: 7,
        }),
        0x81,
    );
    refused(client.cpu_history(MAIN, 0), 0x81);
    refused(client.joyport_set(0, 0x100), 0x81);
    refused(client.userport_set(0x100), 0x81);
    refused(client.call_raw(2, 0x52, b"\x05\x09JAMAction\x01\x00"), 0x81);
}

#[test]
fn error_82_invalid_api_version() {
    let fake = fake();
    let mut client = client(&fake);
    refused(client.call_raw(1, 0x72, &[1, 65]), 0x82);
    refused(client.call_raw(1, 0x84, &[1, 0]), 0x82);
    client.call_raw(1, 0x81, &[]).unwrap();
}

#[test]
fn error_83_unknown_command() {
    let fake = fake();
    let mut client = client(&fake);
    refused(client.call_raw(2, 0x99, &[]), 0x83);
    client.ping().unwrap();
}

#[test]
fn error_8f_general_failure() {
    let fake = fake();
    let mut client = client(&fake);
    let number = client.checkpoint_set(checkpoint(true)).unwrap().number;
    refused(client.condition_set(number, "@@("), 0x8f);
    refused(client.dump(false, false, "/nonexistent/x.vsf"), 0x8f);
    refused(client.undump("/nonexistent/x.vsf"), 0x8f);
    refused(client.autostart(true, 0, "/nonexistent/x.prg"), 0x8f);
}

#[test]
fn every_error_code_has_its_words_and_exit_code() {
    let expected = [
        (0x01, 110),
        (0x02, 111),
        (0x80, 111),
        (0x81, 111),
        (0x82, 106),
        (0x83, 111),
        (0x8f, 113),
    ];
    for (code, (byte, exit)) in ErrorCode::ALL.into_iter().zip(expected) {
        let fake = fake_with(Behaviour {
            refuse: vec![(0x85, byte)],
            ..Behaviour::default()
        });
        let error = client(&fake).vice_info().unwrap_err();
        assert_eq!((code.byte(), error.exit_code()), (byte, exit));
        assert!(
            error
                .to_string()
                .contains(&format!("VICE_INFO with error ${byte:02x}: ")),
            "{error}"
        );
    }
    let fake = fake_with(Behaviour {
        refuse: vec![(0x85, 0x44)],
        ..Behaviour::default()
    });
    refused(client(&fake).vice_info(), 0x44);
}

#[test]
fn a_version_before_3_6_cannot_be_told() {
    let fake = fake_with(Behaviour {
        refuse: vec![(0x85, 0x83)],
        ..Behaviour::default()
    });
    assert_eq!(monitor(&fake).version().unwrap(), None);
}

#[test]
fn a_checkpoint_ends_a_wait_for_text() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    monitor.client().checkpoint_set(checkpoint(true)).unwrap();
    let error = monitor
        .wait_for_text("never", ScreenOptions::default(), LONG)
        .unwrap_err();
    assert!(
        matches!(error, Error::Stopped { pc: Some(0xc005), .. }),
        "{error:?}"
    );
    assert_eq!(error.exit_code(), 117);
}
