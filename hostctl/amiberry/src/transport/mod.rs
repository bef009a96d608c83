//! Ways to an Amiberry: a Unix socket, or a named pipe on Windows, behind two small traits.
//!
//! Promise: every wait here has a limit. A connection is not shared: one request at a time.

pub mod pipe;
#[cfg(unix)]
pub mod unix;

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Pause before a busy server is tried again: about one emulated frame.
const RETRY: Duration = Duration::from_millis(20);
/// What Windows answers when all instances of a pipe are taken (ERROR_PIPE_BUSY).
const PIPE_BUSY: i32 = 231;

/// An open connection. A read that takes longer than its limit ends with `WouldBlock` or `TimedOut`.
pub trait Connection: Read + Write + Send {
    /// Sets the limit of each read and write from here on.
    ///
    /// # Errors
    /// What the operating system says.
    fn set_limit(&mut self, limit: Duration) -> io::Result<()>;

    /// Says that we send no more, while replies are still read. Gives whether this kind of connection can do that.
    ///
    /// # Errors
    /// What the operating system says.
    fn half_close(&mut self) -> io::Result<bool>;
}

/// Makes connections to one Amiberry.
pub trait Connector: Send + Sync {
    /// Connects. A server whose queue is full is tried again until `limit` is over.
    ///
    /// # Errors
    /// `NotFound` and `ConnectionRefused` mean that nobody listens: nothing was sent.
    fn connect(&self, limit: Duration) -> io::Result<Box<dyn Connection>>;

    /// The address in words.
    fn describe(&self) -> String;

    /// A file that stands for this Amiberry, to keep two actions of ours apart.
    fn lock_path(&self) -> Option<PathBuf>;
}

/// Whether a failed attempt to connect is worth another one at once: the queue is full, or the pipe's spare instance is
/// being made.
pub fn is_busy(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    ) || error.raw_os_error() == Some(PIPE_BUSY)
}

/// Tries `open` until it succeeds, fails for good, or `limit` is over.
///
/// # Errors
/// The last attempt's.
pub fn retry<T>(limit: Duration, mut open: impl FnMut(Duration) -> io::Result<T>) -> io::Result<T> {
    let begin = Instant::now();
    loop {
        match open(limit.saturating_sub(begin.elapsed())) {
            Err(error) if is_busy(&error) && begin.elapsed() + RETRY < limit => std::thread::sleep(RETRY),
            other => return other,
        }
    }
}

/// The usual way to the Amiberry at a path: a Unix socket, or on Windows a named pipe.
pub fn usual(path: PathBuf) -> Box<dyn Connector> {
    #[cfg(unix)]
    return Box::new(unix::UnixConnector::new(path));
    #[cfg(not(unix))]
    return Box::new(pipe::PipeConnector::new(path));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn busy_servers_are_tried_again_and_others_not() {
        let mut attempts = 0;
        let result = retry(Duration::from_secs(5), |_| {
            attempts += 1;
            match attempts {
                1 => Err(io::ErrorKind::WouldBlock.into()),
                2 => Err(io::Error::from_raw_os_error(PIPE_BUSY)),
                _ => Ok(attempts),
            }
        });
        assert_eq!(result.unwrap(), 3);
        let refused = retry(Duration::from_secs(5), |_| -> io::Result<()> {
            attempts += 1;
            Err(io::ErrorKind::ConnectionRefused.into())
        });
        assert_eq!(
            (refused.unwrap_err().kind(), attempts),
            (io::ErrorKind::ConnectionRefused, 4)
        );
        let busy = retry(Duration::from_millis(30), |_| -> io::Result<()> {
            Err(io::ErrorKind::WouldBlock.into())
        });
        assert_eq!(busy.unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }
}
