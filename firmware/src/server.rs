//! The server: sessions side by side over one machine, and the one loop that sleeps.
//!
//! A turn of the loop lets every session do what it can without waiting, then sleeps until something happens or the
//! earliest deadline of a session. With no request under way there is no deadline, and the machine is left in peace.

use crate::files::Roots;
use crate::line::ClientLine;
use crate::options::Options;
use crate::session::Session;
use hal_amiga::{FileError, Instant, List, Machine, OutOfMemory};

/// Milliseconds that the last replies get to leave the machine once the server ends.
const FAREWELL: u32 = 3000;

/// Milliseconds between two looks at whether they have.
const FAREWELL_POLL: u32 = 20;

/// What all sessions share.
pub(crate) struct Shared {
    /// The options in force.
    pub(crate) options: Options,
    /// Where clients may work with files.
    pub(crate) roots: Roots,
    /// The entries of the manifest that is loaded; none when none is.
    pub(crate) manifest: List<u8>,
    wakes: u32,
    tickets: u32,
    quitting: bool,
}

impl Shared {
    /// The place in the queue for the next gesture.
    pub(crate) fn next_ticket(&mut self) -> u32 {
        self.tickets = self.tickets.wrapping_add(1);
        self.tickets
    }

    /// Returns from the machine's wait so far, modulo 2^32.
    pub(crate) fn wakes(&self) -> u32 {
        self.wakes
    }

    /// Returns from the machine's wait since their number was `earlier`.
    pub(crate) fn wakes_since(&self, earlier: u32) -> u32 {
        self.wakes.wrapping_sub(earlier)
    }

    /// Lets the server end: nothing new is begun, what is under way ends, replies are sent to their end.
    pub(crate) fn quit(&mut self) {
        self.quitting = true;
    }

    /// Whether the server is to end.
    pub(crate) fn is_quitting(&self) -> bool {
        self.quitting
    }
}

/// The server. `'c` is how long its lines live.
pub struct Server<'c, M> {
    machine: &'c mut M,
    shared: Shared,
    sessions: List<Session<'c>>,
    /// When the server ends though replies have yet to leave.
    end: Option<Instant>,
}

impl<'c, M: Machine> Server<'c, M> {
    /// A server without lines.
    pub fn new(machine: &'c mut M, options: Options) -> Self {
        let shared = Shared {
            options,
            roots: Roots::default(),
            manifest: List::new(),
            wakes: 0,
            tickets: 0,
            quitting: false,
        };
        Self {
            machine,
            shared,
            sessions: List::new(),
            end: None,
        }
    }

    /// Lets clients work with the files below a directory. It stays locked as long as the server lives.
    ///
    /// # Errors
    /// What AmigaDOS says of the path; [`FileError::WRONG_TYPE`] when it names a file.
    pub fn grant(&mut self, path: &[u8]) -> Result<(), FileError> {
        self.shared.roots.grant(self.machine, path)
    }

    /// Serves one more line.
    ///
    /// # Errors
    /// [`OutOfMemory`] when there is none for the session, which takes about 1 KB.
    #[inline(never)]
    pub fn attach(&mut self, client: &'c mut dyn ClientLine) -> Result<(), OutOfMemory> {
        if self.sessions.is_empty() {
            // Most servers have one line; room for more would be left empty.
            self.sessions = List::with_capacity(1)?;
        }
        let now = self.machine.now();
        self.sessions.push(Session::new(client, &self.shared, now))
    }

    /// Serves until a client sends QUIT, the user breaks, or every line is gone. When it returns, nothing is held down.
    pub fn run(&mut self) {
        while self.turn() {}
    }

    /// One turn of [`Server::run`]: does what can be done now, then sleeps. `false` when the server has ended.
    #[inline(never)]
    pub fn turn(&mut self) -> bool {
        while self.advance_all() {}
        if self.has_ended() {
            return false;
        }
        let until = self.deadline();
        let wake = self.machine.wait(until);
        self.shared.wakes = self.shared.wakes.wrapping_add(1);
        if wake.quit {
            self.shared.quit();
        }
        for session in self.sessions.iter_mut() {
            session.note_rest(&self.shared);
        }
        true
    }

    /// Lets every session do what it can, in turn. Whether any did something.
    #[inline(never)]
    fn advance_all(&mut self) -> bool {
        let mut progressed = false;
        for index in 0..self.sessions.len() {
            let served = self.sessions.iter().filter_map(Session::ticket).min();
            if let Some(session) = self.sessions.get_mut(index) {
                progressed |= session.advance(self.machine, &mut self.shared, served);
            }
        }
        progressed
    }

    /// Whether nothing is left to do for good.
    #[inline(never)]
    fn has_ended(&mut self) -> bool {
        if self.sessions.iter().all(Session::is_closed) {
            return true;
        }
        if !self.shared.is_quitting() {
            return false;
        }
        let now = self.machine.now();
        let end = *self.end.get_or_insert(now.plus_millis(FAREWELL));
        now.reached(end) || self.sessions.iter_mut().all(Session::is_at_rest)
    }

    /// When to wake up though nothing has happened.
    #[inline(never)]
    fn deadline(&mut self) -> Option<Instant> {
        let farewell = self
            .end
            .map(|end| self.machine.now().plus_millis(FAREWELL_POLL).earlier(end));
        let dues = self.sessions.iter().filter_map(Session::due);
        dues.chain(farewell).reduce(Instant::earlier)
    }
}
