//! Verbs about the server itself: AUTH, QUIT, and the extension INFO. Spec §1.5, §2.18.

use crate::body::{Body, Reply};
use crate::options::Options;
use crate::verbs::Context;
use hal_amiga::{LineErrors, Machine, MemoryReport, SystemReport};
use protocol::number::write_u32;
use protocol::reply::Sink;
use protocol::{ReturnCode, Word, limits};

/// AUTH: compares the password. No verb depends on it on a serial line; clients of 1.1 send it on every connection.
pub(super) fn auth(password: &Word<'_>) -> Reply {
    if password.equals(limits::DEFAULT_PASSWORD.as_bytes()) {
        Reply::done()
    } else {
        Reply::text(ReturnCode::Error, crate::messages::WRONG_PASSWORD)
    }
}

/// QUIT: the server ends once this reply has left.
pub(super) fn quit<M>(context: &mut Context<'_, M>) -> Reply {
    context.shared.quit();
    Reply::done()
}

/// INFO: machine, memory and server, a `key=value` line each.
#[inline(never)]
pub(super) fn info<M: Machine>(context: &mut Context<'_, M>) -> Reply {
    Reply::new(
        ReturnCode::Ok,
        Body::Info(InfoReport {
            system: context.machine.system(),
            memory: context.machine.memory(),
            line_errors: context.line_errors,
            uptime: context.now.as_millis() / 1000,
            wakes: context.shared.wakes(),
            idle_wakes: context.idle_wakes,
            options: context.shared.options,
        }),
    )
}

/// What INFO tells, as it was when the request arrived.
#[derive(Debug)]
pub(crate) struct InfoReport {
    system: SystemReport,
    memory: MemoryReport,
    line_errors: LineErrors,
    uptime: u32,
    wakes: u32,
    idle_wakes: u32,
    options: Options,
}

impl InfoReport {
    /// Writes one line.
    #[inline(never)]
    pub(crate) fn piece(&self, index: usize, sink: &mut dyn Sink) -> bool {
        let Self {
            system,
            memory,
            line_errors,
            options,
            ..
        } = self;
        let (key, value) = match index {
            0 => {
                sink.put(b"version=");
                sink.put(crate::VERSION.as_bytes());
                sink.put_byte(b'\n');
                return true;
            }
            1 => return library(sink, "exec=", system.exec),
            2 => return library(sink, "intuition=", system.intuition),
            3 => return library(sink, "gadtools=", system.gadtools),
            4 => ("cpu=", system.processor),
            5 => ("chip-free=", memory.chip_free),
            6 => ("chip-largest=", memory.chip_largest),
            7 => ("fast-free=", memory.fast_free),
            8 => ("fast-largest=", memory.fast_largest),
            9 => ("allocated=", memory.allocated),
            10 => ("stack=", memory.stack),
            11 => ("stack-used=", memory.stack_used),
            12 => ("uptime=", self.uptime),
            13 => ("overrun=", u32::from(line_errors.overrun)),
            14 => ("framing=", u32::from(line_errors.framing)),
            15 => ("full=", u32::from(line_errors.full)),
            16 => ("wakes=", self.wakes),
            17 => ("idle-wakes=", self.idle_wakes),
            18 => ("baud=", options.baud),
            19 => ("rtscts=", u32::from(options.handshake)),
            _ => return false,
        };
        sink.put(key.as_bytes());
        write_u32(sink, value);
        sink.put_byte(b'\n');
        true
    }
}

/// Writes the line of a library: version and revision, `0.0` when it could not be opened.
fn library(sink: &mut dyn Sink, key: &str, (version, revision): (u16, u16)) -> bool {
    sink.put(key.as_bytes());
    write_u32(sink, version.into());
    sink.put_byte(b'.');
    write_u32(sink, revision.into());
    sink.put_byte(b'\n');
    true
}
