//! A line in memory that plays a recorded exchange, for tests: each request line that is written sets its reply free.
//!
//! A request that differs from the recording is answered with nothing and kept, so that the test can show it.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Connection, Line};

/// The pieces in which a reply arrives.
pub type Pieces = &'static [&'static [u8]];

/// One step of an exchange: the request line without LF, and its reply.
pub type Step = (&'static [u8], Pieces);

#[derive(Default)]
struct State {
    arrived: VecDeque<u8>,
    steps: VecDeque<Step>,
    pieces: VecDeque<&'static [u8]>,
    half_line: Vec<u8>,
    unexpected: Vec<Vec<u8>>,
    ends: bool,
    jammed: bool,
}

/// A recorded exchange; clones play the same one.
#[derive(Clone, Default)]
pub struct Recording {
    state: Arc<(Mutex<State>, Condvar)>,
}

impl Recording {
    /// An exchange of these steps, in this order.
    pub fn new(steps: &[Step]) -> Recording {
        let recording = Recording::default();
        recording.lock().steps = steps.iter().copied().collect();
        recording
    }

    /// Bytes that lie on the line before anybody asks.
    pub fn with_stale(self, bytes: &[u8]) -> Recording {
        self.lock().arrived.extend(bytes);
        self
    }

    /// The other end closes the line after its last byte.
    pub fn that_ends(self) -> Recording {
        self.lock().ends = true;
        self
    }

    /// The line takes no byte, as a serial port whose hand-shake is stopped.
    pub fn jammed(self) -> Recording {
        self.lock().jammed = true;
        self
    }

    /// Opens a connection on it.
    pub fn connect(&self) -> Connection {
        Connection::new(Box::new(self.clone()), String::from("the test line"))
            .expect("a line in memory opens")
    }

    /// The requests that were not in the recording, and whether all of the recording was played.
    pub fn outcome(&self) -> (Vec<Vec<u8>>, bool) {
        let state = self.lock();
        (state.unexpected.clone(), state.steps.is_empty())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line for Recording {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        let nothing = |state: &mut State| state.arrived.is_empty() && state.pieces.is_empty() && !state.ends;
        let waited = self.state.1.wait_timeout_while(self.lock(), patience, nothing);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.arrived.is_empty() {
            match state.pieces.pop_front() {
                Some(piece) => state.arrived.extend(piece),
                None if state.ends => return Ok(0),
                None => return Err(ErrorKind::TimedOut.into()),
            }
        }
        let count = buffer.len().min(state.arrived.len());
        for place in &mut buffer[..count] {
            *place = state.arrived.pop_front().unwrap_or_default();
        }
        Ok(count)
    }

    fn writer(&self) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(self.clone()))
    }
}

impl Write for Recording {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A jammed line never returns, but the thread must not outlive the test run by much.
        while self.lock().jammed {
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut state = self.lock();
        for byte in bytes {
            if *byte != b'\n' {
                state.half_line.push(*byte);
                continue;
            }
            let line = std::mem::take(&mut state.half_line);
            match state.steps.pop_front() {
                Some((request, pieces)) if request == line => state.pieces.extend(pieces),
                other => {
                    state.steps.extend(other);
                    state.unexpected.push(line);
                }
            }
        }
        self.state.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
