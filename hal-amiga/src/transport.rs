//! A line of bytes to one client: serial back-ends, TCP connections, pipes in tests.
//!
//! A transport is used without ever blocking: the firmware reads and writes only after `read_ready` and `write_ready`
//! said yes, and otherwise sleeps in [`Machine::wait`](crate::Machine::wait), which returns when that changes.

use embedded_io::{ErrorKind, ErrorType, Read, ReadReady, Write, WriteReady};

/// Why a line carries no more bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransportError {
    /// The other end closed the connection.
    Closed,
    /// The device reported an error that is not one of single bytes.
    Device,
}

impl core::fmt::Display for TransportError {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str(match self {
            Self::Closed => "the other end closed the connection",
            Self::Device => "the device failed",
        })
    }
}

impl core::error::Error for TransportError {}

impl embedded_io::Error for TransportError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Closed => ErrorKind::ConnectionReset,
            Self::Device => ErrorKind::Other,
        }
    }
}

/// Bytes lost or damaged on a serial line since it was opened; each count saturates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineErrors {
    /// A byte arrived before the last one was taken from the chip.
    pub overrun: u16,
    /// The stop bit was missing: wrong baud rate, noise, or a break.
    pub framing: u16,
    /// The receive buffer was full.
    pub full: u16,
}

/// A line of bytes to one client.
pub trait Transport: ErrorType<Error = TransportError> + Read + ReadReady + Write + WriteReady {
    /// Bytes lost or damaged so far; all zero where the line cannot lose any.
    fn errors(&self) -> LineErrors {
        LineErrors::default()
    }

    /// Whether every byte written has left the machine.
    fn is_drained(&mut self) -> bool;
}
