//! An Amiberry that we start ourselves: awaited, and ended again.
//!
//! Promise: the process ends when [`Emulator`] is dropped, whatever happened before.

use crate::client::{Client, Limits};
use crate::error::{Error, Reason, Result};
use crate::instance::{INSTANCES, Presence, path_in, presence};
use crate::interrupt::Interrupt;
use crate::transport::usual;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Pause between two looks at a starting or ending process.
const PAUSE: Duration = Duration::from_millis(50);

/// What to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmulatorOptions {
    /// The program, usually `amiberry`.
    pub program: PathBuf,
    /// A configuration file.
    pub config: Option<PathBuf>,
    /// More arguments.
    pub arguments: Vec<String>,
    /// Where the program's output goes; without it, its errors go to ours and the rest is dropped.
    pub log: Option<PathBuf>,
}

/// A running Amiberry.
#[derive(Debug)]
pub struct Emulator {
    child: Child,
    /// Where it will listen.
    path: PathBuf,
}

impl Emulator {
    /// Starts the program without its own window for settings. `folder` is where it makes its socket: an Amiberry takes the
    /// first path that no other one listens at.
    ///
    /// # Errors
    /// [`Reason::Emulator`] when it cannot be started, or ten run already; [`Reason::File`] when the log cannot be written.
    pub fn start(options: &EmulatorOptions, folder: &Path) -> Result<Emulator> {
        let mut free = None;
        for instance in 0..INSTANCES {
            let path = path_in(folder, instance);
            if presence(&path)? != Presence::Alive {
                free = Some(path);
                break;
            }
        }
        let path =
            free.ok_or_else(|| Error::new(Reason::Emulator, "ten Amiberrys run already; end one of them"))?;
        let mut command = Command::new(&options.program);
        command.arg("-G");
        if let Some(config) = &options.config {
            std::fs::metadata(config).map_err(|error| Error::file(config, &error))?;
            command.arg("-f").arg(config);
        }
        command.args(&options.arguments).stdin(Stdio::null());
        match &options.log {
            None => {
                command.stdout(Stdio::null());
            }
            Some(log) => {
                let failed = |error| Error::file(log, &error);
                let file = std::fs::File::create(log).map_err(failed)?;
                command.stderr(file.try_clone().map_err(failed)?).stdout(file);
            }
        }
        let child = command.spawn().map_err(|error| {
            Error::new(
                Reason::Emulator,
                format!(
                    "{} cannot be started: {error}. Is Amiberry installed? Name its program with --program",
                    options.program.display()
                ),
            )
        })?;
        Ok(Emulator { child, path })
    }

    /// Where it listens.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The exit status when the program has ended.
    ///
    /// # Errors
    /// [`Reason::Emulator`] when the operating system does not tell.
    pub fn has_ended(&mut self) -> Result<Option<ExitStatus>> {
        let status = self.child.try_wait();
        status.map_err(|error| {
            Error::new(
                Reason::Emulator,
                format!("the emulator's state is unknown: {error}"),
            )
        })
    }

    /// Waits until `ready` says yes.
    ///
    /// # Errors
    /// [`Reason::Emulator`] when the program ends first; [`Reason::Deadline`] after `limit`; [`Reason::Interrupted`].
    pub fn wait_until(
        &mut self,
        what: &str,
        limit: Duration,
        interrupt: &Interrupt,
        ready: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.has_ended()? {
                return Err(Error::new(
                    Reason::Emulator,
                    format!(
                        "the emulator ended before {what} ({status}). Its own messages say why; --log FILE keeps them"
                    ),
                ));
            }
            if ready() {
                return Ok(());
            }
            if begin.elapsed() >= limit {
                return Err(Error::new(
                    Reason::Deadline,
                    format!(
                        "{what} did not happen within {:.1} s. --log FILE keeps the emulator's messages",
                        limit.as_secs_f64()
                    ),
                ));
            }
            interrupt.sleep(PAUSE)?;
        }
    }

    /// A client of it that no interrupt stops.
    pub fn client(&self, limits: Limits) -> Client {
        client_at(&self.path, limits)
    }

    /// Asks it to end with QUIT, and ends it by force when it is still there after `grace`. Gives whether it ended by itself.
    ///
    /// # Errors
    /// [`Reason::Emulator`] when the operating system does not tell.
    pub fn end(mut self, grace: Duration) -> Result<bool> {
        let begin = Instant::now();
        // One that does not answer any more is what the force is for.
        let _asked = self
            .client(Limits {
                connect: grace,
                reply: grace,
            })
            .run("QUIT", &[]);
        while begin.elapsed() < grace {
            if self.has_ended()?.is_some() {
                return Ok(true);
            }
            std::thread::sleep(PAUSE);
        }
        Ok(self.has_ended()?.is_some())
    }
}

fn client_at(path: &Path, limits: Limits) -> Client {
    Client::new(Arc::from(usual(path.to_owned())), limits, Interrupt::new())
}

/// Whether an Amiberry at this path answers a PING.
pub fn answers(path: &Path) -> bool {
    let limits = Limits {
        connect: Duration::from_secs(1),
        reply: Duration::from_secs(2),
    };
    client_at(path, limits).run("PING", &[]).is_ok()
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // Both fail when the process has ended already, which is the aim.
        let _killed = self.child.kill();
        let _collected = self.child.wait();
    }
}
