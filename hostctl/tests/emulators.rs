//! The emulators' commands as parts of this tool: their words do not clash with its own options.

use hostctl::arguments::{Arguments, Command};

#[test]
fn the_port_of_a_joystick_is_not_the_serial_port() {
    for line in ["hostctl vice joystick 1 up", "hostctl vice joyport 2 31"] {
        let (arguments, _) =
            Arguments::read(line.split(' ')).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(matches!(arguments.command, Command::Vice(_)), "{line}");
        assert_eq!(arguments.global.port, None, "{line}");
    }
}
