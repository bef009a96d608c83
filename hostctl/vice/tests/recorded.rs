//! The recorded exchange with x64sc 3.10, call by call: our bytes are the recorded ones, and every reply is decoded.

mod recording;

use recording::Recording;
use std::time::Duration;
use vice_monitor::client::{Client, Limits, RunState};
use vice_monitor::command::{
    CheckpointSettings, Command, IntegerWidth, Memspace, Operations, ResetKind, ResourceSetting,
};
use vice_monitor::error::{Error, ErrorCode, Result};
use vice_monitor::event::Event;
use vice_monitor::structures::ResourceValue;

const MAIN: Memspace = Memspace::COMPUTER;

fn client(recording: &Recording, first_request: u32) -> Client {
    let limits = Limits {
        request: Duration::from_millis(300),
        slow: Duration::from_millis(300),
    };
    Client::new(Box::new(recording.clone()), limits, first_request)
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T>, byte: u8) {
    match result {
        Err(Error::Refused { code, .. }) => assert_eq!(code.byte(), byte),
        other => panic!("error ${byte:02x} expected, not {other:?}"),
    }
}

fn register(values: &[vice_monitor::structures::RegisterValue], id: u8) -> u16 {
    values
        .iter()
        .find(|register| register.id == id)
        .expect("the register is listed")
        .value
}

#[test]
fn the_recorded_exchange_is_reproduced() {
    let recording = Recording::new();
    let mut client = client(&recording, 0x1001);
    catalogue_and_memory(&mut client);
    checkpoints(&mut client);
    running_and_stepping(&mut client);
    picture(&mut client);
    resources(&mut client);
    ports_and_snapshots(&mut client);
    odd_requests(&mut client);
    keyboard_and_screen(&mut client);
    second_client(&recording);
    jam_and_resets(&mut client);
    autostart_and_reconnect(client, &recording);
    assert_eq!(recording.left(), 0, "every recorded request was sent");
    let unrecorded: Vec<u8> = recording.unrecorded().iter().map(|request| request[10]).collect();
    assert_eq!(unrecorded, [0x41, 0x42, 0xdd, 0xdd]);
}

fn catalogue_and_memory(client: &mut Client) {
    assert_eq!(client.state(), RunState::Unknown);
    client.ping().unwrap();
    assert_eq!(client.found_running(), Some(true));
    assert_eq!(client.state(), RunState::Stopped { pc: Some(0xf7c0) });
    assert!(
        matches!(client.next_event(Duration::ZERO).unwrap(), Some(Event::Registers(values)) if values.len() == 10)
    );
    assert_eq!(
        client.next_event(Duration::ZERO).unwrap(),
        Some(Event::Stopped { pc: 0xf7c0 })
    );

    let version = client.vice_info().unwrap();
    assert_eq!((version.to_string().as_str(), version.revision), ("3.10", 0));
    let banks = client.banks_available().unwrap();
    let banks: Vec<(u16, &str)> = banks
        .iter()
        .map(|bank| (bank.number, bank.name.as_str()))
        .collect();
    assert_eq!(
        banks,
        [
            (0, "default"),
            (0, "cpu"),
            (1, "ram"),
            (2, "rom"),
            (3, "io"),
            (4, "cart")
        ]
    );
    let registers = client.registers_available(MAIN).unwrap();
    let names: Vec<&str> = registers.iter().map(|register| register.name.as_str()).collect();
    assert_eq!(names, ["PC", "A", "X", "Y", "SP", "00", "01", "FL", "LIN", "CYC"]);
    assert_eq!((registers[0].id, registers[0].bits), (3, 16));
    assert_eq!(
        client
            .registers_available(Memspace::drive(8).unwrap())
            .unwrap()
            .len(),
        8
    );
    refused(client.registers_available(Memspace(9)), 0x02);
    assert_eq!(register(&client.registers_get(MAIN).unwrap(), 3), 0xf7c0);

    let bytes = client.memory_get(false, 0x0400, 0x040f, MAIN, 0).unwrap();
    assert_eq!(bytes[10..], [0x0f, 0x10, 0x05, 0x0e, 0x20, 0x12]);
    let all = client.memory_get(false, 0, 0xffff, MAIN, 0).unwrap();
    assert_eq!((all.len(), all[0], all[1]), (0x1_0000, 0x2f, 0x37));
    refused(client.memory_get(false, 0x0500, 0x04ff, MAIN, 0), 0x81);
    refused(client.memory_get(false, 0x0000, 0x0001, MAIN, 0x7777), 0x81);
    refused(client.call_raw(2, 0x01, &[0, 0, 0]), 0x80);
    let program = [0xa9, 0x01, 0x8d, 0x20, 0xd0, 0xee, 0x20, 0xd0, 0x4c, 0x05, 0xc0];
    client.memory_set(false, 0xc000, MAIN, 0, &program).unwrap();
    assert_eq!(
        client.memory_get(false, 0xc000, 0xc00a, MAIN, 0).unwrap(),
        program
    );
}

fn checkpoints(client: &mut Client) {
    let mut settings = CheckpointSettings {
        start: 0xc005,
        end: 0xc005,
        stop: true,
        enabled: true,
        operations: Operations::EXECUTE,
        temporary: false,
        memspace: None,
    };
    let first = client.checkpoint_set(settings).unwrap();
    assert_eq!(
        (first.number, first.start, first.hit, first.has_condition),
        (1, 0xc005, false, false)
    );
    settings = CheckpointSettings {
        start: 0xd020,
        end: 0xd020,
        enabled: false,
        operations: Operations::STORE,
        memspace: Some(MAIN),
        ..settings
    };
    let second = client.checkpoint_set(settings).unwrap();
    assert_eq!(
        (second.number, second.enabled, second.operations),
        (2, false, Operations::STORE)
    );
    assert_eq!(client.checkpoint_list().unwrap(), [first, second]);
    assert_eq!(client.checkpoint_get(1).unwrap(), first);
    refused(client.checkpoint_get(9999), 0x01);
    client.checkpoint_toggle(2, true).unwrap();
    client.checkpoint_toggle(2, false).unwrap();
    refused(client.checkpoint_toggle(777, false), 0x01);
    client.condition_set(1, "A == $01").unwrap();
    refused(client.condition_set(1, "@@("), 0x8f);
    assert!(client.checkpoint_get(1).unwrap().has_condition);
    assert_eq!(
        register(&client.registers_set(MAIN, &[(3, 0xc000)]).unwrap(), 3),
        0xc000
    );
    refused(client.registers_set(MAIN, &[(0xee, 0)]), 0x01);
}

fn running_and_stepping(client: &mut Client) {
    client.resume().unwrap();
    let stop = client.wait_for_stop(Duration::from_millis(200)).unwrap();
    assert_eq!((stop.pc, stop.hits.len(), stop.jammed), (0xc005, 1, false));
    assert!(stop.hits[0].hit && stop.hits[0].hits == 1 && stop.hits[0].has_condition);

    client.advance_instructions(false, 1).unwrap();
    client.wait_for_resume().unwrap();
    let stop = client.wait_for_stop(Duration::from_millis(200)).unwrap();
    assert_eq!((stop.pc, register(&stop.registers, 5)), (0xc008, 0xa0));

    let history = client.cpu_history(MAIN, 2).unwrap();
    assert_eq!(history.len(), 2);
    assert_eq!(
        (register(&history[0].registers, 3), history[0].cycle),
        (0xc002, 0x4a_ae8c)
    );
    assert_eq!(history[0].instruction, [0x8d, 0x20, 0xd0, 0xff]);
    refused(client.cpu_history(MAIN, 0), 0x81);

    client.checkpoint_delete(1).unwrap();
    client.checkpoint_delete(2).unwrap();
    refused(client.checkpoint_delete(2), 0x01);
    assert_eq!(client.checkpoint_list().unwrap(), []);

    client
        .memory_set(
            false,
            0xc100,
            MAIN,
            0,
            &[0x20, 0x0a, 0xc1, 0xea, 0x4c, 0x03, 0xc1],
        )
        .unwrap();
    client
        .memory_set(false, 0xc10a, MAIN, 0, &[0xea, 0xea, 0x60])
        .unwrap();
    client.registers_set(MAIN, &[(3, 0xc100)]).unwrap();
    client.advance_instructions(false, 1).unwrap();
    client.wait_for_resume().unwrap();
    assert_eq!(
        client.wait_for_stop(Duration::from_millis(200)).unwrap().pc,
        0xc10a
    );
    client.execute_until_return().unwrap();
    client.wait_for_resume().unwrap();
    assert_eq!(
        client.wait_for_stop(Duration::from_millis(200)).unwrap().pc,
        0xc103
    );
}

fn picture(client: &mut Client) {
    let display = client.display_get(true).unwrap();
    assert_eq!((display.width, display.height), (504, 312));
    assert_eq!((display.inner_x, display.inner_y), (136, 51));
    assert_eq!(
        (display.inner_width, display.inner_height, display.pixels.len()),
        (320, 200, 157_248)
    );
    refused(
        client.call(&Command::DisplayGet {
            use_vic: true,
            format: 7,
        }),
        0x81,
    );
    refused(client.call_raw(1, 0x84, &[1, 0]), 0x82);
    let palette = client.palette_get(true).unwrap();
    assert_eq!(palette.len(), 16);
    assert_eq!(
        (palette[2].red, palette[2].green, palette[2].blue),
        (0xaf, 0x3c, 0x58)
    );
}

fn resources(client: &mut Client) {
    let integer = |value, width| ResourceSetting::Integer { value, width };
    refused(client.resource_get("WarpMode"), 0x01);
    assert_eq!(
        client.resource_get("BinaryMonitorServerAddress").unwrap(),
        ResourceValue::Text("ip4://127.0.0.1:16502".into())
    );
    refused(client.resource_get("NoSuchRes"), 0x01);
    for name in ["JoyPort1Device", "JoyPort2Device", "MachineVideoStandard"] {
        assert_eq!(client.resource_get(name).unwrap(), ResourceValue::Integer(1));
    }
    refused(
        client.resource_set("WarpMode", integer(1, IntegerWidth::Four)),
        0x8f,
    );
    refused(
        client.resource_set("WarpMode", integer(0, IntegerWidth::One)),
        0x8f,
    );
    refused(
        client.resource_set("WarpMode", ResourceSetting::Text(b"1".to_vec())),
        0x01,
    );
    refused(client.resource_get("WarpMode"), 0x01);
    refused(
        client.resource_set("NoSuchRes", integer(0, IntegerWidth::One)),
        0x8f,
    );
    refused(client.call_raw(2, 0x52, b"\x05\x08WarpMode\x01\x00"), 0x81);
    refused(
        client.call_raw(2, 0x52, b"\x01\x08WarpMode\x03\x00\x00\x00"),
        0x80,
    );
    refused(
        client.resource_set("WarpMode", integer(0, IntegerWidth::One)),
        0x8f,
    );
}

fn ports_and_snapshots(client: &mut Client) {
    client.joyport_set(0, 0x1f).unwrap();
    client.joyport_set(1, 0x0f).unwrap();
    refused(client.joyport_set(2, 0x1f), 0x01);
    refused(client.joyport_set(0, 0x100), 0x81);
    client.userport_set(0xff).unwrap();
    refused(client.userport_set(0x100), 0x81);
    client.dump(false, false, "/data/machine.vsf").unwrap();
    assert_eq!(client.undump("/data/machine.vsf").unwrap(), 0xc103);
    refused(client.undump("/nonexistent/x.vsf"), 0x8f);
    refused(client.dump(false, false, "/nonexistent/x.vsf"), 0x8f);
}

fn odd_requests(client: &mut Client) {
    refused(client.call_raw(2, 0x99, &[]), 0x83);
    let unanswered = client.call_raw(9, 0x81, &[]);
    assert!(
        matches!(unanswered, Err(Error::NoAnswer { .. })),
        "{unanswered:?}"
    );
    client.ping().unwrap();
}

fn keyboard_and_screen(client: &mut Client) {
    client.keyboard_feed(b"PRINT 6*7\r").unwrap();
    client.reset(ResetKind::Soft).unwrap();
    client.wait_for_resume().unwrap();
    assert_eq!(client.state(), RunState::Running);
    client.keyboard_feed(b"PRINT 6*7\r").unwrap();
    assert_eq!(client.state(), RunState::Stopped { pc: Some(0xf68e) });
    client.exit().unwrap();
    let screen = client.memory_get(false, 0x0400, 0x07e7, MAIN, 0).unwrap();
    assert_eq!(screen.len(), 1000);
    assert_eq!(client.state(), RunState::Stopped { pc: Some(0xf660) });
    let text = vice_monitor::screen::Screen::new(&screen, vice_monitor::screen::CharacterSet::Uppercase, 40);
    assert_eq!(text.rows()[0], "▁▁▁▁▁▁▁   OPEN ROMS GENERIC BUILD");
}

fn second_client(recording: &Recording) {
    let waiting = client(recording, 0x2001).ping();
    assert!(matches!(waiting, Err(Error::NoAnswer { .. })), "{waiting:?}");
}

fn jam_and_resets(client: &mut Client) {
    client.memory_set(false, 0xc200, MAIN, 0, &[0x02]).unwrap();
    client.registers_set(MAIN, &[(3, 0xc200)]).unwrap();
    client.resume().unwrap();
    let quiet = client.wait_for_stop(Duration::from_millis(20));
    assert!(matches!(quiet, Err(Error::Deadline { .. })), "{quiet:?}");
    client.reset(ResetKind::PowerCycle).unwrap();
    client.wait_for_resume().unwrap();
    client.ping().unwrap();
    assert_eq!(client.state(), RunState::Stopped { pc: Some(0xf660) });
    client.reset(ResetKind::Drive(8)).unwrap();
}

fn autostart_and_reconnect(mut old: Client, recording: &Recording) {
    for _ in 0..2 {
        let result = old.autostart(true, 0, "/data/program.prg");
        assert!(
            matches!(
                result,
                Err(Error::Refused {
                    code: ErrorCode::GeneralFailure,
                    ..
                })
            ),
            "{result:?}"
        );
        old.wait_for_resume().unwrap();
    }
    old.ping().unwrap();
    drop(old);
    recording.hang_up();

    let mut client = client(recording, 0x1001);
    let registers = client.registers_get(MAIN).unwrap();
    assert_eq!(register(&registers, 3), 0xf660);
    assert_eq!(client.found_running(), Some(true));
    client.quit().unwrap();
}
