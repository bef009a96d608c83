//! What the server's tests share: a simulated Amiga with a server on it, and clients that ask and read replies.
#![allow(dead_code, reason = "every test program uses its own part of it")]

use firmware::Server;
use firmware::options::Options;
use hal_amiga::simulated::{Client, GtApp, Line, SimulatedAmiga, Style};
use hal_amiga::{Clock, InputEvent, WindowHandle};

/// The layouts in which gadgets come.
pub const STYLES: [Style; 3] = [Style::V37, Style::V40, Style::Aros];

/// A reply as a client reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its return code.
    pub code: u32,
    /// Its body, Latin-1 read as characters.
    pub text: String,
}

/// Takes the first whole reply off `bytes`; `None` when none is whole yet.
pub fn take_reply(bytes: &mut Vec<u8>) -> Option<Answer> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let header = String::from_utf8(bytes[..end].to_vec()).expect("a header is ASCII");
    let fields: Vec<&str> = header.split(' ').collect();
    assert!(fields.len() == 3 && fields[0] == "RC", "out of step: {header:?}");
    let code = fields[1].parse().expect("the code is a number");
    let count: usize = fields[2].parse().expect("the count is a number");
    let rest = end + 1;
    if bytes.len() < rest + count {
        return None;
    }
    let text = bytes[rest..rest + count]
        .iter()
        .copied()
        .map(char::from)
        .collect();
    bytes.drain(..rest + count);
    Some(Answer { code, text })
}

/// A server under test with its clients.
pub struct Bench<'l> {
    /// The machine that it runs on.
    pub amiga: SimulatedAmiga,
    /// The server.
    pub server: Server<'l, SimulatedAmiga>,
    /// The clients' ends of its lines.
    pub clients: Vec<Client>,
    unread: Vec<Vec<u8>>,
}

/// Runs `test` with a server that serves so many lines on `amiga`.
pub fn with_server<T>(amiga: &SimulatedAmiga, lines: usize, test: impl FnOnce(&mut Bench<'_>) -> T) -> T {
    let mut machine = amiga.clone();
    let (mut ends, clients): (Vec<Line>, Vec<Client>) = (0..lines).map(|_| amiga.line()).unzip();
    let mut server = Server::new(&mut machine, Options::default());
    for end in &mut ends {
        server.attach(end).expect("the PC has memory for a session");
    }
    let unread = vec![Vec::new(); lines];
    test(&mut Bench {
        amiga: amiga.clone(),
        server,
        clients,
        unread,
    })
}

/// Runs `test` with GTApp in one style and a server with one line.
pub fn with_gtapp<T>(style: Style, test: impl FnOnce(&mut Bench<'_>, WindowHandle) -> T) -> T {
    let amiga = SimulatedAmiga::new();
    let window = GtApp::start(&amiga, style);
    with_server(&amiga, 1, |bench| test(bench, window))
}

/// A machine with the volumes `WORK:` and `SYS:`, of which the server may touch `WORK:open` and `DATA:` alone: an
/// assign to `WORK:shared/data`. Both roots hold some files, and so do their neighbours.
pub fn amiga_with_files() -> SimulatedAmiga {
    let amiga = SimulatedAmiga::new();
    amiga.add_volume("SYS");
    amiga.add_volume("WORK");
    for directory in [
        "WORK:open",
        "WORK:open/sub",
        "WORK:shared",
        "WORK:shared/data",
        "WORK:private",
        "SYS:S",
    ] {
        amiga.add_directory(directory);
    }
    amiga.assign("DATA", "WORK:shared/data");
    amiga.assign("T", "WORK:open/sub");
    for file in [
        "WORK:open/a",
        "WORK:open/sub/b",
        "WORK:shared/data/c",
        "WORK:private/secret",
        "WORK:top",
        "SYS:S/startup",
    ] {
        amiga.add_file(file, file.as_bytes());
    }
    amiga
}

/// Runs `test` with [`amiga_with_files`] and a server with so many lines.
pub fn with_files<T>(lines: usize, test: impl FnOnce(&mut Bench<'_>) -> T) -> T {
    serve_files(&amiga_with_files(), lines, test)
}

/// Runs `test` with a server for the files of `amiga`; nothing may be locked or open at its end but its roots.
pub fn serve_files<T>(amiga: &SimulatedAmiga, lines: usize, test: impl FnOnce(&mut Bench<'_>) -> T) -> T {
    let result = with_server(amiga, lines, |bench| {
        bench.server.grant(b"WORK:open").expect("the root exists");
        bench.server.grant(b"DATA:").expect("the root exists");
        let result = test(bench);
        if !amiga.is_cut() {
            assert_eq!(amiga.file_handles(), 2, "something is still locked or open");
        }
        result
    });
    assert!(
        amiga.is_cut() || amiga.file_handles() == 0,
        "the roots are unlocked"
    );
    result
}

/// Text as the bytes that a client sends.
pub fn latin1(text: &str) -> Vec<u8> {
    hal_amiga::simulated::keymap::latin1(text)
}

impl Bench<'_> {
    /// Sends a line and its LF.
    pub fn send(&self, client: usize, line: &str) {
        let mut bytes = latin1(line);
        bytes.push(b'\n');
        self.clients[client].send(&bytes);
    }

    /// Sends FSPUT with these bytes behind it, and waits for its reply.
    pub fn put(&mut self, line: &str, body: &[u8]) -> Answer {
        let mut bytes = latin1(&format!("FSPUT {line}\n"));
        bytes.extend(body);
        self.clients[0].send(&bytes);
        self.reply(0)
    }

    /// The next reply of a client, if it is whole.
    pub fn poll(&mut self, client: usize) -> Option<Answer> {
        let bytes = self.clients[client].take();
        self.unread[client].extend(bytes);
        take_reply(&mut self.unread[client])
    }

    /// Lets the server run until the client's next reply is whole.
    pub fn reply(&mut self, client: usize) -> Answer {
        if let Some(answer) = self.poll(client) {
            return answer;
        }
        loop {
            let goes_on = self.server.turn();
            if let Some(answer) = self.poll(client) {
                return answer;
            }
            assert!(goes_on, "the server has ended and owes a reply");
            assert!(!self.amiga.is_asleep(), "the server sleeps and owes a reply");
        }
    }

    /// Sends a line and waits for its reply.
    pub fn ask_on(&mut self, client: usize, line: &str) -> Answer {
        self.send(client, line);
        self.reply(client)
    }

    /// As [`Bench::ask_on`], on the first line.
    pub fn ask(&mut self, line: &str) -> Answer {
        self.ask_on(0, line)
    }

    /// Asks, and expects this return code; gives the text.
    pub fn expect(&mut self, code: u32, line: &str) -> String {
        let answer = self.ask(line);
        assert_eq!(answer.code, code, "{line}: {}", answer.text);
        answer.text
    }

    /// Asks on a line, and expects this return code; gives the text.
    pub fn expect_on(&mut self, client: usize, code: u32, line: &str) -> String {
        let answer = self.ask_on(client, line);
        assert_eq!(answer.code, code, "{line}: {}", answer.text);
        answer.text
    }

    /// Lets the server run until nothing is left to happen. `false` when it has ended.
    pub fn settle(&mut self) -> bool {
        loop {
            if !self.server.turn() {
                return false;
            }
            if self.amiga.is_asleep() {
                return true;
            }
        }
    }

    /// Lets the server run for so many milliseconds of the machine's time.
    pub fn settle_for(&mut self, milliseconds: u32) {
        let end = self.amiga.clone().now().plus_millis(milliseconds);
        while !self.amiga.clone().now().reached(end) {
            assert!(self.server.turn(), "the server has ended");
        }
    }

    /// Whether the client has nothing to read.
    pub fn is_silent(&mut self, client: usize) -> bool {
        self.poll(client).is_none() && self.unread[client].is_empty()
    }

    /// The input events so far.
    pub fn events(&self) -> Vec<InputEvent> {
        let log = self.amiga.log();
        log.iter()
            .filter_map(|entry| match entry {
                hal_amiga::simulated::LogEntry::Input(_, event) => Some(*event),
                _ => None,
            })
            .collect()
    }

    /// Whether the server is in step and nothing is held down.
    pub fn assert_in_order(&mut self) {
        assert!(
            self.expect(0, "VERSION")
                .starts_with("AMIPILOT 2.0.0 PROTOCOL 1\n")
        );
        assert!(self.amiga.nothing_held(), "something is still held down");
    }
}
