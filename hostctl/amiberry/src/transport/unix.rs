//! Unix sockets.

use super::{Connection, Connector, retry};
use std::io;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

impl Connection for UnixStream {
    fn set_limit(&mut self, limit: Duration) -> io::Result<()> {
        // A limit of zero would mean none.
        let limit = Some(limit.max(Duration::from_millis(1)));
        self.set_read_timeout(limit)?;
        self.set_write_timeout(limit)
    }

    fn half_close(&mut self) -> io::Result<bool> {
        self.shutdown(Shutdown::Write).map(|()| true)
    }
}

/// The Amiberry that listens at a socket's path.
#[derive(Clone, Debug)]
pub struct UnixConnector {
    path: PathBuf,
}

impl UnixConnector {
    /// For this path.
    pub fn new(path: impl Into<PathBuf>) -> UnixConnector {
        UnixConnector { path: path.into() }
    }
}

/// Connects within a limit. The operating system lets a connection wait without limit while the server's queue is full,
/// so another thread waits; one that comes too late is closed unused.
fn connect(path: &Path, limit: Duration) -> io::Result<UnixStream> {
    let (sender, receiver) = sync_channel(1);
    let path = path.to_owned();
    std::thread::spawn(move || {
        // Nobody receives it when the limit is over; then it is closed here.
        let _late = sender.send(UnixStream::connect(path));
    });
    match receiver.recv_timeout(limit) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "the emulator's queue of connections stayed full",
        )),
        Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the connecting thread ended")),
    }
}

impl Connector for UnixConnector {
    fn connect(&self, limit: Duration) -> io::Result<Box<dyn Connection>> {
        retry(limit, |left| connect(&self.path, left)).map(|stream| Box::new(stream) as Box<dyn Connection>)
    }

    fn describe(&self) -> String {
        self.path.display().to_string()
    }

    fn lock_path(&self) -> Option<PathBuf> {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".hostctl-lock");
        Some(name.into())
    }
}
