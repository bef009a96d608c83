//! A fake Amiberry for tests: the server side in this process, on a Unix socket or handed over in memory.
//!
//! Promise: it keeps what is pressed and set, as Amiberry does; a state of SEND_JOYSTICK ends with its connection.
//! [`Behaviour`] adds what a real line may do: pieces, garbage, silence, early ends, also before or after a command is done.
//!
//! Source: Amiberry's description of its IPC interface, and the exchange recorded with Amiberry 8.3.0.

mod machine;

pub use machine::Machine;

use crate::transport::{Connection, Connector};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Which server it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generation {
    /// 8.3.0: closes idle connections, knows fewer commands.
    #[default]
    Old,
    /// Newer: connections stay.
    New,
}

/// What happens to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accident {
    /// The connection ends before the request is done.
    CutBefore,
    /// It is done, then the connection ends without a reply.
    CutAfter,
    /// It is done, and the connection ends in the middle of the reply.
    CutInside,
    /// It is done, and no reply comes.
    Silence,
    /// It is done, then this flag's owner presses Ctrl-C, then the reply comes.
    Interrupt,
    /// It is done, then somebody else changes tablet mode and untrap, then the reply comes.
    ForeignChange,
    /// As [`Accident::CutAfter`], and nobody listens from then on.
    Death,
}

/// How the fake differs from a quiet, complete server.
#[derive(Clone, Debug, Default)]
pub struct Behaviour {
    /// Writes in pieces of this many bytes.
    pub piece: Option<usize>,
    /// Bytes before each reply.
    pub garbage: Vec<u8>,
    /// What happens to the request of this number, counted from 0.
    pub accident: Option<(usize, Accident)>,
    /// Replies instead of the usual ones, by the first word of the request.
    pub replies: Vec<(String, String)>,
    /// Set by [`Accident::Interrupt`].
    pub interrupt: Option<crate::interrupt::Interrupt>,
}

/// How long an old server waits for the next request on a connection.
const IDLE: Duration = Duration::from_millis(100);
/// How often threads look whether the fake ends.
const LOOK: Duration = Duration::from_millis(20);

struct Shared {
    generation: Generation,
    machine: Mutex<Machine>,
    behaviour: Mutex<Behaviour>,
    requests: Mutex<Vec<String>>,
    dead: AtomicBool,
    end: AtomicBool,
}

/// A running fake. It ends when it is dropped.
#[derive(Clone)]
pub struct FakeAmiberry(Arc<Shared>);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FakeAmiberry {
    /// A fake that is reached through [`FakeAmiberry::connector`].
    pub fn new(generation: Generation, behaviour: Behaviour) -> FakeAmiberry {
        FakeAmiberry(Arc::new(Shared {
            generation,
            machine: Mutex::new(Machine::new(generation)),
            behaviour: Mutex::new(behaviour),
            requests: Mutex::default(),
            dead: AtomicBool::new(false),
            end: AtomicBool::new(false),
        }))
    }

    /// Its machine.
    pub fn machine(&self) -> MutexGuard<'_, Machine> {
        locked(&self.0.machine)
    }

    /// Changes its behaviour.
    pub fn behave(&self, behaviour: Behaviour) {
        *locked(&self.0.behaviour) = behaviour;
        locked(&self.0.requests).clear();
    }

    /// The requests so far, without their line feeds.
    pub fn requests(&self) -> Vec<String> {
        locked(&self.0.requests).clone()
    }

    /// A way to it that needs no socket.
    pub fn connector(&self) -> Arc<dyn Connector> {
        Arc::new(InMemory(self.clone()))
    }

    /// Listens at a path, until the result is dropped.
    ///
    /// # Errors
    /// When the socket cannot be made.
    pub fn listen(&self, path: &Path) -> io::Result<Listening> {
        let listener = UnixListener::bind(path)?;
        listener.set_nonblocking(true)?;
        let fake = self.clone();
        let thread = std::thread::spawn(move || {
            while !fake.0.end.load(Ordering::SeqCst) {
                match listener.accept() {
                    // Each in a thread of its own: what tests look at does not depend on the order.
                    Ok((stream, _)) if stream.set_nonblocking(false).is_ok() => fake.serve_apart(stream),
                    _ => std::thread::sleep(LOOK),
                }
            }
        });
        Ok(Listening {
            fake: self.clone(),
            path: path.to_owned(),
            thread: Some(thread),
        })
    }

    fn serve_apart(&self, stream: UnixStream) {
        let fake = self.clone();
        std::thread::spawn(move || {
            // The end of a connection, however it comes, is all that a server knows.
            let _ended = fake.serve(stream);
        });
    }

    fn serve(&self, mut stream: UnixStream) -> io::Result<()> {
        let connection = self.machine().connect();
        let result = self.serve_requests(&mut stream, connection);
        self.machine().disconnect(connection);
        result
    }

    fn serve_requests(&self, stream: &mut UnixStream, connection: u64) -> io::Result<()> {
        stream.set_read_timeout(Some(match self.0.generation {
            Generation::Old => IDLE,
            Generation::New => LOOK,
        }))?;
        let mut pending: Vec<u8> = Vec::new();
        let mut buffer = [0; 4095];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => pending.extend(&buffer[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if self.0.generation == Generation::Old || self.0.end.load(Ordering::SeqCst) {
                        return Ok(());
                    }
                }
                Err(error) => return Err(error),
            }
            if self.0.generation == Generation::New && pending.len() > crate::wire::MAXIMUM_REQUEST {
                return Ok(());
            }
            while let Some(end) = pending.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = pending.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                let line = line.trim_end_matches(['\n', '\r']);
                if !line.is_empty() && !self.answer(line, connection, stream)? {
                    return Ok(());
                }
            }
        }
    }

    /// Answers a request; gives whether the connection goes on.
    fn answer(&self, line: &str, connection: u64, stream: &mut UnixStream) -> io::Result<bool> {
        let behaviour = locked(&self.0.behaviour).clone();
        let number = {
            let mut requests = locked(&self.0.requests);
            requests.push(line.to_owned());
            requests.len() - 1
        };
        let accident = behaviour
            .accident
            .filter(|(place, _)| *place == number)
            .map(|(_, accident)| accident);
        if accident == Some(Accident::CutBefore) {
            return Ok(false);
        }
        let name = line.split('\t').next().unwrap_or_default();
        let scripted = behaviour.replies.iter().find(|(command, _)| command == name);
        let reply = match scripted {
            Some((_, reply)) => reply.clone(),
            None => self.machine().answer(line, connection),
        };
        let mut bytes = behaviour.garbage.clone();
        bytes.extend(format!("{reply}\n").into_bytes());
        match accident {
            Some(Accident::CutAfter) => return Ok(false),
            Some(Accident::CutInside) => {
                stream.write_all(&bytes[..bytes.len() / 2])?;
                return Ok(false);
            }
            Some(Accident::Death) => {
                self.0.dead.store(true, Ordering::SeqCst);
                return Ok(false);
            }
            Some(Accident::Silence) => return Ok(true),
            Some(Accident::Interrupt) => {
                if let Some(interrupt) = &behaviour.interrupt {
                    interrupt.set();
                }
            }
            Some(Accident::ForeignChange) => {
                let mut machine = self.machine();
                machine.pending = ("real".into(), "off".into());
                machine.revision += 1;
            }
            Some(Accident::CutBefore) | None => {}
        }
        for piece in bytes.chunks(behaviour.piece.unwrap_or(bytes.len()).max(1)) {
            stream.write_all(piece)?;
            if behaviour.piece.is_some() {
                std::thread::sleep(Duration::from_micros(200));
            }
        }
        if name.eq_ignore_ascii_case("QUIT") {
            self.0.end.store(true, Ordering::SeqCst);
            return Ok(false);
        }
        Ok(true)
    }

    /// Waits until QUIT came.
    pub fn wait_for_quit(&self) {
        while !self.0.end.load(Ordering::SeqCst) {
            std::thread::sleep(LOOK);
        }
    }
}

/// A fake's socket.
pub struct Listening {
    fake: FakeAmiberry,
    path: PathBuf,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.fake.0.end.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            // A panic there has been printed already.
            let _ended = thread.join();
        }
        // Somebody may have removed it already.
        let _removed = std::fs::remove_file(&self.path);
    }
}

struct InMemory(FakeAmiberry);

impl Connector for InMemory {
    fn connect(&self, _limit: Duration) -> io::Result<Box<dyn Connection>> {
        if self.0.0.dead.load(Ordering::SeqCst) {
            return Err(ErrorKind::ConnectionRefused.into());
        }
        let (ours, theirs) = UnixStream::pair()?;
        self.0.serve_apart(theirs);
        Ok(Box::new(ours))
    }

    fn describe(&self) -> String {
        "memory".into()
    }

    fn lock_path(&self) -> Option<PathBuf> {
        None
    }
}
