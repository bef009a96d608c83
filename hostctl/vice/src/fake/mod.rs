//! A fake VICE for tests: the binary monitor's server side in this process, on a TCP port of the loopback interface.
//!
//! Promise: frames, their order, events and error codes are as VICE 3.10 sends them; one client is served at a time.
//! [`Behaviour`] adds what a real line or another version may do: pieces, noise, silence, early ends, appended fields.
//!
//! Source: the VICE manual, chapter "Binary monitor", and the exchange recorded with x64sc 3.10.

mod machine;
mod request;
mod respond;

pub use machine::{Machine, Register, checkpoint_body, push_item};
pub use request::{Request, RequestDecoder};

use crate::command::{CommandCode, Memspace, Operations};
use crate::error::ErrorCode;
use crate::event::CHECKPOINT_INFO;
use crate::structures::Checkpoint;
use crate::wire::{API_VERSION, Frame};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How the fake differs from a quiet, complete VICE 3.10.
#[derive(Clone, Debug, Default)]
pub struct Behaviour {
    /// Writes in pieces of this many bytes.
    pub piece: Option<usize>,
    /// Pauses after this many bytes of each answer.
    pub split_at: Option<usize>,
    /// Sends a checkpoint event and one of an unknown type before, between and after all frames.
    pub chatter: bool,
    /// Appends this many unknown bytes to each array item.
    pub item_tail: u8,
    /// Bytes before each frame.
    pub garbage: Vec<u8>,
    /// Closes the connection after this many bytes.
    pub close_after: Option<usize>,
    /// Commands that get no reply.
    pub silent: Vec<u8>,
    /// Commands whose reply comes this much later.
    pub late: Vec<(u8, Duration)>,
    /// Commands that are refused, with the code.
    pub refuse: Vec<(u8, u8)>,
    /// Commands that are answered with another type.
    pub wrong_kind: Vec<u8>,
    /// Lets the monitor close and open again by itself before the second reply, as VICE was seen to do after its start.
    pub reopens: bool,
}

/// How long the server's threads sleep when nothing happens.
const IDLE: Duration = Duration::from_millis(5);
/// Pause that makes two writes arrive apart.
const SPLIT_PAUSE: Duration = Duration::from_millis(1);

struct Shared {
    machine: Mutex<Machine>,
    behaviour: Mutex<Behaviour>,
    end: AtomicBool,
    connections: AtomicUsize,
}

/// A running fake. It ends when it is dropped.
pub struct FakeVice {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl FakeVice {
    /// Starts a fake on a free port.
    ///
    /// # Errors
    /// When no port can be opened.
    pub fn start(behaviour: Behaviour) -> io::Result<FakeVice> {
        Self::start_at("127.0.0.1:0", behaviour)
    }

    /// Starts a fake at an address of the loopback interface.
    ///
    /// # Errors
    /// When the port cannot be opened.
    pub fn start_at(address: &str, behaviour: Behaviour) -> io::Result<FakeVice> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            machine: Mutex::new(Machine::default()),
            behaviour: Mutex::new(behaviour),
            end: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
        });
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::spawn(move || serve(&listener, &for_thread));
        Ok(FakeVice {
            address,
            shared,
            thread: Some(thread),
        })
    }

    /// `HOST:PORT`.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// The machine, to look at and to change.
    pub fn machine(&self) -> MutexGuard<'_, Machine> {
        self.shared.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the behaviour from the next request on.
    pub fn set_behaviour(&self, behaviour: Behaviour) {
        *self
            .shared
            .behaviour
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = behaviour;
    }

    /// How many connections were served so far, with the present one.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// Waits until QUIT has come and the server has ended.
    pub fn wait_for_quit(mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been printed already, and the connection's end shows it to the client.
            let _ended = thread.join();
        }
    }
}

impl Drop for FakeVice {
    fn drop(&mut self) {
        self.shared.end.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

fn serve(listener: &TcpListener, shared: &Shared) {
    while !shared.end.load(Ordering::SeqCst) {
        match listener.accept() {
            Ok((stream, _)) => {
                shared.connections.fetch_add(1, Ordering::SeqCst);
                // A connection that breaks ends; the next client is served.
                let _ended = Connection::new(stream, shared).and_then(|mut connection| connection.serve());
                let mut machine = shared.machine.lock().unwrap_or_else(PoisonError::into_inner);
                machine.running = true;
                if machine.quit {
                    return;
                }
            }
            Err(_) => std::thread::sleep(IDLE),
        }
    }
}

struct Connection<'a> {
    stream: TcpStream,
    shared: &'a Shared,
    sent: usize,
    requests: usize,
}

impl<'a> Connection<'a> {
    fn new(stream: TcpStream, shared: &'a Shared) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(IDLE))?;
        Ok(Connection {
            stream,
            shared,
            sent: 0,
            requests: 0,
        })
    }

    fn serve(&mut self) -> io::Result<()> {
        let mut decoder = RequestDecoder::default();
        let mut buffer = [0; 4096];
        while !self.shared.end.load(Ordering::SeqCst) {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(length) => decoder.push(&buffer[..length]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => continue,
                Err(error) => return Err(error),
            }
            while let Some(request) = decoder.next_request() {
                self.answer(&request)?;
                if request.command == CommandCode::Quit.byte() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: &Request) -> io::Result<()> {
        let behaviour = self
            .shared
            .behaviour
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let frames = {
            let mut machine = self.shared.machine.lock().unwrap_or_else(PoisonError::into_inner);
            self.frames(&mut machine, request, &behaviour)
        };
        if let Some((_, delay)) = behaviour
            .late
            .iter()
            .find(|(command, _)| *command == request.command)
        {
            std::thread::sleep(*delay);
        }
        let mut bytes = Vec::new();
        for frame in frames {
            bytes.extend(&behaviour.garbage);
            bytes.extend(frame.encode());
        }
        self.write(&bytes, &behaviour)
    }

    fn frames(&mut self, machine: &mut Machine, request: &Request, behaviour: &Behaviour) -> Vec<Frame> {
        self.requests += 1;
        let tail = behaviour.item_tail;
        let mut frames = machine.open(tail);
        if behaviour.reopens && self.requests == 2 {
            frames.extend(machine.run(tail));
            frames.extend(machine.open(tail));
        }
        if behaviour.silent.contains(&request.command) {
            return frames;
        }
        let frame = |kind, error, body| Frame {
            api: API_VERSION,
            kind,
            error,
            request: request.id,
            body,
        };
        let forced = behaviour
            .refuse
            .iter()
            .find(|(command, _)| *command == request.command);
        let answer = match forced.and_then(|(_, code)| ErrorCode::from_byte(*code)) {
            Some(code) => Err((code, Vec::new())),
            None => respond::respond(machine, request, tail),
        };
        match answer {
            Ok(answer) => {
                frames.extend(answer.parts.into_iter().map(|(kind, body)| frame(kind, 0, body)));
                let kind = CommandCode::from_byte(request.command).map_or(0, CommandCode::reply_kind);
                let kind = if behaviour.wrong_kind.contains(&request.command) {
                    0x7f
                } else {
                    kind
                };
                frames.push(frame(kind, 0, answer.body));
                frames.extend(answer.events);
            }
            Err((code, events)) => {
                frames.push(frame(0, code.byte(), Vec::new()));
                frames.extend(events);
            }
        }
        if behaviour.chatter {
            frames
                .into_iter()
                .flat_map(|frame| [chatter(), vec![frame]].concat())
                .chain(chatter())
                .collect()
        } else {
            frames
        }
    }

    fn write(&mut self, bytes: &[u8], behaviour: &Behaviour) -> io::Result<()> {
        let room = behaviour
            .close_after
            .map_or(bytes.len(), |maximum| maximum.saturating_sub(self.sent));
        let allowed = &bytes[..room.min(bytes.len())];
        let (first, rest) = allowed.split_at(behaviour.split_at.unwrap_or(0).min(allowed.len()));
        self.stream.write_all(first)?;
        if !first.is_empty() {
            std::thread::sleep(SPLIT_PAUSE);
        }
        for piece in rest.chunks(behaviour.piece.unwrap_or(usize::MAX)) {
            self.stream.write_all(piece)?;
        }
        self.sent += allowed.len();
        if allowed.len() < bytes.len() {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        Ok(())
    }
}

/// Events that may come at any moment: a checkpoint that only traces, and a type that no client knows.
fn chatter() -> Vec<Frame> {
    let trace = Checkpoint {
        number: 77,
        hit: true,
        start: 0xe000,
        end: 0xe000,
        stop: false,
        enabled: true,
        operations: Operations::LOAD,
        temporary: false,
        hits: 5,
        ignore: 0,
        has_condition: false,
        memspace: Memspace::COMPUTER,
    };
    vec![
        Machine::event(CHECKPOINT_INFO, checkpoint_body(&trace)),
        Machine::event(0x6f, vec![1, 2, 3]),
    ]
}
