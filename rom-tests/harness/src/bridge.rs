//! The emulated serial line as a TCP port on the loopback interface, for clients that speak TCP.
//!
//! One client is served after another, as with a cable that is plugged from one PC to the next: nothing is kept for
//! the next client, and bytes that the machine sends while no client is there are dropped.

use crate::serial::{Line, Serial};
use anyhow::{Context, Result};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Chunks that may wait for a slow client; at most 4096 bytes each.
const CLIENT_QUEUE: usize = 4096;
/// How often the bridge looks whether it should stop.
const TICK: Duration = Duration::from_millis(20);

/// A TCP port that stands for the serial line. The line belongs to it until it is dropped.
pub struct Bridge {
    port: u16,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Serial {
    /// Opens TCP port `port` on 127.0.0.1 for the line; 0 takes any free one, see [`Bridge::port`].
    ///
    /// # Errors
    /// The port is taken.
    pub fn bridge(&self, port: u16) -> Result<Bridge> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
            format!("could not open TCP port {port} on 127.0.0.1; another program has it")
        })?;
        let port = listener
            .local_addr()
            .context("could not read the bridge's own address")?
            .port();
        listener
            .set_nonblocking(true)
            .context("could not prepare the bridge's TCP port")?;
        let line = self.line();
        line.deliver_to(None);
        let stop = Arc::new(AtomicBool::new(false));
        let for_thread = Arc::clone(&stop);
        let thread = std::thread::Builder::new()
            .name("serial-bridge".into())
            .spawn(move || {
                while !for_thread.load(Ordering::Relaxed) {
                    match listener.accept() {
                        Ok((client, _)) => {
                            // A client that breaks off is no fault of ours; the next one gets its turn.
                            let _ = serve(&line, client, &for_thread);
                            line.deliver_to(None);
                        }
                        Err(_) => std::thread::sleep(TICK),
                    }
                }
                line.deliver_to_buffer();
            })
            .context("could not start the bridge")?;
        Ok(Bridge {
            port,
            stop,
            thread: Some(thread),
        })
    }
}

impl Bridge {
    /// The TCP port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of that thread has been printed already.
            let _ = thread.join();
        }
    }
}

/// Carries bytes both ways until the client goes.
fn serve(line: &Line, mut client: TcpStream, stop: &AtomicBool) -> Result<()> {
    client.set_nonblocking(false)?;
    client.set_nodelay(true)?;
    client.set_read_timeout(Some(TICK))?;
    let (sender, received) = sync_channel(CLIENT_QUEUE);
    line.deliver_to(Some(sender));
    let output = client.try_clone()?;
    let writer = std::thread::spawn(move || forward(received, output));
    let mut buffer = [0; 4096];
    let result = loop {
        if stop.load(Ordering::Relaxed) {
            break Ok(());
        }
        match client.read(&mut buffer) {
            Ok(0) => break Ok(()),
            Ok(count) => {
                if let Err(error) = line.write(&buffer[..count]) {
                    break Err(error);
                }
            }
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                ) => {}
            Err(error) => break Err(error.into()),
        }
    };
    // Ends the writer: its channel closes, and a write to a client that does not read fails.
    line.deliver_to(None);
    let _ = client.shutdown(Shutdown::Both);
    let _ = writer.join();
    result
}

/// Writes what the machine sends until the channel closes or the client is gone.
fn forward(received: Receiver<Vec<u8>>, mut client: TcpStream) {
    while let Ok(bytes) = received.recv() {
        if client.write_all(&bytes).is_err() {
            break;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn one_client_after_another_is_served_and_nothing_is_left_for_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let serial = Serial::open(&folder.path().join("log")).unwrap();
        let mut emulator = File::options()
            .read(true)
            .write(true)
            .open(serial.path())
            .unwrap();
        let bridge = serial.bridge(0).unwrap();
        for round in 0..3 {
            let mut client = TcpStream::connect((Ipv4Addr::LOCALHOST, bridge.port())).unwrap();
            client.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            let question = format!("question {round}\n").into_bytes();
            client.write_all(&question).unwrap();
            let mut seen = vec![0; question.len()];
            emulator.read_exact(&mut seen).unwrap();
            assert_eq!(seen, question);
            let answer = format!("answer {round}\n").into_bytes();
            emulator.write_all(&answer).unwrap();
            let mut seen = vec![0; answer.len()];
            client.read_exact(&mut seen).unwrap();
            assert_eq!(seen, answer);
        }
        drop(bridge);
        emulator.write_all(b"for the buffer").unwrap();
        serial
            .read_until(b"for the buffer", Duration::from_secs(20))
            .unwrap();
    }
}
