//! Plays the recorded exchange with x64sc 3.10 back to a client, and checks every byte that the client sends.

use std::collections::{HashSet, VecDeque};
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use vice_monitor::client::Stream;

/// The recording, as it was made.
const TEXT: &str = include_str!("../data/recorded-exchange.txt");

/// The recording shows only the start of long replies. What follows there: the second history entry's end, and for
/// memory and display zeros.
const HISTORY_END: [u8; 16] = [
    0x36, 0xff, 0xff, 0x90, 0xae, 0x4a, 0, 0, 0, 0, 0, 4, 0xee, 0x20, 0xd0, 0xff,
];

/// One request and all that VICE sent until the next one.
#[derive(Debug)]
pub struct Step {
    /// The request's bytes; `None` for four requests with file names, which the recording leaves out.
    pub request: Option<Vec<u8>>,
    /// What VICE sent.
    pub answer: Vec<u8>,
}

/// All steps of the recording.
pub fn steps() -> VecDeque<Step> {
    let mut steps = VecDeque::new();
    let mut asked = HashSet::new();
    // Whether a comment stood between the last step and this line: then frames with a new id answer a left-out request.
    let mut gap = true;
    let mut pending = Vec::new();
    for line in TEXT.lines() {
        let (mark, rest) = line.split_at(line.len().min(2));
        match mark {
            "C>" => {
                let request = hex(rest);
                asked.insert(request[6..10].to_vec());
                steps.push_back(Step {
                    request: Some(request),
                    answer: Vec::new(),
                });
                gap = false;
            }
            "S>" if rest.contains("EOF") => {}
            "S>" => {
                let frame = complete(rest);
                let id = frame[8..12].to_vec();
                if gap && (id == [0xff; 4] || !asked.contains(&id)) {
                    pending.extend(frame);
                    if id != [0xff; 4] {
                        asked.insert(id);
                        steps.push_back(Step {
                            request: None,
                            answer: std::mem::take(&mut pending),
                        });
                        gap = false;
                    }
                    continue;
                }
                steps
                    .back_mut()
                    .expect("an answer follows a request")
                    .answer
                    .extend(frame);
            }
            _ => gap = true,
        }
    }
    assert!(pending.is_empty());
    steps
}

fn hex(text: &str) -> Vec<u8> {
    let text = text.split(';').next().unwrap_or_default();
    text.split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).expect("two hex digits"))
        .collect()
}

fn complete(text: &str) -> Vec<u8> {
    let Some((shown, rest)) = text.split_once("... (") else {
        return hex(text);
    };
    let total: usize = rest
        .split(' ')
        .next()
        .and_then(|word| word.parse().ok())
        .expect("a length");
    let mut frame = hex(shown);
    if frame[6] == 0x86 {
        frame.extend(HISTORY_END);
        frame.truncate(total);
    }
    frame.resize(total, 0);
    frame
}

/// The other end of a client's line.
#[derive(Debug, Default)]
struct State {
    steps: VecDeque<Step>,
    written: Vec<u8>,
    readable: VecDeque<u8>,
    unrecorded: Vec<Vec<u8>>,
}

/// A line that answers as VICE did.
#[derive(Clone, Debug)]
pub struct Recording(Arc<Mutex<State>>);

impl Recording {
    /// From the recording's beginning.
    pub fn new() -> Recording {
        Recording(Arc::new(Mutex::new(State {
            steps: steps(),
            ..State::default()
        })))
    }

    /// How many requests were not sent yet.
    pub fn left(&self) -> usize {
        self.0.lock().unwrap().steps.len()
    }

    /// The requests sent where the recording has none.
    pub fn unrecorded(&self) -> Vec<Vec<u8>> {
        self.0.lock().unwrap().unrecorded.clone()
    }

    /// Drops what was not read, as a closed connection does.
    pub fn hang_up(&self) {
        self.0.lock().unwrap().readable.clear();
    }
}

impl Write for Recording {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock().unwrap();
        state.written.extend(bytes);
        let length = match state.written.get(2..6) {
            Some(length) => 11 + u32::from_le_bytes(length.try_into().unwrap()) as usize,
            None => return Ok(bytes.len()),
        };
        assert!(state.written.len() <= length, "one request at a time");
        if state.written.len() == length {
            let sent = std::mem::take(&mut state.written);
            let step = state.steps.pop_front().expect("the recording has ended");
            match step.request {
                Some(recorded) => assert_eq!(hex_text(&sent), hex_text(&recorded)),
                None => state.unrecorded.push(sent),
            }
            state.readable.extend(step.answer);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Recording {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.0.lock().unwrap();
        if state.readable.is_empty() {
            std::thread::sleep(Duration::from_millis(1));
            return Err(io::ErrorKind::WouldBlock.into());
        }
        state.readable.read(buffer)
    }
}

impl Stream for Recording {
    fn set_limit(&mut self, _limit: Duration) -> io::Result<()> {
        Ok(())
    }
}

fn hex_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x} ")).collect()
}
