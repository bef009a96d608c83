//! Servers on loopback TCP that behave as a test wants, and a way to run the tool against them.
#![allow(dead_code, reason = "every test program uses its own part of it")]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// The reply with this return code and body.
pub fn reply(code: u32, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("RC {code} {}\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Starts a server for one client and gives its address. `behaviour` gets the connection.
pub fn serve(behaviour: impl FnOnce(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
    let address = listener.local_addr().expect("its address").to_string();
    thread::spawn(move || {
        if let Ok((stream, _)) = listener.accept() {
            behaviour(stream);
        }
    });
    address
}

/// Starts a server that greets as AmiPilot 1.1 does and answers every other line with what `answer` makes of it.
/// An empty answer closes the connection.
pub fn serve_answers(answer: impl Fn(&[u8]) -> Vec<u8> + Send + 'static) -> String {
    serve(move |stream| {
        let mut writer = stream.try_clone().expect("a second handle");
        let mut reader = BufReader::new(stream);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let request = line.strip_suffix(b"\n").unwrap_or(&line);
            let bytes = match request {
                b"VERSION" => reply(0, b"AMIPILOT 1.1 PROTOCOL 1\nSTABLE VERSION TREE CLICK\n"),
                b"AUTH amipilot" => reply(0, b""),
                other => answer(other),
            };
            if bytes.is_empty() || writer.write_all(&bytes).is_err() {
                return;
            }
            line.clear();
        }
    })
}

/// What one run of the tool came to.
#[derive(Debug)]
pub struct Outcome {
    /// The exit code.
    pub code: u8,
    /// The output stream.
    pub output: String,
    /// The error stream.
    pub errors: String,
}

/// Runs the tool in this process.
pub fn run(words: &[&str]) -> Outcome {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let words = std::iter::once("hostctl").chain(words.iter().copied());
    let code = hostctl::run(words, &mut output, &mut errors);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Outcome {
        code,
        output: text(output),
        errors: text(errors),
    }
}
