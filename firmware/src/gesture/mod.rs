//! CLICK and TYPE as a person would do them: input events with pauses between, never one that stays pressed.
//!
//! A gesture is a row of steps, each due at a moment. First the window comes forward; Intuition does that later, so
//! the gesture looks until it is so, for a second at most. If that took time, the gadget's place is read afresh, since
//! the window may have moved. Then pointer, button down, button up, and for TYPE the keys. Spec §4.5 to §4.7.
//!
//! What is held down is known at every step, and is let go when the gesture ends in any way.

mod held;

use crate::body::{Body, Reply};
use crate::locator::{self, Found, Identity};
use crate::messages;
use crate::task::Progress;
use crate::wait::{self, Subject, Wait};
use hal_amiga::{
    Gadget, GadgetTree, InputError, InputEvent, Instant, Key, Keystrokes, Machine, MouseButton, Point,
    ScreenHandle, WindowHandle,
};
use held::Held;
use protocol::ReturnCode;
use protocol::request::Request;

/// How long to wait for the window to be in front and active, in milliseconds. After that the click itself activates
/// the window, as a person's would.
const FORWARD_LIMIT: u32 = 1000;

/// Milliseconds between two looks at that.
const FORWARD_POLL: u32 = 20;

/// Milliseconds between moving the pointer and pressing the button.
const POINTER_PAUSE: u32 = 20;

/// Milliseconds for which the button is held.
const BUTTON_HELD: u32 = 60;

/// Milliseconds after the last event in which the program gets the processor, so that the next request sees the effect.
const SETTLE: u32 = 20;

/// Milliseconds for which a key is held, and so the pace of typing: 50 keys a second at most, which a 7 MHz machine
/// keeps up with when it draws each character, and far below the delay of key repeat.
const KEY_HELD: u32 = 20;

/// For so many milliseconds the place where a gadget was found is believed without reading its window once more, which
/// takes half a second at 7 MHz.
const FRESH: u32 = 40;

/// A click, with or without typing after it.
#[derive(Debug)]
pub(crate) struct Gesture {
    gadget: Identity,
    /// Where the gadget was found, and when.
    found: (Place, Instant),
    /// Its place in the queue: one gesture at a time, the lowest number first.
    ticket: u32,
    /// When the request arrived.
    arrival: Instant,
    /// When the next step is due.
    due: Instant,
    step: Step,
    held: Held,
    /// Characters of the text that have been typed.
    typed: usize,
}

/// A pixel of a screen.
#[derive(Debug, Clone, Copy)]
struct Place {
    screen: ScreenHandle,
    point: Point,
}

/// The middle of a gadget of a snapshot.
fn middle(tree: &GadgetTree, gadget: &Gadget) -> Place {
    Place {
        screen: tree.screen.handle,
        point: gadget.bounds.within(tree.window.bounds).centre(),
    }
}

/// What comes next.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Ask for the window to come forward.
    Begin,
    /// Look whether it has, until this moment at the latest.
    Forward(Instant),
    /// Press the button.
    Press,
    /// Let the button go.
    LetGo,
    /// Type the next character, or end.
    Character,
    /// Let go of the key that is down, and strike the next of the same character.
    KeyUp(Keystrokes, usize),
    /// All events are sent.
    End,
}

/// Why a gesture ends before its last step.
enum Stop {
    /// The window has closed.
    WindowGone,
    /// Another reply.
    Reply(Reply),
}

impl From<InputError> for Stop {
    fn from(error: InputError) -> Self {
        Stop::Reply(match error {
            InputError::ScreenGone => Reply::text(ReturnCode::Warn, messages::SCREEN_GONE),
            InputError::NoKeymap => Reply::text(ReturnCode::Fail, messages::NO_KEYMAP),
            InputError::NotProducible => Reply::text(ReturnCode::Fail, messages::NOT_PRODUCIBLE),
            InputError::Refused => Reply::text(ReturnCode::Fail, messages::INPUT_REFUSED),
        })
    }
}

impl Gesture {
    /// A gesture on the gadget that was found just now; `None` when the snapshot does not hold it.
    pub(crate) fn new(found: &Found, ticket: u32, arrival: Instant, now: Instant) -> Option<Self> {
        let gadget = found.tree.gadgets.get(found.position)?;
        Some(Self {
            gadget: found.identity(),
            found: (middle(&found.tree, gadget), now),
            ticket,
            arrival,
            due: now,
            step: Step::Begin,
            held: Held::default(),
            typed: 0,
        })
    }

    /// Its place in the queue.
    pub(crate) fn ticket(&self) -> u32 {
        self.ticket
    }

    /// Lets go of everything that is held down.
    pub(crate) fn release<M: Machine>(&mut self, machine: &mut M) {
        self.held.release_all(machine);
    }

    /// Does the steps that are due.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(&mut self, machine: &mut M, request: &Request<'_>) -> Progress {
        loop {
            let now = machine.now();
            if !now.reached(self.due) {
                return Progress::Pending(Some(self.due));
            }
            if matches!(self.step, Step::End) {
                return self.finish(now, request);
            }
            if let Err(stop) = self.step(machine, now, request) {
                self.release(machine);
                return Progress::Done(self.stopped(stop));
            }
        }
    }

    /// Goes on to `step` after a pause.
    fn next(&mut self, machine: &mut impl Machine, step: Step, pause: u32) {
        self.step = step;
        self.due = machine.now().plus_millis(pause);
    }

    /// Does one step.
    #[inline(never)]
    fn step<M: Machine>(&mut self, machine: &mut M, now: Instant, request: &Request<'_>) -> Result<(), Stop> {
        let window = self.gadget.window;
        match self.step {
            Step::Begin => {
                machine
                    .bring_forward(window)
                    .map_err(|error| Stop::Reply(locator::walk_failed(error)))?;
                self.step = Step::Forward(now.plus_millis(FORWARD_LIMIT));
            }
            Step::Forward(limit) => {
                if machine.is_forward(window) || now.reached(limit) {
                    self.point(machine, now)?;
                    self.next(machine, Step::Press, POINTER_PAUSE);
                } else {
                    require_open(machine, window)?;
                    self.due = now.plus_millis(FORWARD_POLL);
                }
            }
            Step::Press => {
                require_open(machine, window)?;
                self.held.press_button(machine, MouseButton::Left)?;
                self.next(machine, Step::LetGo, BUTTON_HELD);
            }
            Step::LetGo => {
                // Also when the window has gone: its button may have closed it, and then the click has done its work.
                self.held.let_button_go(machine)?;
                let step = if matches!(request, Request::Type { .. }) {
                    Step::Character
                } else {
                    Step::End
                };
                self.next(machine, step, SETTLE);
            }
            Step::Character => self.character(machine, request)?,
            Step::KeyUp(strokes, index) => {
                self.held.let_key_go(machine)?;
                self.strike(machine, strokes, index + 1)?;
            }
            Step::End => (),
        }
        Ok(())
    }

    /// Puts the pointer on the middle of the gadget, wherever it is now.
    fn point<M: Machine>(&mut self, machine: &mut M, now: Instant) -> Result<(), Stop> {
        let (found, when) = self.found;
        let Place { screen, point } = if now.millis_since(when) < FRESH {
            require_open(machine, self.gadget.window)?;
            found
        } else {
            self.place(machine)?
        };
        machine.send(InputEvent::Pointer {
            screen,
            x: point.x,
            y: point.y,
        })?;
        Ok(())
    }

    /// The middle of the gadget, read from its window.
    #[inline(never)]
    fn place<M: Machine>(&self, machine: &mut M) -> Result<Place, Stop> {
        let tree = machine
            .gadgets(self.gadget.window)
            .map_err(|error| Stop::Reply(locator::walk_failed(error)))?;
        match self.gadget.find_in(&tree) {
            Some(gadget) => Ok(middle(&tree, gadget)),
            None => Err(Stop::Reply(Reply::text(ReturnCode::Warn, messages::GADGET_GONE))),
        }
    }

    /// Begins the next character, or ends the typing.
    #[inline(never)]
    fn character<M: Machine>(&mut self, machine: &mut M, request: &Request<'_>) -> Result<(), Stop> {
        let Request::Type { text, .. } = request else {
            self.step = Step::End;
            return Ok(());
        };
        let Some(character) = text.bytes().nth(self.typed) else {
            self.next(machine, Step::End, SETTLE);
            return Ok(());
        };
        // Without its window the keys would go to another one.
        require_open(machine, self.gadget.window)?;
        let strokes = machine.keystrokes(character).map_err(|error| {
            let reason = match error {
                InputError::NoKeymap => messages::NO_KEYMAP,
                _ => messages::NOT_PRODUCIBLE,
            };
            Stop::Reply(Reply::new(ReturnCode::Fail, Body::NotTyped(self.typed, reason)))
        })?;
        self.strike(machine, strokes, 0)
    }

    /// Strikes the key with this index of a character's keys; past the last one, goes on to the next character.
    #[inline(never)]
    fn strike<M: Machine>(&mut self, machine: &mut M, strokes: Keystrokes, index: usize) -> Result<(), Stop> {
        match strokes.as_slice().get(index) {
            Some(Key { code, qualifiers }) => {
                self.held.press_key(machine, *code, *qualifiers)?;
                self.next(machine, Step::KeyUp(strokes, index), KEY_HELD);
            }
            None => {
                self.typed += 1;
                self.step = Step::Character;
            }
        }
        Ok(())
    }

    /// What follows the last event: the reply, or the wait for what a click is to bring about.
    #[inline(never)]
    fn finish(&self, now: Instant, request: &Request<'_>) -> Progress {
        match request {
            Request::Click {
                expect: Some(_),
                timeout,
                ..
            } => {
                // Counted from the request, as the client's own time-out is; but half of it is left in any case.
                let half = now.plus_millis(timeout.saturating_mul(500));
                let early = wait::deadline(self.arrival, *timeout);
                let deadline = if early.reached(half) { early } else { half };
                Progress::Await(Wait::new(now, deadline, Subject::Window(self.gadget.window)))
            }
            _ => Progress::Done(Reply::done()),
        }
    }

    /// The reply of a gesture that ended early.
    #[inline(never)]
    fn stopped(&self, stop: Stop) -> Reply {
        match stop {
            Stop::Reply(reply) => reply,
            Stop::WindowGone if self.typed > 0 => Reply::new(
                ReturnCode::Warn,
                Body::NotTyped(self.typed, messages::WINDOW_GONE),
            ),
            Stop::WindowGone => Reply::text(ReturnCode::Warn, messages::WINDOW_GONE),
        }
    }
}

/// Goes on only while the window is open.
fn require_open<M: Machine>(machine: &mut M, window: WindowHandle) -> Result<(), Stop> {
    if machine.is_open(window) {
        Ok(())
    } else {
        Err(Stop::WindowGone)
    }
}
