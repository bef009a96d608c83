//! The program `hostctl`: everything is in the library of the same name, so that tests can reach it.

use std::io::{stderr, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(hostctl::run(
        std::env::args_os(),
        &mut stdout().lock(),
        &mut stderr().lock(),
    ))
}
