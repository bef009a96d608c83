//! The line to VICE: anything that reads and writes bytes within a time limit.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// A connection whose reads and writes give up after a while.
pub trait Stream: Read + Write + Send {
    /// From now on, a read or write that takes longer than `limit` fails with [`io::ErrorKind::WouldBlock`] or
    /// [`io::ErrorKind::TimedOut`]. `limit` is never zero.
    ///
    /// # Errors
    /// What the operating system says.
    fn set_limit(&mut self, limit: Duration) -> io::Result<()>;
}

impl Stream for TcpStream {
    fn set_limit(&mut self, limit: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(limit))?;
        self.set_write_timeout(Some(limit))
    }
}

/// Connects to `HOST:PORT`, trying each address that the name has.
///
/// # Errors
/// What the operating system said about the last address.
pub fn connect_tcp(address: &str, limit: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for candidate in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&candidate, limit) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
