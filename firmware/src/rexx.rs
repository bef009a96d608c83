//! Commands to other programs' ARexx ports: MUIREXX, and the places that a program tells of gadgets that it draws itself,
//! for WHERE, CLICK and TYPE. Spec §2.17, §2.20, §5.3.
//!
//! A command is a task that sleeps until the answer or its deadline. A command that is given up stays in flight: its
//! memory is the machine's affair, and lives until the answer comes.

use crate::body::{Body, Reply};
use crate::gesture::Gesture;
use crate::messages::{self, Collected};
use crate::server::Shared;
use crate::task::Progress;
use crate::wait;
use core::ops::ControlFlow::{self, Break, Continue};
use hal_amiga::{CommandAnswer, CommandHandle, Instant, Machine, OutOfMemory, Rect, RexxError, WindowHandle};
use protocol::limits::MAX_NAME;
use protocol::manifest::{Entry, Manifest};
use protocol::request::Fields;
use protocol::text::{self, write_where};
use protocol::{ReturnCode, Verb};

/// What stands before the name in a question for a place.
const QUESTION: &[u8] = b"WHERE ";

/// A command whose answer is awaited.
#[derive(Debug)]
pub(crate) struct Command {
    handle: CommandHandle,
    /// When the request arrived.
    arrival: Instant,
    deadline: Instant,
    /// The window that holds the place asked for; `None` for MUIREXX.
    window: Option<WindowHandle>,
}

impl Command {
    /// Sends a command to a port. `timeout` is in seconds.
    ///
    /// # Errors
    /// Why nothing was sent; see [`not_sent`].
    pub(crate) fn send<M: Machine>(
        machine: &mut M,
        port: &[u8],
        command: &[u8],
        arrival: Instant,
        timeout: u32,
    ) -> Result<Self, RexxError> {
        Ok(Self {
            handle: machine.send_command(port, command)?,
            arrival,
            deadline: wait::deadline(arrival, timeout),
            window: None,
        })
    }

    /// Asks the application of a manifest where its gadget is, which lies in `window`.
    ///
    /// # Errors
    /// As for [`Command::send`].
    #[inline(never)]
    pub(crate) fn ask_place<M: Machine>(
        machine: &mut M,
        manifest: Manifest<'_>,
        gadget: &Entry<'_>,
        window: WindowHandle,
        arrival: Instant,
        timeout: u32,
    ) -> Result<Self, RexxError> {
        let mut question = [0; QUESTION.len() + MAX_NAME];
        let length = QUESTION.len() + gadget.name.len();
        let bytes = QUESTION.iter().chain(gadget.name);
        for (place, byte) in question.iter_mut().zip(bytes) {
            *place = *byte;
        }
        let question = question.get(..length).unwrap_or(QUESTION);
        let port = manifest.port().unwrap_or(&[]);
        let command = Self::send(machine, port, question, arrival, timeout)?;
        Ok(Self {
            window: Some(window),
            ..command
        })
    }

    /// Looks whether the answer is there: breaks with what that means for the request, or continues with the gesture
    /// for which a place was asked.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(
        &mut self,
        machine: &mut M,
        shared: &mut Shared,
        request: &Fields<'_>,
    ) -> ControlFlow<Progress, Gesture> {
        let answer = match machine.take_answer(self.handle) {
            Some(Ok(answer)) => answer,
            Some(Err(OutOfMemory)) => return done(Reply::out_of_memory()),
            None if machine.now().reached(self.deadline) => {
                self.abandon(machine);
                return done(Reply::text(ReturnCode::Timeout, messages::NO_ANSWER));
            }
            None => return Break(Progress::Pending(Some(self.deadline))),
        };
        match self.window {
            _ if answer.code != 0 => done(Reply::new(ReturnCode::Error, Body::Refused(answer))),
            None => done(Reply::new(ReturnCode::Ok, Body::Copied(answer.text))),
            Some(window) => self.place(machine, shared, request, window, &answer),
        }
    }

    /// What the place that an application told is for.
    #[inline(never)]
    fn place<M: Machine>(
        &self,
        machine: &mut M,
        shared: &mut Shared,
        request: &Fields<'_>,
        window: WindowHandle,
        answer: &CommandAnswer,
    ) -> ControlFlow<Progress, Gesture> {
        let Some(place) = read_place(&answer.text) else {
            return done(Reply::text(ReturnCode::Error, messages::NO_PLACE));
        };
        if request.verb != Verb::Where {
            let ticket = shared.next_ticket();
            return Continue(Gesture::on_place(window, place, ticket, self.arrival));
        }
        if !machine.is_open(window) {
            return done(Reply::text(ReturnCode::Warn, messages::WINDOW_GONE));
        }
        let mut text = Collected::new();
        let place = text::Rect {
            left: place.left.into(),
            top: place.top.into(),
            width: place.width.into(),
            height: place.height.into(),
        };
        write_where(&mut text, &place);
        done(text.reply(ReturnCode::Ok))
    }

    /// Nobody waits for the answer any more.
    pub(crate) fn abandon<M: Machine>(&mut self, machine: &mut M) {
        machine.abandon_command(self.handle);
    }
}

fn done(reply: Reply) -> ControlFlow<Progress, Gesture> {
    Break(Progress::Done(reply))
}

/// The reply to a request whose command could not be sent.
pub(crate) fn not_sent(error: RexxError) -> Reply {
    match error {
        RexxError::NoLibrary => Reply::text(ReturnCode::Error, messages::NO_REXX),
        RexxError::NoPort => Reply::text(ReturnCode::Warn, messages::NO_PORT),
        RexxError::OutOfMemory => Reply::out_of_memory(),
    }
}

/// Four decimal numbers, each with a minus or not, blanks between and around them, and nothing else; `None` for any other
/// text, and for numbers that no window has.
fn read_place(text: &[u8]) -> Option<Rect> {
    let mut numbers = [0i16; 4];
    let mut words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    for number in &mut numbers {
        *number = read_number(words.next()?)?;
    }
    let [left, top, width, height] = numbers;
    words.next().is_none().then_some(Rect {
        left,
        top,
        width,
        height,
    })
}

/// A decimal number with a minus or not.
fn read_number(word: &[u8]) -> Option<i16> {
    let (is_negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let mut number = 0i32;
    for digit in digits {
        if !digit.is_ascii_digit() || number > i32::from(i16::MAX) {
            return None;
        }
        number = number * 10 + i32::from(digit - b'0');
    }
    if digits.is_empty() {
        return None;
    }
    i16::try_from(if is_negative { -number } else { number }).ok()
}

#[cfg(test)]
mod tests {
    use super::{Rect, read_place};

    #[test]
    fn places_are_four_numbers_and_nothing_else() {
        let place = |left, top, width, height| {
            Some(Rect {
                left,
                top,
                width,
                height,
            })
        };
        assert_eq!(read_place(b"1 2 3 4"), place(1, 2, 3, 4));
        assert_eq!(read_place(b"  -10  0 640   256 "), place(-10, 0, 640, 256));
        assert_eq!(read_place(b"32767 -32768 0 0"), place(32767, -32768, 0, 0));
        for text in [
            &b""[..],
            b"1 2 3",
            b"1 2 3 4 5",
            b"1 2 3 4x",
            b"1,2,3,4",
            b"- 2 3 4",
            b"--1 2 3 4",
            b"+1 2 3 4",
            b"1 2 3 32768",
            b"1 2 3 99999999999999",
            b"1\t2\t3\t4",
        ] {
            assert_eq!(read_place(text), None, "{}", text.escape_ascii());
        }
    }
}
