//! `cargo xtask emu`: an emulated Amiga with the server and the test window, its serial line on a TCP port.

use crate::paths::Paths;
use crate::{build, setup};
use anyhow::{Context, Result};
use clap::Args;
use harness::{Machine, Model, Speed, end_in_order, end_requested};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `emu`.
#[derive(Args)]
pub struct Options {
    /// The machine: a500 (68000) or a1200 (68020)
    #[arg(long, default_value = "a500")]
    model: Model,
    /// Where the serial line goes, as tcp:PORT, on 127.0.0.1; one client is served after another
    #[arg(long, value_name = "tcp:PORT", value_parser = parse_port)]
    serial: u16,
    /// real: the machine's own speed, exact to the cycle; max: as fast as this PC can
    #[arg(long, default_value = "max")]
    speed: Speed,
    /// More arguments for the server, as on its command line
    #[arg(
        long,
        value_name = "SERVER ARGS",
        default_value = "",
        allow_hyphen_values = true
    )]
    args: String,
    /// A folder that the machine sees as the volume WORK:
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Reads `tcp:PORT`.
fn parse_port(text: &str) -> Result<u16> {
    text.strip_prefix("tcp:")
        .and_then(|port| port.parse().ok())
        .with_context(|| {
            format!("\"{text}\" is no place for a serial line: write tcp:PORT, such as tcp:7000")
        })
}

/// Boots, prints `ready`, and stays until SIGTERM or Ctrl-C.
///
/// # Errors
/// Setup, build or boot failed, or the emulator ended by itself.
pub fn run(paths: &Paths, options: &Options) -> Result<()> {
    setup::run(paths)?;
    build::run(paths)?;
    end_in_order();
    // Better known now than after the boot.
    drop(
        std::net::TcpListener::bind(("127.0.0.1", options.serial)).with_context(|| {
            format!(
                "TCP port {} is taken: end the program that has it, or choose another",
                options.serial
            )
        })?,
    );
    let mut builder = Machine::builder(options.model)
        .speed(options.speed)
        .with_server(&paths.environment(), &options.args);
    if let Some(folder) = &options.dir {
        builder = builder.volume("WORK", folder);
    }
    let mut machine = builder.boot()?;
    if let Err(error) = machine.wait_for_server() {
        if end_requested() {
            return Ok(());
        }
        let kept = paths.environment().evidence.join("emu");
        machine.keep_evidence(&kept)?;
        return Err(error.context(format!(
            "the machine did not come up; its logs are in {}",
            kept.display()
        )));
    }
    let _bridge = machine.serial().bridge(options.serial)?;
    println!("ready");
    std::io::stdout()
        .flush()
        .context("could not say that the machine is ready")?;
    while !end_requested() {
        machine.check_running()?;
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_and_other_places_are_explained() {
        assert_eq!(parse_port("tcp:7000").unwrap(), 7000);
        assert!(
            parse_port("/dev/ttyS0")
                .unwrap_err()
                .to_string()
                .contains("tcp:PORT")
        );
        assert!(parse_port("tcp:99999").is_err());
    }
}
