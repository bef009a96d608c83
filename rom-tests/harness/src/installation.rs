//! An Amiga with the server and the test window on it, as `demo`, `emu`, `size` and the tests boot it.

use crate::environment::Environment;
use crate::guest::latin1;
use crate::machine::{Machine, MachineBuilder};
use crate::options::Speed;
use crate::session::{Reply, wait_until_ready};
use anyhow::Result;
use std::time::Duration;

/// The title of the test window.
pub const TEST_WINDOW: &str = "GTApp Fixture";

/// What the server has to be told on this machine: AROS has no serial.device, and an emulated machine at full speed
/// keeps up with more than the default rate. Words that `arguments` sets itself are left to it.
fn server_arguments(speed: Speed, arguments: &str) -> String {
    let baud = match speed {
        Speed::Max => "BAUD=57600",
        Speed::Real => "BAUD=19200",
    };
    let set = arguments.to_ascii_uppercase();
    let is_set = |option: &str| {
        let name = option.split('=').next().unwrap_or(option);
        set.split([' ', '=']).any(|word| word == name)
    };
    let defaults = ["SERIAL", "SERDEVICE=PAULA", baud]
        .into_iter()
        .filter(|option| !is_set(option));
    defaults
        .chain((!arguments.is_empty()).then_some(arguments))
        .collect::<Vec<_>>()
        .join(" ")
}

impl MachineBuilder {
    /// Puts the server and the test window on the machine and starts both at boot. `arguments` go to the server,
    /// after what it needs to answer on the serial line. The server's output lands in `server.log` on the boot
    /// volume; when it ends, `server.ended` appears there.
    pub fn with_server(self, environment: &Environment, arguments: &str) -> MachineBuilder {
        let arguments = server_arguments(self.chosen_speed(), arguments);
        self.with_programs(environment, &["QuietDebug", "GTApp", "AmiPilotServer"])
            .startup(&format!(
                "FailAt 21\n\
             SYS:C/QuietDebug\n\
             Run >NIL: SYS:C/GTApp\n\
             SYS:C/AmiPilotServer >SYS:server.log {arguments}\n\
             If FAIL\nEcho \"RC 20\" >SYS:server.ended\nElse\nEcho \"RC below 20\" >SYS:server.ended\nEndIf\n"
            ))
    }

    /// Copies programs that `cargo xtask build` made to `C/` on the boot volume.
    pub fn with_programs(self, environment: &Environment, names: &[&str]) -> MachineBuilder {
        names.iter().fold(self, |builder, name| {
            builder.file(environment.program(name), format!("C/{name}"))
        })
    }

    /// Copies a shared library of the tests, such as `rexxsyslib.library`, to where OpenLibrary finds it.
    pub fn with_library(self, environment: &Environment, name: &str) -> MachineBuilder {
        self.file(
            environment.programs.join("libs").join(name),
            format!("Libs/{name}"),
        )
    }
}

impl Machine {
    /// Waits until the server answers VERSION and the test window is open.
    ///
    /// # Errors
    /// One of both did not happen in time: the message holds what the server printed.
    pub fn wait_for_server(&self) -> Result<Reply> {
        let patience = Duration::from_secs(match self.speed() {
            Speed::Max => 120,
            Speed::Real => 300,
        });
        let explain = |error: anyhow::Error| {
            let log = std::fs::read(self.boot_volume().path("server.log")).unwrap_or_default();
            let log: String = log.iter().map(|&byte| char::from(byte)).collect();
            error.context(format!("the server is not at work; it printed: {log:?}"))
        };
        let version = wait_until_ready(self.serial(), patience).map_err(explain)?;
        let wait = latin1(&format!("WAITFOR WINDOW=\"{TEST_WINDOW}\" TIMEOUT=60"))?;
        let reply = crate::session::ask(self.serial(), &wait, patience).map_err(explain)?;
        anyhow::ensure!(
            reply.code == 0,
            "the server answers, but the window \"{TEST_WINDOW}\" did not open within 60 s (RC {}): {}",
            reply.code,
            reply.text()
        );
        Ok(version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_replace_defaults_of_the_same_name_alone() {
        assert_eq!(
            server_arguments(Speed::Max, ""),
            "SERIAL SERDEVICE=PAULA BAUD=57600"
        );
        assert_eq!(
            server_arguments(Speed::Real, "baud 9600"),
            "SERIAL SERDEVICE=PAULA baud 9600"
        );
        assert_eq!(
            server_arguments(Speed::Max, "FSROOT RAM:"),
            "SERIAL SERDEVICE=PAULA BAUD=57600 FSROOT RAM:"
        );
    }
}
