//! A two-way stream of bytes to the Amiga on which nothing can hang: every call has a deadline.
//!
//! A kind of stream is a [`Line`]: a [serial port](serial), [TCP](tcp). Reading waits as long as it is told. Writing
//! may stop for ever in the operating system (a stopped RTS/CTS hand-shake; a Windows port with nothing attached), so
//! a thread of its own writes, and the caller waits for it no longer than its deadline.

#[cfg(test)]
pub mod recorded;
pub mod serial;
pub mod tcp;

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// One kind of stream.
pub trait Line {
    /// Reads what has arrived, at least one byte, and waits for it up to `patience`, which is never zero.
    ///
    /// # Errors
    /// `TimedOut` or `WouldBlock` when nothing came. `Ok(0)` means that the other end closed the stream.
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize>;

    /// A second handle to the same stream, for the thread that writes.
    ///
    /// # Errors
    /// What the operating system says.
    fn writer(&self) -> io::Result<Box<dyn Write + Send>>;
}

/// Why bytes could not be moved.
#[derive(Debug)]
pub enum ConnectionError {
    /// The deadline passed.
    TimedOut,
    /// The other end closed the stream.
    Closed,
    /// The operating system reports an error.
    Broken(io::Error),
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectionError::TimedOut => formatter.write_str("nothing moved in time"),
            ConnectionError::Closed => formatter.write_str("the other end closed the connection"),
            ConnectionError::Broken(error) => write!(formatter, "the system says: {error}"),
        }
    }
}

impl From<io::Error> for ConnectionError {
    fn from(error: io::Error) -> ConnectionError {
        match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => ConnectionError::TimedOut,
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
                ConnectionError::Closed
            }
            _ => ConnectionError::Broken(error),
        }
    }
}

/// An open stream, with its writing thread.
pub struct Connection {
    line: Box<dyn Line>,
    description: String,
    /// To the writing thread; `None` only while the connection is being dropped.
    outgoing: Option<SyncSender<Vec<u8>>>,
    written: Receiver<io::Result<()>>,
    /// The writing thread; `None` when it hangs in the system and must not be waited for.
    writer: Option<JoinHandle<()>>,
}

impl Connection {
    /// Starts the writing thread on `line`; `description` names the stream in messages, as "/dev/ttyUSB0 at 19200
    /// baud".
    ///
    /// # Errors
    /// When the stream gives no second handle.
    pub fn new(line: Box<dyn Line>, description: String) -> io::Result<Connection> {
        let writer = line.writer()?;
        let (outgoing, requests) = mpsc::sync_channel(1);
        let (results, written) = mpsc::sync_channel(1);
        let writer = Some(thread::spawn(move || write_all(writer, &requests, &results)));
        Ok(Connection {
            line,
            description,
            outgoing: Some(outgoing),
            written,
            writer,
        })
    }

    /// How messages name this stream.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Sends all of `bytes`.
    ///
    /// # Errors
    /// [`ConnectionError::TimedOut`] leaves the stream unusable: part of the bytes may have been sent.
    pub fn send(&mut self, bytes: &[u8], patience: Duration) -> Result<(), ConnectionError> {
        let outgoing = self.outgoing.as_ref().ok_or(ConnectionError::Closed)?;
        outgoing.try_send(bytes.to_vec()).map_err(|error| match error {
            TrySendError::Full(_) => ConnectionError::TimedOut,
            TrySendError::Disconnected(_) => ConnectionError::Closed,
        })?;
        match self.written.recv_timeout(patience) {
            Ok(result) => Ok(result?),
            Err(RecvTimeoutError::Timeout) => {
                self.writer = None;
                Err(ConnectionError::TimedOut)
            }
            Err(RecvTimeoutError::Disconnected) => Err(ConnectionError::Closed),
        }
    }

    /// Receives at least one byte into `buffer` and says how many.
    ///
    /// # Errors
    /// See [`ConnectionError`]; a deadline in the past gives [`ConnectionError::TimedOut`] at once.
    pub fn receive(&mut self, buffer: &mut [u8], deadline: Instant) -> Result<usize, ConnectionError> {
        loop {
            let patience = deadline.saturating_duration_since(Instant::now());
            if patience.is_zero() {
                return Err(ConnectionError::TimedOut);
            }
            match self.line.read(buffer, patience) {
                Ok(0) => return Err(ConnectionError::Closed),
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Drops what arrives until the line has been quiet for `quiet`, but for `limit` at most.
    ///
    /// # Errors
    /// [`ConnectionError::Closed`] and [`ConnectionError::Broken`].
    pub fn discard(&mut self, quiet: Duration, limit: Duration) -> Result<(), ConnectionError> {
        let end = Instant::now() + limit;
        let mut buffer = [0; 1024];
        loop {
            match self.receive(&mut buffer, end.min(Instant::now() + quiet)) {
                Ok(_) => {}
                Err(ConnectionError::TimedOut) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Connection {
    /// Closes the stream: the writing thread holds it, too, so it is waited for, unless it hangs.
    fn drop(&mut self) {
        self.outgoing = None;
        if let Some(writer) = self.writer.take() {
            // A thread that panicked has closed its handle as well.
            let _ = writer.join();
        }
    }
}

/// The writing thread: ends when the connection is dropped or the stream fails.
fn write_all(
    mut writer: Box<dyn Write + Send>,
    requests: &Receiver<Vec<u8>>,
    results: &SyncSender<io::Result<()>>,
) {
    while let Ok(bytes) = requests.recv() {
        let result = writer.write_all(&bytes);
        let failed = result.is_err();
        if results.send(result).is_err() || failed {
            return;
        }
    }
}
