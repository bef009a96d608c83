//! A TCP connection to the server, or to an emulator that offers its serial port by TCP.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::{Connection, Line};
use crate::failure::{Failure, FailureKind};

/// A [`Line`] over TCP.
struct TcpLine(TcpStream);

impl Line for TcpLine {
    fn read(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        // A time-out of zero means "for ever" to the system, so short ones are rounded up.
        self.0
            .set_read_timeout(Some(patience.max(Duration::from_millis(1))))?;
        self.0.read(buffer)
    }

    fn writer(&self) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(self.0.try_clone()?))
    }
}

/// Connects to `address`, which is `HOST:PORT`, within `patience`.
///
/// # Errors
/// [`FailureKind::NoConnection`] when the name is unknown or nothing listens; [`FailureKind::Usage`] when there is no
/// port in the address.
pub fn open(address: &str, patience: Duration) -> Result<Connection, Failure> {
    if address
        .rsplit_once(':')
        .is_none_or(|(_, port)| port.parse::<u16>().is_err())
    {
        return Err(Failure::usage(format!(
            "--tcp {address} does not end in a port number; write HOST:PORT, for example 192.168.1.20:1234. The \
             server has no port of its own: it is the one given to it with TCPPORT."
        )));
    }
    let addresses = address.to_socket_addrs().map_err(|error| {
        Failure::new(
            FailureKind::NoConnection,
            format!(
                "the host in {address} is not known ({error}); check its spelling, or use the IP address"
            ),
        )
    })?;
    let mut last_error = None;
    for candidate in addresses {
        match TcpStream::connect_timeout(&candidate, patience) {
            Ok(stream) => return connection(stream, address),
            Err(error) => last_error = Some(error),
        }
    }
    let reason = last_error.map_or_else(|| String::from("it has no address"), |error| error.to_string());
    Err(Failure::new(
        FailureKind::NoConnection,
        format!(
            "cannot connect to {address}: {reason}. Likely the server is not running, listens on another port, or \
             the machine is off. On the Amiga: Run AmiPilotServer TCP TCPPORT <port>; for an emulator's serial port \
             check its settings."
        ),
    ))
}

fn connection(stream: TcpStream, address: &str) -> Result<Connection, Failure> {
    // Requests are short and each waits for its reply: nothing is won by collecting bytes.
    stream
        .set_nodelay(true)
        .and_then(|()| Connection::new(Box::new(TcpLine(stream)), format!("TCP {address}")))
        .map_err(|error| {
            Failure::new(
                FailureKind::NoConnection,
                format!("the connection to {address} cannot be used: {error}"),
            )
        })
}
