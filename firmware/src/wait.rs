//! Conditions that a request waits for: WAITFOR, and what a CLICK is to bring about. Spec §1.8, §2.2, §2.15, §4.9.
//!
//! A condition is looked at when the request arrives, every 100 ms, and at its deadline, which lies a little before
//! the time-out, because the client's own time-out often is the same number of seconds.

use crate::body::{Body, Reply};
use crate::locator::{self, Identity};
use crate::model;
use crate::task::Progress;
use hal_amiga::requester::may_be_requester;
use hal_amiga::{Desktop, Instant, Machine, OutOfMemory, Outline, WalkError, Window, WindowHandle};
use protocol::request::{Fields, Form};
use protocol::{ReturnCode, Verb, Word};

/// Milliseconds between two looks.
const POLL: u32 = 100;

/// Milliseconds by which the answer comes before the time-out.
const EARLY: u32 = 200;

/// The longest time-out in milliseconds, well inside what two moments may be apart.
const LONGEST: u32 = 20 * 24 * 3600 * 1000;

/// A condition being waited for.
#[derive(Debug)]
pub(crate) struct Wait {
    deadline: Instant,
    next: Instant,
    subject: Subject,
}

/// What was found when the request arrived, where a condition is about that very thing.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Subject {
    /// Nothing: titles are searched afresh at every look.
    Any,
    /// The window that was clicked.
    Window(WindowHandle),
    /// The gadget whose text is awaited.
    Gadget(Identity),
}

/// The moment at which a wait that began at `start` is answered, `seconds` being its time-out.
pub(crate) fn deadline(start: Instant, seconds: u32) -> Instant {
    start.plus_millis(seconds.saturating_mul(1000).min(LONGEST).saturating_sub(EARLY))
}

impl Wait {
    /// A wait that looks at its condition at once.
    pub(crate) fn new(now: Instant, deadline: Instant, subject: Subject) -> Self {
        Self {
            deadline,
            next: now,
            subject,
        }
    }

    /// Looks at the condition when that is due.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(&mut self, machine: &mut M, request: &Fields<'_>) -> Progress {
        let now = machine.now();
        if !now.reached(self.next) {
            return Progress::Pending(Some(self.next));
        }
        match self.holds(machine, request) {
            Ok(true) => Progress::Done(Reply::done()),
            Err(OutOfMemory) => Progress::Done(Reply::out_of_memory()),
            Ok(false) if now.reached(self.deadline) => {
                Progress::Done(Reply::new(ReturnCode::Timeout, Body::TimedOut))
            }
            Ok(false) => {
                self.next = now.plus_millis(POLL).earlier(self.deadline);
                Progress::Pending(Some(self.next))
            }
        }
    }

    /// Whether the condition of the request holds now.
    #[inline(never)]
    fn holds<D: Desktop>(&self, desktop: &mut D, request: &Fields<'_>) -> Result<bool, OutOfMemory> {
        let any = Word::plain(b"");
        let screen = match request.verb {
            Verb::Click => &any,
            _ => request.screen(),
        };
        match request.form {
            Form::Window => is_window_open(desktop, screen, request.text()),
            Form::NoWindow => match self.subject {
                Subject::Window(window) => Ok(!desktop.is_open(window)),
                _ => Ok(!is_window_open(desktop, screen, request.text())?),
            },
            Form::Requester => Ok(has_requester(&desktop.outline()?, screen)),
            _ => self.has_text(desktop, request.text()),
        }
    }

    /// Whether the gadget's text is `text` now; not when the gadget or its window has gone.
    #[inline(never)]
    fn has_text<D: Desktop>(&self, desktop: &mut D, text: &Word<'_>) -> Result<bool, OutOfMemory> {
        let Subject::Gadget(identity) = self.subject else {
            return Ok(false);
        };
        match desktop.gadgets(identity.window) {
            Ok(tree) => {
                let gadget = identity.find_in(&tree);
                Ok(gadget.is_some_and(|gadget| text.equals(model::gadget_text(&tree, gadget))))
            }
            Err(WalkError::WindowGone) => Ok(false),
            Err(WalkError::OutOfMemory) => Err(OutOfMemory),
        }
    }
}

/// Whether a window with such a title is open.
fn is_window_open<D: Desktop>(
    desktop: &mut D,
    screen: &Word<'_>,
    pattern: &Word<'_>,
) -> Result<bool, OutOfMemory> {
    let outline = desktop.outline()?;
    Ok(locator::find_window(&outline, screen, pattern).is_some())
}

/// Whether a requester is up on a screen that fits. Spec §4.9.
///
/// `BuildEasyRequest()` and its like open a window of their own, which is known by what it is made of
/// ([`hal_amiga::requester`]). A replacement of them may use other gadgets; its window is believed a requester when it
/// is titled `System Request`, or when a program opened it after a window of the same title, without close and sizing
/// gadget, and so that it traps the menu button. Two windows of one title alone are none (two shells, two drawers).
/// Intuition links a new window in at the head of its screen's list.
#[inline(never)]
fn has_requester(outline: &Outline, screen: &Word<'_>) -> bool {
    let windows = &outline.windows;
    windows.iter().enumerate().any(|(index, window)| {
        locator::is_on_screen(outline, window, screen)
            && (window.has_requester
                || window.is_requester
                || title(outline, window) == Some(b"System Request")
                || windows
                    .iter()
                    .skip(index + 1)
                    .any(|older| is_requester_of(outline, window, older)))
    })
}

/// `WFLG_RMBTRAP`
const RMB_TRAP: u32 = 0x0001_0000;

/// Whether `window` looks like a requester that the program of the window `older` has opened.
fn is_requester_of(outline: &Outline, window: &Window, older: &Window) -> bool {
    window.screen == older.screen
        && window.flags & RMB_TRAP != 0
        && may_be_requester(window.flags)
        && window.owner.is_some()
        && window.owner == older.owner
        && title(outline, window).is_some_and(|text| !text.is_empty())
        && title(outline, window) == title(outline, older)
}

/// The title of a window of `outline`.
fn title<'o>(outline: &'o Outline, window: &Window) -> Option<&'o [u8]> {
    window.title.map(|title| outline.text.get(title))
}
