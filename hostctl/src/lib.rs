//! The PC's command line for AmiPilot.
//!
//! One run opens a [connection](connection::Connection), greets the server in a [session](session::Session), runs one
//! [command](commands) and shows its [result](output::Output). What can go wrong is a [failure](failure::Failure)
//! with a text that says what to do, and with an exit code of its own.
//!
//! The bytes on the wire are the business of the crate `protocol` alone. The manual is `docs/hostctl.md`.

pub mod arguments;
pub mod commands;
pub mod connection;
pub mod emulators;
pub mod failure;
pub mod latin1;
pub mod locator;
pub mod output;
pub mod session;

use std::ffi::OsString;
use std::io::Write;

use crate::arguments::{AmigaCommand, Arguments, Command, GlobalOptions, Route, Sources};
use crate::connection::{Connection, serial, tcp};
use crate::failure::FailureKind;
use crate::output::{Output, failure_kind, failure_text};
use crate::session::Session;

/// Runs the command line `words` (the program's name first) and gives the exit code: 0, or one of
/// [`FailureKind::exit_code`]. Results go to `output`, failures to `errors`.
pub fn run<I>(words: I, output: &mut dyn Write, errors: &mut dyn Write) -> u8
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    let (arguments, sources) = match Arguments::read(words) {
        Ok(read) => read,
        Err(error) if error.use_stderr() => {
            // Nobody is left to be told when the error stream is closed; the exit code still speaks.
            let _ = write!(errors, "{}", error.render());
            return FailureKind::Usage.exit_code();
        }
        Err(help) => {
            let written = write!(output, "{}", help.render());
            return if written.is_ok() {
                0
            } else {
                FailureKind::Output.exit_code()
            };
        }
    };
    let global = &arguments.global;
    let json = global.json;
    let result = match &arguments.command {
        Command::Amiga(command) => execute(global, command, sources, &mut Output::new(json, output)),
        Command::Amiberry(amiberry) => return emulators::amiberry(amiberry, global, output, errors),
        Command::Vice(vice) => return emulators::vice(vice, output, errors),
    };
    match result {
        Ok(()) => 0,
        Err(error) => {
            let _ = errors.write_all(failure_text(&error, json).as_bytes());
            failure_kind(&error).exit_code()
        }
    }
}

/// Reads the command's words, then connects, so that a mistake in them costs no connection.
fn execute(
    global: &GlobalOptions,
    command: &AmigaCommand,
    sources: Sources,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let command = commands::prepare(command)?;
    let password = global
        .password
        .as_deref()
        .unwrap_or(protocol::limits::DEFAULT_PASSWORD);
    let password = latin1::encode("the password", password)?;
    let connection: Connection = match global.route(sources)? {
        Route::Serial(device) => serial::open(&device, global.baud, global.rtscts)?,
        Route::Tcp(address) => tcp::open(&address, global.timeout)?,
    };
    let mut session = Session::open(connection, &password, global.timeout)?;
    command.run(&mut session, output)
}
