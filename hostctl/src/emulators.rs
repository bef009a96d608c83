//! `hostctl vice` and `hostctl amiberry`: emulators through their own control interfaces.
//!
//! These commands need no route to an Amiga. Their results, reasons and exit codes are those of the crates
//! `vice-monitor` and `amiberry-control`, described in `docs/emulators.md`.

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use crate::arguments::GlobalOptions;
use crate::connection::tcp;
use crate::latin1;
use crate::session::Session;

/// How long AmiPilotServer on an emulated serial port may take to answer, each time it is asked.
const SERVER_ANSWER: Duration = Duration::from_secs(2);

/// Runs a command for VICE and gives its exit code.
pub fn vice(arguments: &vice_monitor::cli::Arguments, output: &mut dyn Write, errors: &mut dyn Write) -> u8 {
    match vice_monitor::cli::run(arguments, output) {
        Ok(_) => 0,
        Err(error) => told(error.exit_code(), &error, arguments.json, errors),
    }
}

/// Runs a command for Amiberry and gives its exit code.
pub fn amiberry(
    arguments: &amiberry_control::cli::Arguments,
    global: &GlobalOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> u8 {
    let mut answers = |address: &str| server_answers(address, global);
    match amiberry_control::cli::run(arguments, &mut answers, output) {
        Ok(_) => 0,
        Err(error) => told(error.exit_code(), &error, arguments.json, errors),
    }
}

/// Says what went wrong, unless it is on the output already as JSON, and gives the exit code.
fn told(code: u8, error: &dyn Display, json: bool, errors: &mut dyn Write) -> u8 {
    if !json {
        // Nobody is left to be told when the error stream is closed; the exit code still speaks.
        let _ = writeln!(errors, "hostctl: {error}");
    }
    code
}

/// Whether AmiPilotServer answers at a TCP address and takes the password.
fn server_answers(address: &str, global: &GlobalOptions) -> bool {
    let password = global
        .password
        .as_deref()
        .unwrap_or(protocol::limits::DEFAULT_PASSWORD);
    let Ok(password) = latin1::encode("the password", password) else {
        return false;
    };
    let session = tcp::open(address, SERVER_ANSWER)
        .and_then(|connection| Session::open(connection, &password, SERVER_ANSWER));
    session.is_ok()
}
