//! An emulator that we start ourselves: with its monitor on, awaited, and ended again.
//!
//! Promise: the process ends when [`Emulator`] is dropped, whatever happened before. The monitor has no password, so
//! only loopback addresses are used.
//!
//! Source: the VICE manual for the options `-binarymonitor` and `-binarymonitoraddress`.

use crate::error::{Error, Result};
use crate::monitor::{Monitor, Options};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Pause between two looks at a starting or ending process.
const PAUSE: Duration = Duration::from_millis(50);

/// What to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmulatorOptions {
    /// The program, for example `x64sc`.
    pub program: PathBuf,
    /// `HOST:PORT` of the loopback interface for the monitor; port 0 takes a free one.
    pub address: String,
    /// Arguments after those that switch the monitor on.
    pub arguments: Vec<String>,
    /// Where the program's output goes; without it, its errors go to ours and the rest is dropped.
    pub log: Option<PathBuf>,
}

/// A running emulator.
#[derive(Debug)]
pub struct Emulator {
    child: Child,
    address: SocketAddr,
}

impl Emulator {
    /// Starts the program.
    ///
    /// # Errors
    /// [`Error::Argument`] when the address is not on the loopback interface; [`Error::Emulator`] when its port is taken
    /// or the program cannot be started; [`Error::File`] when the log cannot be written.
    pub fn start(options: &EmulatorOptions) -> Result<Emulator> {
        let address = free_address(&options.address)?;
        let mut command = Command::new(&options.program);
        let protocol = if address.is_ipv4() { "ip4" } else { "ip6" };
        command.args([
            "-binarymonitor",
            "-binarymonitoraddress",
            &format!("{protocol}://{address}"),
        ]);
        command.args(&options.arguments).stdin(Stdio::null());
        match &options.log {
            None => {
                command.stdout(Stdio::null());
            }
            Some(path) => {
                let failed = |source| Error::File {
                    path: path.clone(),
                    source,
                };
                let file = std::fs::File::create(path).map_err(failed)?;
                command.stderr(file.try_clone().map_err(failed)?).stdout(file);
            }
        }
        let child = command.spawn().map_err(|error| {
            Error::Emulator(format!(
                "{} cannot be started: {error}. Is VICE installed? Name its program with --program",
                options.program.display()
            ))
        })?;
        Ok(Emulator { child, address })
    }

    /// Where its monitor listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the monitor answers.
    ///
    /// # Errors
    /// [`Error::Emulator`] when the program ends first; [`Error::Connect`] or [`Error::Busy`] when `options.wait` is over.
    pub fn wait_until_ready(&mut self, options: &Options) -> Result<Monitor> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.has_ended()? {
                return Err(Error::Emulator(format!(
                    "the emulator ended before its monitor answered ({status}). Its own messages say why; \
                     --log FILE keeps them"
                )));
            }
            let left = options.wait.saturating_sub(begin.elapsed());
            let attempt = Options {
                address: self.address.to_string(),
                wait: left,
                retry: false,
                ..options.clone()
            };
            match Monitor::connect(attempt, &mut |_| {}) {
                Err(Error::Connect { .. }) if !left.is_zero() => std::thread::sleep(PAUSE),
                other => return other,
            }
        }
    }

    /// The exit status when the program has ended.
    ///
    /// # Errors
    /// [`Error::Emulator`] when the operating system does not tell.
    pub fn has_ended(&mut self) -> Result<Option<ExitStatus>> {
        self.child
            .try_wait()
            .map_err(|error| Error::Emulator(format!("the emulator's state is unknown: {error}")))
    }

    /// Asks the program to end with QUIT, and ends it by force when it is still there after `grace`. Gives whether it
    /// ended by itself.
    ///
    /// # Errors
    /// [`Error::Emulator`] when the operating system does not tell.
    pub fn end(mut self, grace: Duration) -> Result<bool> {
        let begin = Instant::now();
        if self.has_ended()?.is_some() {
            return Ok(true);
        }
        let options = Options {
            address: self.address.to_string(),
            wait: grace,
            ..Options::default()
        };
        // A monitor that does not answer any more is what the force below is for.
        let _asked = Monitor::connect(options, &mut |_| {}).and_then(|mut monitor| monitor.client().quit());
        loop {
            if self.has_ended()?.is_some() {
                return Ok(true);
            }
            if begin.elapsed() >= grace {
                return Ok(false);
            }
            std::thread::sleep(PAUSE);
        }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // Both fail when the process has ended already, which is the aim.
        let _killed = self.child.kill();
        let _collected = self.child.wait();
    }
}

fn free_address(text: &str) -> Result<SocketAddr> {
    let unusable = |error| {
        Error::Argument(format!(
            "{text} is no address for the monitor: {error}. Write HOST:PORT"
        ))
    };
    let mut addresses = text.to_socket_addrs().map_err(unusable)?;
    let Some(address) = addresses.find(|address| address.ip().is_loopback()) else {
        return Err(Error::Argument(format!(
            "{text} is not on this machine's loopback interface. The monitor has no password: use 127.0.0.1"
        )));
    };
    // Taking the port for a moment shows that it is free; a port that is taken would answer in the emulator's place.
    TcpListener::bind(address).and_then(|listener| listener.local_addr()).map_err(|error| {
        Error::Emulator(format!(
            "{address} cannot be used for the monitor: {error}. Another emulator may run there; choose another port \
             with --address, or port 0 for a free one"
        ))
    })
}
