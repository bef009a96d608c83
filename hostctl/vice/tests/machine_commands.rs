//! The commands for keyboard, picture, ports and the machine as a whole against the fake: what is sent, what comes back,
//! what changes.

mod common;

use common::{LONG, client, fake, monitor, refused};
use std::time::Duration;
use vice_monitor::client::RunState;
use vice_monitor::command::{Memspace, ResetKind};
use vice_monitor::error::Error;
use vice_monitor::monitor::JoystickLines;
use vice_monitor::petscii::LetterCase;
use vice_monitor::picture::{Aspect, Crop};
use vice_monitor::structures::{Colour, ResourceValue};

const MAIN: Memspace = Memspace::COMPUTER;

#[test]
fn keyboard_feed_types_long_texts_in_parts() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    let text = "A".repeat(300);
    assert_eq!(monitor.type_text(&text, LetterCase::Unshifted).unwrap(), 300);
    assert_eq!(fake.machine().keys, text.as_bytes());
    let long = "A".repeat(16_385);
    assert!(matches!(
        monitor.type_text(&long, LetterCase::Unshifted),
        Err(Error::Argument(_))
    ));
    assert_eq!(
        fake.machine().keys.len(),
        300,
        "nothing of a text that does not fit is typed"
    );
}

#[test]
fn ping_is_answered() {
    let fake = fake();
    let mut client = client(&fake);
    client.ping().unwrap();
    assert_eq!(client.state(), RunState::Stopped { pc: Some(0xf7c0) });
}

#[test]
fn banks_available_gives_numbers_to_names() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    assert_eq!(monitor.bank("RAM").unwrap(), 1);
    assert_eq!(monitor.bank("io").unwrap(), 3);
    let unknown = monitor.bank("vdc");
    assert!(
        matches!(&unknown, Err(Error::NotFound { known, .. }) if known.len() == 6),
        "{unknown:?}"
    );
}

#[test]
fn registers_available_knows_computer_and_drives() {
    let fake = fake();
    let mut client = client(&fake);
    for memspace in [MAIN, Memspace::drive(8).unwrap()] {
        let registers = client.registers_available(memspace).unwrap();
        assert_eq!(
            (registers[0].name.as_str(), registers[0].id, registers[0].bits),
            ("PC", 3, 16)
        );
    }
    assert!(Memspace::drive(7).is_err() && Memspace::drive(12).is_err());
}

#[test]
fn display_get_becomes_a_picture_in_the_palettes_colours() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    let display = monitor.client().display_get(true).unwrap();
    assert_eq!(
        (
            display.width,
            display.height,
            display.inner_width,
            display.inner_height
        ),
        (48, 40, 32, 24)
    );
    let picture = monitor.picture(true, Crop::Inner, None, 2).unwrap();
    // The fake's video standard is PAL: 32 × 2 × 0.9365 columns.
    assert_eq!((picture.width, picture.height), (60, 48));
    let square = monitor
        .picture(true, Crop::Full, Some(Aspect::Square), 1)
        .unwrap();
    assert_eq!(square.pixels, display.pixels);
    assert_eq!(
        square.palette[1],
        Colour {
            red: 16,
            green: 1,
            blue: 254
        }
    );
}

#[test]
fn vice_info_gives_the_version() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    assert_eq!(monitor.version().unwrap().unwrap().to_string(), "3.10");
}

#[test]
fn cpu_history_is_disassembled() {
    let fake = fake();
    fake.machine().memory[0xc000..0xc006].copy_from_slice(&[0xa9, 0x01, 0x8d, 0x20, 0xd0, 0xea]);
    fake.machine().set_pc(0xc000);
    let mut monitor = monitor(&fake);
    monitor.step(3, false, LONG).unwrap();
    let history = monitor.history(MAIN, 2).unwrap();
    let lines: Vec<(u16, &str)> = history
        .iter()
        .map(|line| (line.instruction.address, line.instruction.text.as_str()))
        .collect();
    assert_eq!(lines, [(0xc002, "STA $D020"), (0xc005, "NOP")]);
    assert!(
        history[0]
            .registers
            .iter()
            .all(|register| register.name != "LIN" && register.name != "CYC")
    );
    assert!(matches!(monitor.history(MAIN, 0), Err(Error::Argument(_))));
    assert!(matches!(monitor.history(MAIN, 65_536), Err(Error::Argument(_))));
}

#[test]
fn palette_get_lists_colours() {
    let fake = fake();
    let palette = client(&fake).palette_get(true).unwrap();
    assert_eq!(palette.len(), 16);
    assert_eq!(
        palette[15],
        Colour {
            red: 240,
            green: 15,
            blue: 240
        }
    );
}

#[test]
fn joyport_set_holds_and_releases() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    let lines = JoystickLines {
        left: true,
        fire: true,
        ..JoystickLines::default()
    };
    let ignored = monitor.joystick(2, lines, Duration::ZERO, false);
    assert!(ignored.unwrap_err().to_string().contains("--attach"));
    assert!(fake.machine().joystick_log.is_empty());
    monitor
        .joystick(2, lines, Duration::from_millis(10), true)
        .unwrap();
    assert_eq!(fake.machine().joystick_log, [(1, 0b1110_1011), (1, 0xff)]);
    assert_eq!(
        fake.machine().resources["JoyPort2Device"],
        ResourceValue::Integer(37)
    );
    assert!(matches!(
        monitor.joystick(0, lines, Duration::ZERO, true),
        Err(Error::Argument(_))
    ));
}

#[test]
fn userport_set_sets_the_lines() {
    let fake = fake();
    client(&fake).userport_set(0x5a).unwrap();
    assert_eq!(fake.machine().userport, 0x5a);
}

#[test]
fn exit_lets_the_machine_run() {
    let fake = fake();
    let mut client = client(&fake);
    client.ping().unwrap();
    assert!(!fake.machine().running);
    client.resume().unwrap();
    assert!(fake.machine().running);
    assert_eq!(client.state(), RunState::Running);
    client.resume().unwrap();
    assert!(fake.machine().running, "a machine that runs is left alone");
}

#[test]
fn quit_ends_the_emulator() {
    let fake = fake();
    let mut client = client(&fake);
    client.quit().unwrap();
    assert!(fake.machine().quit);
    assert!(matches!(client.ping(), Err(Error::Lost { .. })));
    fake.wait_for_quit();
}

#[test]
fn reset_has_its_kinds_and_leaves_the_machine_running() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    monitor.reset(ResetKind::Soft).unwrap();
    assert_eq!(monitor.client().state(), RunState::Running);
    monitor.reset(ResetKind::PowerCycle).unwrap();
    monitor.reset(ResetKind::Drive(8)).unwrap();
    monitor.reset(ResetKind::Drive(11)).unwrap();
    assert_eq!(fake.machine().resets, [0, 1, 8, 11]);
    assert!(matches!(
        monitor.reset(ResetKind::Drive(7)),
        Err(Error::Argument(_))
    ));
}

#[test]
fn autostart_leaves_the_monitor_also_when_it_fails() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    monitor.autostart("game.prg", 3, true).unwrap();
    assert_eq!(fake.machine().autostarted.as_deref(), Some("game.prg"));
    assert!(fake.machine().running);
    refused(monitor.autostart("nonexistent.prg", 0, true), 0x8f);
    assert!(fake.machine().running);
}
