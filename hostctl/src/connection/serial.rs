//! A serial port: 8 data bits, no parity, 1 stop bit, as the server sets its end.
//!
//! Source of the failures that are told apart: what users of such tools meet (a missing adapter, no right to open it,
//! a terminal program that still holds it).

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use serialport::{ErrorKind, FlowControl, SerialPort};

use super::{Connection, Line};
use crate::failure::{Failure, FailureKind};

/// How long the writing thread waits in the system. The caller's own deadline is shorter; this one only ends the
/// thread.
const WRITE_PATIENCE: Duration = Duration::from_secs(600);

/// A [`Line`] over a serial port.
struct SerialLine(Box<dyn SerialPort>);

impl Line for SerialLine {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        self.0.set_timeout(patience.max(Duration::from_millis(1)))?;
        self.0.read(buffer)
    }

    fn writer(&self) -> io::Result<Box<dyn Write + Send>> {
        let mut port = self.0.try_clone()?;
        port.set_timeout(WRITE_PATIENCE)?;
        Ok(Box::new(port))
    }
}

/// Opens `device` at `baud`, with the RTS/CTS hand-shake when `rts_cts` says so.
///
/// # Errors
/// [`FailureKind::NoConnection`], [`FailureKind::Permission`] or [`FailureKind::PortInUse`].
pub fn open(device: &str, baud: u32, rts_cts: bool) -> Result<Connection, Failure> {
    let flow_control = if rts_cts {
        FlowControl::Hardware
    } else {
        FlowControl::None
    };
    let port = serialport::new(device, baud)
        .flow_control(flow_control)
        .open()
        .map_err(|error| explain(device, baud, &error, &available_ports()))?;
    let description = format!("{device} at {baud} baud");
    Connection::new(Box::new(SerialLine(port)), description).map_err(|error| {
        Failure::new(
            FailureKind::NoConnection,
            format!("{device} was opened but cannot be used: {error}"),
        )
    })
}

/// The serial ports of this computer that can be used; on macOS without the `tty.` twins, which wait for a carrier.
fn available_ports() -> Vec<String> {
    // The search would panic on a Linux system without this folder, as in some containers.
    if cfg!(target_os = "linux") && !Path::new("/sys/class/tty").is_dir() {
        return Vec::new();
    }
    let ports = serialport::available_ports().unwrap_or_default();
    ports
        .into_iter()
        .map(|port| port.port_name)
        .filter(|name| !name.starts_with("/dev/tty."))
        .collect()
}

/// Turns the system's error into one that says what to do.
fn explain(device: &str, baud: u32, error: &serialport::Error, available: &[String]) -> Failure {
    let exists = Path::new(device).exists() || available.iter().any(|name| name == device);
    match error.kind() {
        ErrorKind::Io(io::ErrorKind::PermissionDenied) if cfg!(unix) => Failure::new(
            FailureKind::Permission,
            format!(
                "you have no right to open {device}. Serial ports belong to a group, on most Linux systems `dialout` \
                 (on Arch `uucp`): run `sudo usermod -a -G dialout \"$USER\"`, then log out and in again."
            ),
        ),
        // On Windows a port that another program holds is reported as access denied or as no device.
        ErrorKind::NoDevice | ErrorKind::Io(io::ErrorKind::PermissionDenied) if exists => Failure::new(
            FailureKind::PortInUse,
            format!(
                "{device} is in use{}. Close the program that holds it (a terminal program, another hostctl, an \
                 emulator) and try again.",
                holder(device)
            ),
        ),
        ErrorKind::InvalidInput if exists => Failure::new(
            FailureKind::NoConnection,
            format!("{device} does not take {baud} baud ({error}); try a common rate such as 9600 or 19200"),
        ),
        _ if exists => Failure::new(
            FailureKind::NoConnection,
            format!(
                "{device} cannot be opened as a serial port: {error}{}",
                port_list(available)
            ),
        ),
        _ => Failure::new(
            FailureKind::NoConnection,
            format!(
                "there is no port {device}. Is the adapter plugged in? Its name can change when it is plugged in \
                 again.{}",
                port_list(available)
            ),
        ),
    }
}

/// One sentence that lists the ports.
fn port_list(available: &[String]) -> String {
    if available.is_empty() {
        return String::from(" No serial port was found on this computer.");
    }
    let mut text = String::from(" Ports on this computer:");
    for name in available {
        let _ = write!(text, " {name}");
    }
    text
}

/// The process that holds `device`, as " by NAME (process NUMBER)", where Linux lets us see it; else nothing.
fn holder(device: &str) -> String {
    let Ok(device) = Path::new(device).canonicalize() else {
        return String::new();
    };
    let processes = Path::new("/proc").read_dir().into_iter().flatten().flatten();
    for process in processes {
        let number = process.file_name().to_string_lossy().into_owned();
        if number.parse::<u32>().is_err() || number == std::process::id().to_string() {
            continue;
        }
        let mut files = process
            .path()
            .join("fd")
            .read_dir()
            .into_iter()
            .flatten()
            .flatten();
        if files.any(|file| file.path().read_link().is_ok_and(|target| target == device)) {
            let name = std::fs::read_to_string(process.path().join("comm")).unwrap_or_default();
            return format!(" by {} (process {number})", name.trim_end());
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use std::io;

    use serialport::{Error, ErrorKind};

    use super::{explain, open};
    use crate::failure::{Failure, FailureKind};

    fn failure(device: &str, kind: ErrorKind, available: &[&str]) -> Failure {
        let available: Vec<String> = available.iter().map(|name| String::from(*name)).collect();
        explain(device, 19_200, &Error::new(kind, "as told"), &available)
    }

    #[test]
    fn a_missing_port_names_those_that_exist() {
        let failure = failure(
            "/dev/ttyUSB7",
            ErrorKind::Io(io::ErrorKind::NotFound),
            &["/dev/ttyUSB0"],
        );
        assert_eq!(failure.kind, FailureKind::NoConnection);
        assert!(failure.message.contains("no port /dev/ttyUSB7"), "{failure}");
        assert!(
            failure.message.contains("Ports on this computer: /dev/ttyUSB0"),
            "{failure}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_forbidden_port_names_the_group_and_the_command() {
        let failure = failure("/dev/null", ErrorKind::Io(io::ErrorKind::PermissionDenied), &[]);
        assert_eq!(failure.kind, FailureKind::Permission);
        assert!(
            failure.message.contains("sudo usermod -a -G dialout"),
            "{failure}"
        );
    }

    #[test]
    fn a_port_in_use_is_told_from_a_missing_one() {
        assert_eq!(
            failure("COM99", ErrorKind::NoDevice, &["COM99"]).kind,
            FailureKind::PortInUse
        );
        assert_eq!(
            failure("COM99", ErrorKind::NoDevice, &["COM1"]).kind,
            FailureKind::NoConnection
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_not_a_serial_port() {
        let failure = open("/dev/null", 19_200, false).map(|_| ()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::NoConnection);
        assert!(
            failure.message.contains("cannot be opened as a serial port"),
            "{failure}"
        );
    }

    /// A pseudo-terminal is a real serial port to the system: the second opener meets the first one's lock.
    #[cfg(unix)]
    #[test]
    fn a_second_opener_is_told_that_the_port_is_in_use() {
        use serialport::{SerialPort, TTYPort};
        let (_master, slave) = TTYPort::pair().expect("a pseudo-terminal");
        let device = slave.name().expect("its name");
        drop(slave);
        let first = open(&device, 19_200, false).expect("the first opener gets the port");
        let failure = open(&device, 19_200, false).map(|_| ()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::PortInUse, "{failure}");
        assert!(first.description().ends_with(" at 19200 baud"));
    }
}
