//! Named pipes of Windows, whose reads have no time limit of their own.
//!
//! A worker thread owns the pipe and does one thing at a time, as told: write, or read. So a read waits in the worker,
//! and the caller waits for the worker with a limit. A pipe must not be written while it is read (Windows would let the
//! write wait for the read), so a connection whose read took too long can only be dropped.

use super::{Connection, Connector, retry};
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

enum Order {
    Write(Vec<u8>),
    Read(usize),
}

/// A connection over anything that blocks.
#[derive(Debug)]
pub struct Worker {
    orders: SyncSender<Order>,
    results: Receiver<io::Result<Vec<u8>>>,
    limit: Duration,
    reading: bool,
}

impl Worker {
    /// Takes over a pipe.
    pub fn new<P: Read + Write + Send + 'static>(mut pipe: P) -> Worker {
        let (orders, received) = sync_channel::<Order>(1);
        let (sender, results) = sync_channel(1);
        std::thread::spawn(move || {
            for order in received {
                let result = match order {
                    Order::Write(bytes) => pipe.write_all(&bytes).map(|()| Vec::new()),
                    Order::Read(length) => {
                        let mut buffer = vec![0; length];
                        pipe.read(&mut buffer).map(|read| {
                            buffer.truncate(read);
                            buffer
                        })
                    }
                };
                if sender.send(result).is_err() {
                    break;
                }
            }
        });
        Worker {
            orders,
            results,
            limit: Duration::from_secs(10),
            reading: false,
        }
    }

    fn order(&mut self, order: Order) -> io::Result<()> {
        self.orders
            .send(order)
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn result(&mut self) -> io::Result<Vec<u8>> {
        match self.results.recv_timeout(self.limit) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Read for Worker {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.reading {
            self.order(Order::Read(buffer.len()))?;
            self.reading = true;
        }
        let bytes = match self.result() {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(error),
            // A pipe that the other side closed is the end of the stream.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Vec::new(),
            other => other?,
        };
        self.reading = false;
        let length = bytes.len().min(buffer.len());
        buffer[..length].copy_from_slice(&bytes[..length]);
        Ok(length)
    }
}

impl Write for Worker {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.reading {
            return Err(io::Error::other("a reply is still being waited for"));
        }
        self.order(Order::Write(bytes.to_vec()))?;
        self.result().map(|_| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Connection for Worker {
    fn set_limit(&mut self, limit: Duration) -> io::Result<()> {
        self.limit = limit;
        Ok(())
    }

    fn half_close(&mut self) -> io::Result<bool> {
        Ok(false)
    }
}

/// The Amiberry that listens at a pipe, for example `\\.\pipe\amiberry`.
#[derive(Clone, Debug)]
pub struct PipeConnector {
    path: PathBuf,
}

impl PipeConnector {
    /// For this name.
    pub fn new(path: impl Into<PathBuf>) -> PipeConnector {
        PipeConnector { path: path.into() }
    }
}

impl Connector for PipeConnector {
    fn connect(&self, limit: Duration) -> io::Result<Box<dyn Connection>> {
        let pipe = retry(limit, |_| {
            OpenOptions::new().read(true).write(true).open(&self.path)
        })?;
        Ok(Box::new(Worker::new(pipe)))
    }

    fn describe(&self) -> String {
        self.path.display().to_string()
    }

    fn lock_path(&self) -> Option<PathBuf> {
        let name = self.path.file_name()?.to_string_lossy().into_owned();
        Some(std::env::temp_dir().join(format!("{name}.hostctl-lock")))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    #[test]
    fn reads_have_limits_and_the_end_is_seen() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut worker = Worker::new(ours);
        worker.set_limit(Duration::from_millis(20)).unwrap();
        worker.write_all(b"PING\n").unwrap();
        let mut buffer = [0; 16];
        assert_eq!(theirs.read(&mut buffer).unwrap(), 5);
        assert_eq!(
            worker.read(&mut buffer).unwrap_err().kind(),
            io::ErrorKind::TimedOut
        );
        assert!(worker.write(b"x").is_err(), "a write would wait for the read");
        theirs.write_all(b"OK\n").unwrap();
        worker.set_limit(Duration::from_secs(5)).unwrap();
        assert_eq!(worker.read(&mut buffer).unwrap(), 3);
        drop(theirs);
        assert_eq!(worker.read(&mut buffer).unwrap(), 0);
        assert!(!worker.half_close().unwrap());
    }

    #[test]
    fn a_missing_pipe_is_not_found() {
        let connector = PipeConnector::new("/nonexistent/pipe/amiberry");
        let error = connector.connect(Duration::from_secs(1)).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(connector.lock_path().unwrap().ends_with("amiberry.hostctl-lock"));
    }
}
