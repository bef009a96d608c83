//! The emulated machine's serial line: drained all the time, kept in a log, read by tests or bridged to TCP.

use crate::pty::Pty;
use crate::termination::end_requested;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the machine may refuse bytes before a write fails. Slow test machines need seconds, never a minute.
const WRITE_PATIENCE: Duration = Duration::from_secs(60);

/// Where received bytes go.
enum Receiver {
    /// Into a buffer, for [`Serial::read_until`] and [`Serial::take`].
    Buffer(Vec<u8>),
    /// To the client of a bridge; without one they are dropped.
    Bridge(Option<SyncSender<Vec<u8>>>),
}

/// What the draining thread and the users share.
struct Shared {
    pty: Pty,
    receiver: Mutex<Receiver>,
    arrived: Condvar,
    stop: AtomicBool,
}

impl Shared {
    /// A thread that panicked while it held the lock left whole bytes behind: going on is right.
    fn receiver(&self) -> MutexGuard<'_, Receiver> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A serial line to an emulated machine.
pub struct Serial {
    shared: Arc<Shared>,
    drain: Option<JoinHandle<()>>,
}

impl Serial {
    /// Opens the line and starts to drain it; all that is received also goes to the file `log`.
    pub(crate) fn open(log: &Path) -> Result<Serial> {
        let log = File::create(log).with_context(|| format!("could not create {}", log.display()))?;
        let shared = Arc::new(Shared {
            pty: Pty::open()?,
            receiver: Mutex::new(Receiver::Buffer(Vec::new())),
            arrived: Condvar::new(),
            stop: AtomicBool::new(false),
        });
        let for_thread = Arc::clone(&shared);
        let drain = std::thread::Builder::new()
            .name("serial-drain".into())
            .spawn(move || drain(&for_thread, log))
            .context("could not start the thread that drains the serial line")?;
        Ok(Serial {
            shared,
            drain: Some(drain),
        })
    }

    /// The path that the emulator opens as its serial port.
    pub(crate) fn path(&self) -> &str {
        self.shared.pty.path()
    }

    /// Sends bytes to the machine.
    ///
    /// # Errors
    /// The machine took no byte for a minute.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        self.shared.pty.write_all(bytes, WRITE_PATIENCE)
    }

    /// Takes all bytes that were received and not taken yet.
    pub fn take(&self) -> Vec<u8> {
        match &mut *self.shared.receiver() {
            Receiver::Buffer(buffer) => std::mem::take(buffer),
            Receiver::Bridge(_) => Vec::new(),
        }
    }

    /// Waits until `pattern` has been received, and takes all up to its end; what follows stays.
    ///
    /// # Errors
    /// It did not come before `deadline` ran out; the message shows what did.
    pub fn read_until(&self, pattern: &[u8], deadline: Duration) -> Result<Vec<u8>> {
        self.take_when(deadline, &String::from_utf8_lossy(pattern), |bytes| {
            bytes
                .windows(pattern.len().max(1))
                .position(|window| window == pattern)
                .map(|at| at + pattern.len())
        })
    }

    /// Waits until `complete` says how many of the received bytes belong together, and takes those. `awaited` is
    /// what the message of the error says was missing.
    ///
    /// # Errors
    /// `complete` found nothing before `deadline` ran out, or the line is bridged to TCP.
    pub fn take_when(
        &self,
        deadline: Duration,
        awaited: &str,
        mut complete: impl FnMut(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>> {
        let end = Instant::now() + deadline;
        let mut receiver = self.shared.receiver();
        loop {
            let Receiver::Buffer(buffer) = &mut *receiver else {
                bail!("the serial line is bridged to TCP: its bytes go to the client there");
            };
            if let Some(length) = complete(buffer) {
                let rest = buffer.split_off(length);
                return Ok(std::mem::replace(buffer, rest));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                bail!(
                    "\"{}\" did not come over the serial line within {} s; {} bytes came, the last are: {:?}",
                    awaited.escape_debug(),
                    deadline.as_secs(),
                    buffer.len(),
                    String::from_utf8_lossy(&buffer[buffer.len().saturating_sub(300)..])
                );
            }
            if end_requested() {
                bail!(
                    "ended on request while \"{}\" was awaited",
                    awaited.escape_debug()
                );
            }
            let left = left.min(Duration::from_millis(200));
            receiver = self
                .shared
                .arrived
                .wait_timeout(receiver, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// The handle with which a bridge uses the line.
    pub(crate) fn line(&self) -> Line {
        Line(Arc::clone(&self.shared))
    }
}

impl Drop for Serial {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(drain) = self.drain.take() {
            // A panic of that thread has been printed already.
            let _ = drain.join();
        }
    }
}

/// A serial line as a bridge sees it.
#[derive(Clone)]
pub(crate) struct Line(Arc<Shared>);

impl Line {
    /// From now on received bytes go to `client`, or nowhere.
    pub(crate) fn deliver_to(&self, client: Option<SyncSender<Vec<u8>>>) {
        *self.0.receiver() = Receiver::Bridge(client);
    }

    /// From now on received bytes are kept for [`Serial::take`] again.
    pub(crate) fn deliver_to_buffer(&self) {
        *self.0.receiver() = Receiver::Buffer(Vec::new());
    }

    /// Sends bytes to the machine.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<()> {
        self.0.pty.write_all(bytes, WRITE_PATIENCE)
    }
}

/// Reads the line until the owner stops it.
fn drain(shared: &Shared, mut log: File) {
    let mut buffer = [0; 4096];
    while !shared.stop.load(Ordering::Relaxed) {
        let count = match shared.pty.read(&mut buffer, Duration::from_millis(100)) {
            Ok(count) => count,
            // The emulator has closed its end: another may open it.
            Err(_) => {
                std::thread::sleep(Duration::from_millis(20));
                continue;
            }
        };
        if count == 0 {
            continue;
        }
        let bytes = &buffer[..count];
        // The log is evidence for people; a full disk must not stop the line.
        let _ = log.write_all(bytes);
        match &mut *shared.receiver() {
            Receiver::Buffer(kept) => kept.extend_from_slice(bytes),
            Receiver::Bridge(client) => {
                // A client that does not read must not stop the line: it is dropped, and its connection with it.
                let refused = client.as_ref().is_some_and(|sender| {
                    !matches!(
                        sender.try_send(bytes.to_vec()),
                        Ok(()) | Err(TrySendError::Disconnected(_))
                    )
                });
                if refused {
                    *client = None;
                }
            }
        }
        shared.arrived.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_awaited_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let serial = Serial::open(&folder.path().join("log")).unwrap();
        let mut emulator = File::options().write(true).open(serial.path()).unwrap();
        emulator.write_all(b"noise ready more").unwrap();
        assert_eq!(
            serial.read_until(b"ready", Duration::from_secs(20)).unwrap(),
            b"noise ready"
        );
        assert_eq!(
            serial.read_until(b"more", Duration::from_secs(20)).unwrap(),
            b" more"
        );
        assert_eq!(
            std::fs::read(folder.path().join("log")).unwrap(),
            b"noise ready more"
        );
    }

    #[test]
    fn the_message_shows_what_came_instead() {
        let folder = tempfile::tempdir().unwrap();
        let serial = Serial::open(&folder.path().join("log")).unwrap();
        let mut emulator = File::options().write(true).open(serial.path()).unwrap();
        emulator.write_all(b"Guru").unwrap();
        let error = serial
            .read_until(b"ready", Duration::from_millis(800))
            .unwrap_err()
            .to_string();
        assert!(error.contains("ready") && error.contains("Guru"), "{error}");
    }
}
