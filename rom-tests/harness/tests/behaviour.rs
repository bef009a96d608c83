//! How the server behaves on the emulated machine beyond the main job: at rest, with bad input, when its serial port is
//! taken, and over many starts.

mod support;

use harness::{Machine, Model, Reply, ask};
use std::time::Duration;
use support::{environment, info_value, keeping_evidence};

/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(120);

#[test]
#[ignore = "needs cargo xtask test"]
fn at_rest_the_server_does_not_return_from_wait() {
    let machine = Machine::builder(Model::A500)
        .with_display()
        .with_server(&environment(), "")
        .boot()
        .unwrap();
    keeping_evidence(&machine, "at-rest", || {
        machine.wait_for_server().unwrap();
        ask(machine.serial(), b"INFO", DEADLINE).unwrap();
        // The emulated machine runs at full speed, and its clock with the PC's: five seconds are five seconds there.
        std::thread::sleep(Duration::from_secs(6));
        let info = ask(machine.serial(), b"INFO", DEADLINE).unwrap();
        assert_eq!(
            info_value(&info, "idle-wakes"),
            0,
            "returns from Wait() without traffic: {}",
            info.text()
        );
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn bad_input_is_answered_and_the_next_request_works() {
    let machine = Machine::builder(Model::A500)
        .with_display()
        .with_server(&environment(), "")
        .boot()
        .unwrap();
    keeping_evidence(&machine, "bad-input", || {
        machine.wait_for_server().unwrap();
        let serial = machine.serial();
        let works = |after: &str| {
            let reply = ask(serial, b"SCREENS", DEADLINE).unwrap();
            assert_eq!(reply.code, 0, "after {after}: {}", reply.text());
            assert!(
                reply.payload.starts_with(b"screen title="),
                "after {after}: {}",
                reply.text()
            );
        };
        let mut noise: Vec<u8> = (1..=255)
            .filter(|byte| *byte != b'\n' && *byte != b'\r')
            .collect();
        noise.rotate_left(100);
        for (name, line) in [
            ("an over-long line", vec![b'x'; 2000]),
            ("an unknown verb", b"FROBNICATE now".to_vec()),
            ("a missing argument", b"CLICK".to_vec()),
            (
                "an unknown role",
                b"CLICK \"GTApp Fixture\" ROLE=nothing".to_vec(),
            ),
            ("noise", noise),
        ] {
            let Reply { code, payload } = ask(serial, &line, DEADLINE).unwrap();
            assert_eq!(code, 10, "{name}");
            assert!(!payload.is_empty(), "the refusal of {name} says why");
            works(name);
        }
        // A NUL ends the line's text: this is VERSION.
        let version = ask(serial, b"VERSION\0CLICK", DEADLINE).unwrap();
        assert!(
            version.code == 0 && version.payload.starts_with(b"AMIPILOT "),
            "{}",
            version.text()
        );
        // Empty lines are skipped without a reply.
        serial.write(b"\n\r\n\n").unwrap();
        works("empty lines");
        // Half a line that a former client left is dropped after ten seconds of silence.
        serial.write(b"CLICK \"GTApp Fix").unwrap();
        std::thread::sleep(Duration::from_secs(14));
        works("half a line");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn a_taken_serial_port_is_named_and_the_server_ends_with_20() {
    let machine = Machine::builder(Model::A500)
        .with_display()
        .with_programs(&environment(), &["QuietDebug", "HoldSerial", "AmiPilotServer"])
        // Output of a program that `Run` starts reaches a file only by way of a script.
        .text("S/Hold", "SYS:C/HoldSerial >SYS:holder 600\n")
        .startup(
            "FailAt 21\nSYS:C/QuietDebug\nRun >NIL: Execute SYS:S/Hold\n\
             Lab again\nIf NOT EXISTS SYS:go\nSkip again BACK\nEndIf\n\
             SYS:C/AmiPilotServer >SYS:server.log SERIAL SERDEVICE=PAULA\n\
             If FAIL\nEcho \"fail\" >SYS:server.ended\nElse\nEcho \"other\" >SYS:server.ended\nEndIf\n",
        )
        .boot()
        .unwrap();
    keeping_evidence(&machine, "serial-taken", || {
        assert_eq!(machine.wait_for_file("holder", DEADLINE).unwrap(), b"holding\n");
        std::fs::write(machine.boot_volume().path("go"), "go").unwrap();
        assert_eq!(
            machine.wait_for_file("server.ended", DEADLINE).unwrap(),
            b"fail\n",
            "return code 20"
        );
        let printed =
            String::from_utf8_lossy(&machine.wait_for_file("server.log", DEADLINE).unwrap()).into_owned();
        assert!(printed.starts_with("AmiPilotServer:"), "{printed}");
        assert!(
            printed.contains("serial port") && printed.contains("HoldSerial"),
            "names port and owner: {printed}"
        );
    });
}
