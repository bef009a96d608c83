//! A line of bytes between the firmware and a test: a pair of queues in the machine.
//!
//! A line may be made bad on purpose, by a seed ([`Client::damage`]): the same bytes are then lost in every run.
//!
//! [`Line`] is the firmware's end, a [`Transport`]; [`Client`] the test's. Whatever arrives sets the machine's signal,
//! as a driver would, so that [`Machine::wait`](crate::Machine::wait) returns.

use super::SimulatedAmiga;
use crate::{LineErrors, Transport, TransportError};
use embedded_io::{ErrorType, Read, ReadReady, Write, WriteReady};
use std::collections::VecDeque;

/// The state of one line.
#[derive(Debug, Default)]
pub(super) struct Pipe {
    to_machine: VecDeque<u8>,
    /// Written and not yet sent, where a test holds them back.
    held: VecDeque<u8>,
    sent: Vec<u8>,
    /// Room for bytes held back; `None` lets everything pass at once.
    room: Option<usize>,
    /// The most bytes that one read or write moves.
    portion: Option<usize>,
    /// Room for bytes that arrived; more are lost.
    receive_room: Option<usize>,
    errors: LineErrors,
    closed: bool,
    noise: Option<Noise>,
}

/// What a bad line does to bytes, the same for the same seed.
#[derive(Debug)]
struct Noise {
    state: u32,
    lost: u32,
    flipped: u32,
}

impl Noise {
    fn random(&mut self) -> u32 {
        // Marsaglia's xorshift with 32 bits.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        self.state
    }

    /// What arrives of a byte.
    fn pass(&mut self, byte: u8) -> Option<u8> {
        let fate = self.random() % 1000;
        if fate < self.lost {
            None
        } else if fate < self.lost + self.flipped {
            Some(byte ^ (1 << (self.random() % 8)))
        } else {
            Some(byte)
        }
    }
}

impl Pipe {
    /// What arrives of a byte at the other end.
    fn pass(&mut self, byte: u8) -> Option<u8> {
        match &mut self.noise {
            Some(noise) => noise.pass(byte),
            None => Some(byte),
        }
    }

    /// The firmware's byte reaches the test.
    fn deliver(&mut self, byte: u8) {
        let passed = self.pass(byte);
        self.sent.extend(passed);
    }
}

/// The firmware's end of a line.
#[derive(Debug)]
pub struct Line {
    machine: SimulatedAmiga,
    index: usize,
}

/// The test's end of a line. Clones name the same end.
#[derive(Debug, Clone)]
pub struct Client {
    machine: SimulatedAmiga,
    index: usize,
}

/// Both ends of a new line of `machine`.
pub(super) fn open(machine: &SimulatedAmiga) -> (Line, Client) {
    let mut world = machine.world();
    world.lines.push(Pipe::default());
    let index = world.lines.len() - 1;
    drop(world);
    (
        Line {
            machine: machine.clone(),
            index,
        },
        Client {
            machine: machine.clone(),
            index,
        },
    )
}

impl Client {
    fn with<T>(&self, change: impl FnOnce(&mut Pipe) -> T) -> T {
        change(&mut self.machine.world().lines[self.index])
    }

    /// Sends bytes to the firmware.
    pub fn send(&self, bytes: &[u8]) {
        self.with(|pipe| {
            for &byte in bytes {
                let Some(byte) = pipe.pass(byte) else { continue };
                if pipe
                    .receive_room
                    .is_some_and(|room| pipe.to_machine.len() >= room)
                {
                    pipe.errors.full = pipe.errors.full.saturating_add(1);
                } else {
                    pipe.to_machine.push_back(byte);
                }
            }
        });
        self.machine.signal();
    }

    /// Takes out all that the firmware sent so far.
    pub fn take(&self) -> Vec<u8> {
        self.with(|pipe| core::mem::take(&mut pipe.sent))
    }

    /// All that the firmware sent so far and nobody took.
    pub fn received(&self) -> Vec<u8> {
        self.with(|pipe| pipe.sent.clone())
    }

    /// Bytes sent that the firmware has not read yet.
    pub fn unread(&self) -> usize {
        self.with(|pipe| pipe.to_machine.len())
    }

    /// From now on the firmware's bytes stay in a buffer of so many until [`Client::release`] lets them pass.
    pub fn hold(&self, room: usize) {
        self.with(|pipe| pipe.room = Some(room));
    }

    /// Lets so many held bytes pass.
    pub fn release(&self, count: usize) {
        self.with(|pipe| {
            for _ in 0..count {
                let Some(byte) = pipe.held.pop_front() else { break };
                pipe.deliver(byte);
            }
        });
        self.machine.signal();
    }

    /// Lets all held bytes pass, and from now on every byte at once.
    pub fn flow(&self) {
        self.with(|pipe| {
            pipe.room = None;
            while let Some(byte) = pipe.held.pop_front() {
                pipe.deliver(byte);
            }
        });
        self.machine.signal();
    }

    /// Each read and write of the firmware moves at most so many bytes.
    pub fn portion(&self, bytes: usize) {
        self.with(|pipe| pipe.portion = Some(bytes.max(1)));
    }

    /// Arriving bytes beyond so many unread ones are lost and counted in [`LineErrors::full`].
    pub fn limit_receive(&self, bytes: usize) {
        self.with(|pipe| pipe.receive_room = Some(bytes));
    }

    /// From now on so many of 1000 bytes are lost, and so many have a bit flipped, both ways, chosen by a seed.
    pub fn damage(&self, seed: u32, lost: u32, flipped: u32) {
        // The generator stands still at zero.
        self.with(|pipe| {
            pipe.noise = Some(Noise {
                state: seed.max(1),
                lost,
                flipped,
            })
        });
    }

    /// From now on every byte arrives as it was sent.
    pub fn repair(&self) {
        self.with(|pipe| pipe.noise = None);
    }

    /// What the firmware reads as the line's errors.
    pub fn set_errors(&self, errors: LineErrors) {
        self.with(|pipe| pipe.errors = errors);
    }

    /// Closes the connection; the firmware still reads what was sent before.
    pub fn close(&self) {
        self.with(|pipe| pipe.closed = true);
        self.machine.signal();
    }
}

impl Line {
    fn with<T>(&self, change: impl FnOnce(&mut Pipe) -> T) -> T {
        change(&mut self.machine.world().lines[self.index])
    }
}

impl ErrorType for Line {
    type Error = TransportError;
}

impl ReadReady for Line {
    fn read_ready(&mut self) -> Result<bool, TransportError> {
        self.with(|pipe| Ok(!pipe.to_machine.is_empty() || pipe.closed))
    }
}

impl WriteReady for Line {
    fn write_ready(&mut self) -> Result<bool, TransportError> {
        self.with(|pipe| Ok(pipe.closed || pipe.room.is_none_or(|room| pipe.held.len() < room)))
    }
}

impl Read for Line {
    /// # Panics
    /// When nothing is there to read: on an Amiga the call would block the whole server.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, TransportError> {
        self.with(|pipe| {
            if buffer.is_empty() {
                return Ok(0);
            }
            let count = buffer
                .len()
                .min(pipe.to_machine.len())
                .min(pipe.portion.unwrap_or(usize::MAX));
            if count == 0 && pipe.closed {
                return Err(TransportError::Closed);
            }
            assert!(count > 0, "read without read_ready: this would block the server");
            for (place, byte) in buffer.iter_mut().zip(pipe.to_machine.drain(..count)) {
                *place = byte;
            }
            Ok(count)
        })
    }
}

impl Write for Line {
    /// # Panics
    /// When there is no room: on an Amiga the call would block the whole server.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, TransportError> {
        self.with(|pipe| {
            if pipe.closed {
                return Err(TransportError::Closed);
            }
            if bytes.is_empty() {
                return Ok(0);
            }
            let room = pipe
                .room
                .map_or(usize::MAX, |room| room.saturating_sub(pipe.held.len()));
            let count = bytes.len().min(room).min(pipe.portion.unwrap_or(usize::MAX));
            assert!(
                count > 0,
                "write without write_ready: this would block the server"
            );
            if pipe.room.is_some() {
                pipe.held.extend(&bytes[..count]);
            } else {
                for &byte in &bytes[..count] {
                    pipe.deliver(byte);
                }
            }
            Ok(count)
        })
    }

    fn flush(&mut self) -> Result<(), TransportError> {
        Ok(())
    }
}

impl Transport for Line {
    fn errors(&self) -> LineErrors {
        self.with(|pipe| pipe.errors)
    }

    fn is_drained(&mut self) -> bool {
        self.with(|pipe| pipe.held.is_empty() || pipe.closed)
    }
}
