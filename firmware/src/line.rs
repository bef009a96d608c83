//! A line of bytes to one client, as sessions use it: never blocking, and one piece of code for every kind of line.
//!
//! [`hal_amiga::Transport`] builds on `embedded-io`, whose `Write` brings formatting into every table of virtual
//! functions. [`ClientLine`] is the part that a session needs, so that neither formatting nor one copy of the session
//! per kind of line reaches the Amiga.

use hal_amiga::{LineErrors, Transport, TransportError};

/// A line to a client that takes and gives bytes without waiting.
pub trait ClientLine {
    /// Takes bytes that have arrived into `buffer`: how many there were, 0 when none is there now.
    ///
    /// # Errors
    /// [`TransportError`] when no byte will ever come again.
    fn receive(&mut self, buffer: &mut [u8]) -> Result<usize, TransportError>;

    /// Gives bytes to the line: how many it took, 0 when it has no room now.
    ///
    /// # Errors
    /// [`TransportError`] when it will never take a byte again.
    fn send(&mut self, bytes: &[u8]) -> Result<usize, TransportError>;

    /// Whether the other end is still there, as far as the line can tell.
    fn is_up(&mut self) -> bool;

    /// Bytes lost or damaged so far.
    fn errors(&self) -> LineErrors;

    /// Whether every byte given to the line has left the machine.
    fn is_drained(&mut self) -> bool;
}

impl<T: Transport> ClientLine for T {
    fn receive(&mut self, buffer: &mut [u8]) -> Result<usize, TransportError> {
        if !self.read_ready()? {
            return Ok(0);
        }
        match self.read(buffer)? {
            0 => Err(TransportError::Closed),
            count => Ok(count.min(buffer.len())),
        }
    }

    fn send(&mut self, bytes: &[u8]) -> Result<usize, TransportError> {
        if bytes.is_empty() || !self.write_ready()? {
            return Ok(0);
        }
        Ok(self.write(bytes)?.min(bytes.len()))
    }

    fn is_up(&mut self) -> bool {
        self.read_ready().is_ok()
    }

    fn errors(&self) -> LineErrors {
        Transport::errors(self)
    }

    fn is_drained(&mut self) -> bool {
        Transport::is_drained(self)
    }
}
