//! The server's command line: the template of spec §3.4, which of it works in this build, and what startup prints.

use core::ffi::CStr;
use hal_amiga::FileError;
use protocol::limits;
use protocol::number::write_u32;
use protocol::reply::Sink;

/// The template for `ReadArgs()`: that of AmiPilot 1.1, and `RTSCTS` after it.
pub const TEMPLATE: &CStr = c"SERIAL/S,SERDEVICE/K,SERUNIT/K/N,BAUD/K/N,TCP/S,TCPPORT/K/N,FSROOT/K/M,TCPALLOW/K,TCPPASSWORD/K,RTSCTS/S";

/// The slowest baud rate that Paula's divider reaches on every machine.
pub const LOWEST_BAUD: u32 = 110;

/// The fastest baud rate at which a 68000 can still take each byte from the chip.
pub const HIGHEST_BAUD: u32 = 230_400;

/// What the user gave, in the order of [`TEMPLATE`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Given<'a> {
    /// `SERIAL`
    pub serial: bool,
    /// `SERDEVICE`
    pub device: Option<&'a [u8]>,
    /// `SERUNIT`
    pub unit: Option<i32>,
    /// `BAUD`
    pub baud: Option<i32>,
    /// `TCP`
    pub tcp: bool,
    /// `TCPPORT`
    pub tcp_port: bool,
    /// `TCPALLOW`
    pub tcp_allow: bool,
    /// `TCPPASSWORD`
    pub tcp_password: bool,
    /// `RTSCTS`
    pub handshake: bool,
}

/// The options in force: one serial line on the bare chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Bits per second.
    pub baud: u32,
    /// Whether RTS and CTS hold the line back.
    pub handshake: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            baud: limits::DEFAULT_BAUD,
            handshake: false,
        }
    }
}

/// Why a command line was refused. Every refusal ends the program with RC 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionError {
    /// This option is known and comes in a later build.
    NotInBuild(&'static str),
    /// `SERDEVICE` names something other than `PAULA`.
    DeviceNotInBuild,
    /// `SERUNIT` names a unit that the bare chip does not have.
    NoSuchUnit,
    /// `BAUD` is out of range.
    BaudOutOfRange,
    /// Neither `SERIAL` nor another way for clients to reach the server.
    NoDoor,
}

impl OptionError {
    /// Writes the reason, one line without LF.
    #[inline(never)]
    pub fn write_to(&self, sink: &mut dyn Sink) {
        match self {
            Self::NotInBuild(option) => {
                sink.put(option.as_bytes());
                sink.put(b" is not in this build; SERIAL, SERDEVICE=PAULA, BAUD, RTSCTS and FSROOT are");
            }
            Self::DeviceNotInBuild => {
                sink.put(b"of SERDEVICE only PAULA, the built-in port, is in this build");
            }
            Self::NoSuchUnit => sink.put(b"PAULA has no SERUNIT but 0"),
            Self::BaudOutOfRange => {
                sink.put(b"BAUD must be between ");
                write_u32(sink, LOWEST_BAUD);
                sink.put(b" and ");
                write_u32(sink, HIGHEST_BAUD);
            }
            Self::NoDoor => {
                sink.put(
                    b"no way for clients to reach the server; give SERIAL, for example SERIAL BAUD 19200",
                );
            }
        }
    }
}

/// Reads what was given.
///
/// # Errors
/// The first thing that is wrong, in the order of the template.
#[inline(never)]
pub fn check(given: &Given<'_>) -> Result<Options, OptionError> {
    if given
        .device
        .is_some_and(|device| !device.eq_ignore_ascii_case(b"PAULA"))
    {
        return Err(OptionError::DeviceNotInBuild);
    }
    if given.unit.is_some_and(|unit| unit != 0) {
        return Err(OptionError::NoSuchUnit);
    }
    let baud = match given.baud {
        None => limits::DEFAULT_BAUD,
        Some(baud) => match u32::try_from(baud) {
            Ok(baud @ LOWEST_BAUD..=HIGHEST_BAUD) => baud,
            _ => return Err(OptionError::BaudOutOfRange),
        },
    };
    let later = [
        (given.tcp, "TCP"),
        (given.tcp_port, "TCPPORT"),
        (given.tcp_allow, "TCPALLOW"),
        (given.tcp_password, "TCPPASSWORD"),
    ];
    if let Some((_, option)) = later.iter().find(|(is_given, _)| *is_given) {
        return Err(OptionError::NotInBuild(option));
    }
    if !given.serial {
        return Err(OptionError::NoDoor);
    }
    Ok(Options {
        baud,
        handshake: given.handshake,
    })
}

/// Writes the line about a directory that clients may work in.
pub fn write_root(path: &[u8], sink: &mut dyn Sink) {
    sink.put(b"AmiPilotServer: clients may read and change files below ");
    sink.put(path);
    sink.put_byte(b'\n');
}

/// Writes why a directory could not be granted, one line without LF.
pub fn write_root_error(path: &[u8], error: FileError, sink: &mut dyn Sink) {
    sink.put(b"FSROOT ");
    sink.put(path);
    sink.put(b": ");
    crate::files::messages::describe(error, sink);
}

/// Writes what the server prints once it is up; its last line says that it is ready.
#[inline(never)]
pub fn write_banner(options: &Options, sink: &mut dyn Sink) {
    sink.put(b"AmiPilotServer: serial line PAULA at ");
    write_u32(sink, options.baud);
    sink.put(if options.handshake {
        b" baud, RTS/CTS on\n"
    } else {
        b" baud, RTS/CTS off\n"
    });
    sink.put(b"AmiPilotServer: ready\n");
}

#[cfg(test)]
mod tests {
    use super::{Given, OptionError, Options, TEMPLATE, check};

    #[test]
    fn serial_alone_is_enough() {
        let serial = Given {
            serial: true,
            ..Given::default()
        };
        assert_eq!(
            check(&serial),
            Ok(Options {
                baud: 19_200,
                handshake: false
            })
        );
        let all = Given {
            device: Some(b"paula"),
            unit: Some(0),
            baud: Some(57_600),
            handshake: true,
            ..serial
        };
        assert_eq!(
            check(&all),
            Ok(Options {
                baud: 57_600,
                handshake: true
            })
        );
    }

    #[test]
    fn what_does_not_work_is_refused() {
        let serial = Given {
            serial: true,
            ..Given::default()
        };
        assert_eq!(check(&Given::default()), Err(OptionError::NoDoor));
        for baud in [-1, 0, 109, 230_401, i32::MAX] {
            assert_eq!(
                check(&Given {
                    baud: Some(baud),
                    ..serial
                }),
                Err(OptionError::BaudOutOfRange)
            );
        }
        assert_eq!(
            check(&Given {
                unit: Some(1),
                ..serial
            }),
            Err(OptionError::NoSuchUnit)
        );
        let device = Given {
            device: Some(b"serial.device"),
            ..serial
        };
        assert_eq!(check(&device), Err(OptionError::DeviceNotInBuild));
        for (given, name) in [
            (Given { tcp: true, ..serial }, "TCP"),
            (
                Given {
                    tcp_port: true,
                    ..serial
                },
                "TCPPORT",
            ),
            (
                Given {
                    tcp_allow: true,
                    ..serial
                },
                "TCPALLOW",
            ),
            (
                Given {
                    tcp_password: true,
                    ..serial
                },
                "TCPPASSWORD",
            ),
        ] {
            assert_eq!(check(&given), Err(OptionError::NotInBuild(name)));
            let mut options = TEMPLATE.to_bytes().split(|byte| *byte == b',');
            assert!(options.any(|option| option.split(|byte| *byte == b'/').next() == Some(name.as_bytes())));
        }
    }
}
