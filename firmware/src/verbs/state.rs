//! Verbs about the server itself: VERSION, AUTH, QUIT, MANIFEST, and the extensions INFO and WHY. Spec §1.5, §2.5, §2.18.

use crate::body::{Body, Reply};
use crate::manifest::Loading;
use crate::messages::Collected;
use crate::task::Task;
use crate::verbs::{Context, Outcome};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{List, Machine};
use protocol::number::write_u32;
use protocol::reply::Sink;
use protocol::request::Fields;
use protocol::{ReturnCode, Word, limits, names};

/// VERSION: every client begins with it, and a new client has made no error yet.
pub(super) fn version<M>(context: &mut Context<'_, M>) -> Reply {
    *context.last_error = List::new();
    Reply::new(ReturnCode::Ok, Body::Version)
}

/// WHY: the text of the client's last error. What answers a later error replaces it.
#[inline(never)]
pub(super) fn why<M>(context: &mut Context<'_, M>) -> Reply {
    let mut text = Collected::new();
    text.put(context.last_error);
    text.reply(ReturnCode::Ok)
}

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

/// MANIFEST: reads the file as a task.
pub(super) fn manifest<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    match Loading::begin(context.machine, context.shared, request) {
        Ok(loading) => Continue(Task::Manifest(loading)),
        Err(reply) => Break(reply),
    }
}

/// INFO: machine, memory and server, a `key=value` line each.
#[inline(never)]
pub(super) fn info<M: Machine>(context: &mut Context<'_, M>) -> Reply {
    let system = context.machine.system();
    let memory = context.machine.memory();
    let errors = &context.line_errors;
    let options = context.shared.options;
    let version = |(version, revision): (u16, u16)| u32::from(version) << 16 | u32::from(revision);
    // In the order of `KEYS`, without the first.
    let values = [
        version(system.exec),
        version(system.intuition),
        version(system.gadtools),
        system.processor,
        memory.chip_free,
        memory.chip_largest,
        memory.fast_free,
        memory.fast_largest,
        memory.allocated,
        memory.stack,
        memory.stack_used,
        context.now.as_millis() / 1000,
        errors.overrun.into(),
        errors.framing.into(),
        errors.full.into(),
        context.shared.wakes(),
        context.idle_wakes,
        options.baud,
        options.handshake.into(),
    ];
    Reply::new(ReturnCode::Ok, Body::Info(InfoReport { values }))
}

/// What the lines of INFO begin with, a 0 after each.
const KEYS: &[u8] = b"version=\0exec=\0intuition=\0gadtools=\0cpu=\0chip-free=\0chip-largest=\0fast-free=\0\
    fast-largest=\0allocated=\0stack=\0stack-used=\0uptime=\0overrun=\0framing=\0full=\0wakes=\0idle-wakes=\0\
    baud=\0rtscts=\0";

/// How many of the values, from the first, are versions of libraries: version and revision in one number.
const LIBRARIES: usize = 3;

/// What INFO tells, as it was when the request arrived.
#[derive(Debug)]
pub(crate) struct InfoReport {
    values: [u32; 19],
}

impl InfoReport {
    /// Writes one line. The version of a library that could not be opened is `0.0`.
    #[inline(never)]
    pub(crate) fn piece(&self, index: usize, sink: &mut dyn Sink) -> bool {
        let key = names::nth(KEYS, index);
        if key.is_empty() {
            return false;
        }
        sink.put(key);
        match index.checked_sub(1) {
            None => sink.put(crate::VERSION.as_bytes()),
            Some(place) => {
                let mut value = self.values.get(place).copied().unwrap_or(0);
                if place < LIBRARIES {
                    write_u32(sink, value >> 16);
                    sink.put_byte(b'.');
                    value &= 0xFFFF;
                }
                write_u32(sink, value);
            }
        }
        sink.put_byte(b'\n');
        true
    }
}
