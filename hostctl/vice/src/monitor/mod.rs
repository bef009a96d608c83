//! The monitor for people and programs that think in names: connect, work, and leave the machine as it was found.
//!
//! Promise: [`Monitor::release`] lets a machine run on that ran before the first request, unless
//! [`Options::keep_stopped`] says otherwise. Names of banks and registers come from the running machine.
//!
//! VICE lets the machine run on when a connection closes, so `keep_stopped` lasts only as long as the connection.
//!
//! Source: the VICE manual, chapter "Binary monitor"; the behaviour of VICE 3.10 for who may connect and when.

mod debug;
mod machine;
mod memory;
mod screen;

pub use debug::{HistoryLine, NamedRegister};
pub use machine::{JOYSTICK_SIMULATION, JoystickLines};
pub use screen::ScreenOptions;

use crate::client::{Client, Limits, RunState, connect_tcp};
use crate::command::Memspace;
use crate::error::{Error, Result};
use crate::structures::{Bank, RegisterDescription, ViceVersion};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The address on which VICE listens unless told otherwise.
pub const DEFAULT_ADDRESS: &str = "127.0.0.1:6502";
/// How long the first answer may take before we say that another client is being served.
const PATIENCE: Duration = Duration::from_secs(1);
/// Pause between two attempts to connect.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// How to connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `HOST:PORT`.
    pub address: String,
    /// How long to wait for the first answer; another client may be served meanwhile.
    pub wait: Duration,
    /// Whether to try again within `wait` when nobody listens, because the emulator is still starting.
    pub retry: bool,
    /// Time limits of the requests.
    pub limits: Limits,
    /// Whether [`Monitor::release`] leaves the machine stopped.
    pub keep_stopped: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            address: DEFAULT_ADDRESS.to_owned(),
            wait: Duration::from_secs(10),
            retry: false,
            limits: Limits::default(),
            keep_stopped: false,
        }
    }
}

/// A connected monitor.
pub struct Monitor {
    client: Client,
    options: Options,
    banks: Option<Vec<Bank>>,
    registers: HashMap<u8, Vec<RegisterDescription>>,
}

impl Monitor {
    /// Connects and waits for the first answer. `notice` gets a sentence when that takes long.
    ///
    /// # Errors
    /// [`Error::Connect`] when nobody listens, [`Error::Busy`] when VICE does not answer because it serves another
    /// client, [`Error::Noise`] when something else listens there.
    pub fn connect(options: Options, notice: &mut dyn FnMut(&str)) -> Result<Monitor> {
        let client = open(&options, notice)?;
        Ok(Monitor {
            client,
            options,
            banks: None,
            registers: HashMap::new(),
        })
    }

    /// Connects anew after the connection was lost. What was known of banks and registers is asked again.
    ///
    /// # Errors
    /// As [`Monitor::connect`].
    pub fn reconnect(&mut self, notice: &mut dyn FnMut(&str)) -> Result<()> {
        self.reconnect_within(self.options.wait, notice)
    }

    fn reconnect_within(&mut self, wait: Duration, notice: &mut dyn FnMut(&str)) -> Result<()> {
        let wait = wait.min(self.options.wait);
        self.client = open(
            &Options {
                wait,
                ..self.options.clone()
            },
            notice,
        )?;
        self.banks = None;
        self.registers.clear();
        Ok(())
    }

    /// Ends the work: the machine runs on if it ran before, unless it is to be kept stopped. The connection stays open
    /// until `self` is dropped; a later request opens the monitor again.
    ///
    /// # Errors
    /// As [`Client::resume`].
    pub fn release(&mut self) -> Result<()> {
        let stopped = matches!(self.client.state(), RunState::Stopped { .. });
        if self.options.keep_stopped || !stopped || self.client.found_running() != Some(true) {
            return Ok(());
        }
        self.client.resume()
    }

    /// The connection, for single commands.
    pub fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    /// How this monitor was connected.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The emulator's version; `None` when it is older than 3.6, which cannot tell.
    ///
    /// # Errors
    /// As [`Client::vice_info`].
    pub fn version(&mut self) -> Result<Option<ViceVersion>> {
        match self.client.vice_info() {
            Err(Error::Refused {
                code: crate::error::ErrorCode::UnknownCommand,
                ..
            }) => Ok(None),
            other => other.map(Some),
        }
    }

    /// The memory banks of the computer.
    ///
    /// # Errors
    /// As [`Client::banks_available`].
    pub fn banks(&mut self) -> Result<&[Bank]> {
        if self.banks.is_none() {
            self.banks = Some(self.client.banks_available()?);
        }
        Ok(self.banks.as_deref().unwrap_or_default())
    }

    /// The number of a bank, found by its name in any case.
    ///
    /// # Errors
    /// [`Error::NotFound`] with the names that exist.
    pub fn bank(&mut self, name: &str) -> Result<u16> {
        let banks = self.banks()?;
        match banks.iter().find(|bank| bank.name.eq_ignore_ascii_case(name)) {
            Some(bank) => Ok(bank.number),
            None => Err(Error::NotFound {
                what: "memory bank",
                name: name.to_owned(),
                known: banks.iter().map(|bank| bank.name.clone()).collect(),
            }),
        }
    }

    /// The registers of a memory space.
    ///
    /// # Errors
    /// As [`Client::registers_available`].
    pub fn register_descriptions(&mut self, memspace: Memspace) -> Result<Vec<RegisterDescription>> {
        if let Some(known) = self.registers.get(&memspace.0) {
            return Ok(known.clone());
        }
        let descriptions = self.client.registers_available(memspace)?;
        self.registers.insert(memspace.0, descriptions.clone());
        Ok(descriptions)
    }
}

fn open(options: &Options, notice: &mut dyn FnMut(&str)) -> Result<Client> {
    let address = &options.address;
    let begin = Instant::now();
    let mut said = false;
    loop {
        let left = options.wait.saturating_sub(begin.elapsed()).max(RETRY_PAUSE);
        match connect_tcp(address, left) {
            Ok(stream) => {
                return greet(
                    Client::new(Box::new(stream), options.limits, 1),
                    options,
                    left,
                    notice,
                );
            }
            Err(source) => {
                let may_come = options.retry && begin.elapsed() < options.wait;
                if !may_come {
                    return Err(Error::Connect {
                        address: address.clone(),
                        source,
                    });
                }
                if !said && begin.elapsed() >= PATIENCE {
                    said = true;
                    notice(&format!("nobody listens at {address} yet; waiting"));
                }
                std::thread::sleep(RETRY_PAUSE);
            }
        }
    }
}

fn greet(
    mut client: Client,
    options: &Options,
    wait: Duration,
    notice: &mut dyn FnMut(&str),
) -> Result<Client> {
    let address = &options.address;
    let mut say = || {
        notice(&format!(
            "{address} does not answer yet: VICE serves one client at a time, another one is connected; waiting"
        ));
    };
    match client.greet(wait, PATIENCE, &mut say) {
        Ok(()) => Ok(client),
        Err(Error::NoAnswer { .. }) => Err(Error::Busy {
            address: address.clone(),
            waited: wait,
        }),
        Err(error) => Err(error),
    }
}
