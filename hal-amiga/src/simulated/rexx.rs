//! ARexx on the simulated Amiga: public ports with programs behind them that answer as a test says, and messages that
//! stay in flight until they do.

use super::SimulatedAmiga;
use super::world::Due;
use crate::{CommandAnswer, CommandHandle, List, OutOfMemory, Rexx, RexxError};
use std::collections::BTreeMap;

/// What a program does with a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortAnswer {
    /// Answers after so many milliseconds with this code and text.
    After(u32, i32, Vec<u8>),
    /// Never answers.
    Never,
}

impl PortAnswer {
    /// An answer of code 0 in 20 ms.
    pub fn ok(text: &str) -> Self {
        Self::After(20, 0, super::keymap::latin1(text))
    }

    /// Another code in 20 ms.
    pub fn error(code: i32, text: &str) -> Self {
        Self::After(20, code, super::keymap::latin1(text))
    }
}

/// A program behind a port: a command in, what it does with it out.
type Peer = Box<dyn FnMut(&[u8]) -> PortAnswer + Send>;

/// A command in flight, or answered and not yet fetched.
#[derive(Debug, Default)]
struct Message {
    answer: Option<(i32, Vec<u8>)>,
    abandoned: bool,
}

/// All there is of ARexx.
#[derive(Default)]
pub(super) struct Ports {
    without_library: bool,
    peers: BTreeMap<Vec<u8>, Peer>,
    messages: BTreeMap<u32, Message>,
    sent: u32,
    log: Vec<(Vec<u8>, Vec<u8>)>,
}

impl SimulatedAmiga {
    /// Opens a public port; `peer` gets each command and says what becomes of it.
    pub fn open_port(&self, name: &str, peer: impl FnMut(&[u8]) -> PortAnswer + Send + 'static) {
        self.world()
            .ports
            .peers
            .insert(super::keymap::latin1(name), Box::new(peer));
    }

    /// Closes a public port. Commands that it has are answered as if it were open.
    pub fn close_port(&self, name: &str) {
        self.world().ports.peers.remove(&super::keymap::latin1(name));
    }

    /// Takes rexxsyslib.library away.
    pub fn remove_rexx_library(&self) {
        self.world().ports.without_library = true;
    }

    /// Messages that exist: in flight, or answered and not fetched.
    pub fn rexx_messages(&self) -> usize {
        self.world().ports.messages.len()
    }

    /// Port and text of every command that was sent.
    pub fn rexx_log(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        self.world().ports.log.clone()
    }

    /// The receiver answers.
    fn answer_command(&self, handle: u32, code: i32, text: Vec<u8>) {
        let mut world = self.world();
        let message = world.ports.messages.get_mut(&handle);
        // On an Amiga this would write to memory that belongs to others by now.
        let message = message.expect("a message was freed while its receiver had it");
        message.answer = Some((code, text));
        if message.abandoned {
            world.ports.messages.remove(&handle);
        }
        drop(world);
        self.signal();
    }
}

impl Rexx for SimulatedAmiga {
    fn send_command(&mut self, port: &[u8], command: &[u8]) -> Result<CommandHandle, RexxError> {
        self.step();
        let mut world = self.world();
        if world.ports.without_library {
            return Err(RexxError::NoLibrary);
        }
        world
            .faults
            .allocate()
            .map_err(|OutOfMemory| RexxError::OutOfMemory)?;
        let Some(mut peer) = world.ports.peers.remove(port) else {
            return Err(RexxError::NoPort);
        };
        world.ports.sent += 1;
        let handle = world.ports.sent;
        world.ports.messages.insert(handle, Message::default());
        world.ports.log.push((port.to_vec(), command.to_vec()));
        drop(world);
        let answer = peer(command);
        let mut world = self.world();
        world.ports.peers.entry(port.to_vec()).or_insert(peer);
        if let PortAnswer::After(delay, code, text) = answer {
            let action = move |amiga: &SimulatedAmiga| amiga.answer_command(handle, code, text);
            world.plan(delay, Due::Action(Box::new(action)));
        }
        Ok(CommandHandle(handle))
    }

    fn take_answer(&mut self, command: CommandHandle) -> Option<Result<CommandAnswer, OutOfMemory>> {
        self.step();
        let mut world = self.world();
        world.ports.messages.get(&command.0)?.answer.as_ref()?;
        let (code, bytes) = world.ports.messages.remove(&command.0)?.answer?;
        if let Err(error) = world.faults.allocate() {
            return Some(Err(error));
        }
        let mut text = List::new();
        Some(text.extend(&bytes).map(|()| CommandAnswer { code, text }))
    }

    fn abandon_command(&mut self, command: CommandHandle) {
        self.step();
        let mut world = self.world();
        let Some(message) = world.ports.messages.get_mut(&command.0) else {
            return;
        };
        message.abandoned = true;
        if message.answer.is_some() {
            world.ports.messages.remove(&command.0);
        }
    }
}
