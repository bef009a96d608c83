//! What a person does with mouse and keyboard: input events with pauses between, never one that stays pressed.
//!
//! CLICK and TYPE are here, DRAG, WINDOWMOVE and WINDOWSIZE in [`drag`], MENUPICK in [`menu`]. A gesture is a row of
//! steps, each due at a moment. First the window comes forward; Intuition does that later, so the gesture looks until it
//! is so, for a second at most. If that took time, the gadget's place is read afresh, since the window may have moved.
//! Then pointer, button down, button up, and for TYPE the keys. Spec §4.5 to §4.8.
//!
//! What is held down is known at every step, and is let go when the gesture ends in any way.

mod drag;
mod held;
mod menu;

use crate::body::{Body, Reply};
use crate::locator::{Found, Identity};
use crate::messages;
use crate::task::Progress;
use crate::wait::{self, Subject, Wait};
use drag::Route;
use hal_amiga::{
    Gadget, GadgetTree, InputError, InputEvent, Instant, Key, Keystrokes, Machine, MouseButton, Point, Rect,
    ScreenHandle, WalkError, WindowHandle,
};
use held::Held;
use menu::Stage;
pub(crate) use menu::check_pick;
use protocol::request::{Fields, Form};
use protocol::{ReturnCode, Verb};

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

/// One use of mouse and keyboard.
#[derive(Debug)]
pub(crate) struct Gesture {
    /// The window that it is about.
    window: WindowHandle,
    /// The gadget that it begins at, for CLICK, TYPE and DRAG.
    gadget: Option<Identity>,
    /// The place in the window that it begins at, where the application has told it.
    spot: Option<Rect>,
    /// The gadget that a DRAG ends at.
    destination: Option<Identity>,
    /// Where the gadget, or the menu's title, was found, and when.
    found: Option<(Place, Instant)>,
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
    /// Whether Intuition has shown by a flag that a menu follows the pointer.
    marked: bool,
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
    /// Press the button at the start of a route.
    Grip(Route),
    /// Go to this part of the route.
    Drag(Route, u8),
    /// Let go at its end.
    Drop(Route),
    /// Look whether the window has left this place, until this moment at the latest.
    Landing(Rect, Instant),
    /// Strike a menu's key.
    Shortcut(Key),
    /// Press the menu button.
    MenuPress,
    /// Put the pointer on this part of the menus.
    MenuMove(Stage),
    /// Look whether Intuition shows it, until this moment at the latest.
    MenuLook(Stage, Instant),
    /// All events are sent.
    End,
}

/// Why a gesture ends before its last step. Small, since every step may return it.
enum Stop {
    /// The window has closed.
    WindowGone,
    /// There is no memory for a copy.
    OutOfMemory,
    /// Anything else that a fixed text tells.
    Text(ReturnCode, &'static str),
    /// The character that is next cannot be typed.
    NotTyped(&'static str),
}

impl From<WalkError> for Stop {
    fn from(error: WalkError) -> Self {
        match error {
            WalkError::WindowGone => Self::WindowGone,
            WalkError::OutOfMemory => Self::OutOfMemory,
        }
    }
}

impl From<InputError> for Stop {
    fn from(error: InputError) -> Self {
        match error {
            InputError::ScreenGone => Self::Text(ReturnCode::Warn, messages::SCREEN_GONE),
            InputError::NoKeymap => Self::Text(ReturnCode::Fail, messages::NO_KEYMAP),
            InputError::NotProducible => Self::Text(ReturnCode::Fail, messages::NOT_PRODUCIBLE),
            InputError::Refused => Self::Text(ReturnCode::Fail, messages::INPUT_REFUSED),
        }
    }
}

impl Gesture {
    /// A gesture on the gadget that was found just now; `None` when the snapshot does not hold it.
    pub(crate) fn on_gadget(found: &Found, ticket: u32, arrival: Instant, now: Instant) -> Option<Self> {
        let gadget = found.tree.gadgets.get(found.position)?;
        Some(Self {
            gadget: Some(found.identity()),
            found: Some((middle(&found.tree, gadget), now)),
            ..Self::on_window(found.tree.window.handle, ticket, arrival)
        })
    }

    /// A drag from the gadget that was found, to another one of the same window if there is a `destination`.
    pub(crate) fn from_gadget(
        found: &Found,
        destination: Option<Identity>,
        ticket: u32,
        arrival: Instant,
    ) -> Self {
        Self {
            gadget: Some(found.identity()),
            destination,
            ..Self::on_window(found.tree.window.handle, ticket, arrival)
        }
    }

    /// A gesture on a place in a window, whose edges count from the window's corner.
    pub(crate) fn on_place(window: WindowHandle, spot: Rect, ticket: u32, arrival: Instant) -> Self {
        Self {
            spot: Some(spot),
            ..Self::on_window(window, ticket, arrival)
        }
    }

    /// A gesture on the frame or the menus of a window.
    pub(crate) fn on_window(window: WindowHandle, ticket: u32, arrival: Instant) -> Self {
        Self {
            window,
            gadget: None,
            spot: None,
            destination: None,
            found: None,
            ticket,
            arrival,
            due: arrival,
            step: Step::Begin,
            held: Held::default(),
            typed: 0,
            marked: false,
        }
    }

    /// Its place in the queue.
    pub(crate) fn ticket(&self) -> u32 {
        self.ticket
    }

    /// Lets go of everything that is held down.
    pub(crate) fn release<M: Machine>(&mut self, machine: &mut M) {
        // A menu button that comes up over an item picks it; over a title it picks nothing.
        if let Some((title, _)) = self.found.filter(|_| self.held.holds(MouseButton::Right)) {
            let _ = point(machine, title);
        }
        self.held.release_all(machine);
    }

    /// Does the steps that are due.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(&mut self, machine: &mut M, request: &Fields<'_>) -> Progress {
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
    fn step<M: Machine>(&mut self, machine: &mut M, now: Instant, request: &Fields<'_>) -> Result<(), Stop> {
        let window = self.window;
        match self.step {
            Step::Begin => {
                machine.bring_forward(window)?;
                self.step = Step::Forward(now.plus_millis(FORWARD_LIMIT));
            }
            Step::Forward(limit) => {
                let forward = machine.is_forward(window);
                if forward || now.reached(limit) {
                    self.aim(machine, now, request, forward)?;
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
                let step = if request.verb == Verb::Type {
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
            Step::Grip(_) | Step::Drag(..) | Step::Drop(_) | Step::Landing(..) => self.drag(machine, now)?,
            Step::Shortcut(_) | Step::MenuPress | Step::MenuMove(_) | Step::MenuLook(..) => {
                self.menu(machine, now, request)?;
            }
            Step::End => (),
        }
        Ok(())
    }

    /// The window is in front: looks where everything is now, and puts the pointer where the gesture begins.
    #[inline(never)]
    fn aim<M: Machine>(
        &mut self,
        machine: &mut M,
        now: Instant,
        request: &Fields<'_>,
        forward: bool,
    ) -> Result<(), Stop> {
        let (place, step) = match request.verb {
            Verb::MenuPick => return self.begin_menu(machine, request, forward),
            Verb::Drag | Verb::WindowMove | Verb::WindowSize => {
                let route = self.route(&self.read(machine)?, request)?;
                (route.start(), Step::Grip(route))
            }
            _ => {
                let place = match self.found {
                    Some((place, when)) if now.millis_since(when) < FRESH => {
                        require_open(machine, self.window)?;
                        place
                    }
                    _ => {
                        let tree = self.read(machine)?;
                        match self.spot {
                            Some(spot) => spot_middle(&tree, spot)?,
                            None => find_middle(&tree, self.gadget)?,
                        }
                    }
                };
                (place, Step::Press)
            }
        };
        point(machine, place)?;
        self.next(machine, step, POINTER_PAUSE);
        Ok(())
    }

    /// Reads the window once more.
    #[inline(never)]
    fn read<M: Machine>(&self, machine: &mut M) -> Result<GadgetTree, Stop> {
        Ok(machine.gadgets(self.window)?)
    }

    /// Begins the next character, or ends the typing.
    #[inline(never)]
    fn character<M: Machine>(&mut self, machine: &mut M, request: &Fields<'_>) -> Result<(), Stop> {
        let Some(character) = request.text().bytes().nth(self.typed) else {
            self.next(machine, Step::End, SETTLE);
            return Ok(());
        };
        // Without its window the keys would go to another one.
        require_open(machine, self.window)?;
        let strokes = machine.keystrokes(character).map_err(|error| {
            let reason = match error {
                InputError::NoKeymap => messages::NO_KEYMAP,
                _ => messages::NOT_PRODUCIBLE,
            };
            Stop::NotTyped(reason)
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
    fn finish(&self, now: Instant, request: &Fields<'_>) -> Progress {
        match request.form {
            Form::Window | Form::NoWindow => {
                // Counted from the request, as the client's own time-out is; but half of it is left in any case.
                let half = now.plus_millis(request.timeout.saturating_mul(500));
                let early = wait::deadline(self.arrival, request.timeout);
                let deadline = if early.reached(half) { early } else { half };
                Progress::Await(Wait::new(now, deadline, Subject::Window(self.window)))
            }
            _ => Progress::Done(Reply::done()),
        }
    }

    /// The reply of a gesture that ended early.
    #[inline(never)]
    fn stopped(&self, stop: Stop) -> Reply {
        match stop {
            Stop::NotTyped(reason) => Reply::new(ReturnCode::Fail, Body::NotTyped(self.typed, reason)),
            Stop::WindowGone if self.typed > 0 => Reply::new(
                ReturnCode::Warn,
                Body::NotTyped(self.typed, messages::WINDOW_GONE),
            ),
            Stop::WindowGone => Reply::text(ReturnCode::Warn, messages::WINDOW_GONE),
            Stop::OutOfMemory => Reply::out_of_memory(),
            Stop::Text(code, text) => Reply::text(code, text),
        }
    }
}

/// Puts the pointer on a pixel of a screen. The pixel counts from the screen's corner, wherever the screen has been
/// dragged to.
fn point<M: Machine>(machine: &mut M, Place { screen, point }: Place) -> Result<(), Stop> {
    let Point { x, y } = point;
    Ok(machine.send(InputEvent::Pointer { screen, x, y })?)
}

/// The middle of a gadget, wherever it is in this snapshot.
fn find_middle(tree: &GadgetTree, gadget: Option<Identity>) -> Result<Place, Stop> {
    match gadget.and_then(|gadget| gadget.find_in(tree)) {
        Some(gadget) => Ok(middle(tree, gadget)),
        None => Err(Stop::Text(ReturnCode::Warn, messages::GADGET_GONE)),
    }
}

/// The middle of a place in the window.
fn spot_middle(tree: &GadgetTree, spot: Rect) -> Result<Place, Stop> {
    let point = spot.within(tree.window.bounds).centre();
    if tree.window.bounds.contains(point) {
        let screen = tree.screen.handle;
        Ok(Place { screen, point })
    } else {
        Err(Stop::Text(ReturnCode::Error, messages::PLACE_OUTSIDE))
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
