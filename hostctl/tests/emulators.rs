//! `hostctl amiberry` and `hostctl vice` need no route to an Amiga, keep their own exit codes, and share `--json`.

use hostctl::arguments::{Arguments, Command};

fn run(words: &[&str]) -> (u8, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let code = hostctl::run(["hostctl"].iter().chain(words), &mut output, &mut errors);
    (
        code,
        String::from_utf8(output).unwrap(),
        String::from_utf8(errors).unwrap(),
    )
}

const AMIBERRY: [&str; 5] = [
    "amiberry",
    "--socket",
    "/nonexistent/amiberry.sock",
    "run",
    "ping",
];
const VICE: [&str; 4] = ["vice", "--address", "127.0.0.1:1", "ping"];

#[test]
fn errors_are_text_with_the_emulators_exit_code() {
    for words in [&AMIBERRY[..], &VICE] {
        let (code, output, errors) = run(words);
        assert_eq!((code, output.as_str()), (101, ""), "{errors}");
        assert!(errors.starts_with("hostctl: no connection to "), "{errors}");
    }
}

#[test]
fn json_may_stand_before_or_after_the_emulators_name() {
    for words in [&AMIBERRY[..], &VICE] {
        for all in [[&["--json"], words].concat(), [words, &["--json"]].concat()] {
            let (code, output, errors) = run(&all);
            assert_eq!((code, errors.as_str()), (101, ""), "{all:?}");
            let json: serde_json::Value = serde_json::from_str(&output).unwrap();
            assert_eq!(json["error"]["code"], 101);
        }
    }
}

#[test]
fn the_port_of_a_joystick_is_not_the_serial_port() {
    for words in [
        &["amiberry", "joystick", "tap", "1", "fire"][..],
        &["vice", "joystick", "1", "fire"],
        &["vice", "joyport", "2", "31"],
    ] {
        let all = [&["hostctl", "--port", "/dev/ttyUSB0"], words].concat();
        let (arguments, _) = Arguments::read(&all).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(arguments.global.port.as_deref(), Some("/dev/ttyUSB0"));
        assert!(matches!(
            arguments.command,
            Command::Amiberry(_) | Command::Vice(_)
        ));
    }
}
