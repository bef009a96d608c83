//! DRAG, WINDOWMOVE and WINDOWSIZE: the left button goes down, the pointer wanders, the button comes up.
//!
//! The pointer goes in parts of a few pixels each, as a hand moves it: a knob or a program that follows the mouse sees
//! where it has been, not only where it ends. Windows are moved by their drag bar and sized by their sizing gadget, as
//! Intuition's own system gadgets do it, so Intuition's limits hold. Spec §2.11, §2.12, §4.6.

use super::{
    BUTTON_HELD, FORWARD_POLL, Gesture, POINTER_PAUSE, Place, SETTLE, Step, Stop, find_middle, point,
    require_open,
};
use crate::messages;
use hal_amiga::{Gadget, GadgetTree, Instant, Machine, MouseButton, Point, Rect, ScreenHandle, SystemGadget};
use protocol::request::Fields;
use protocol::{ReturnCode, Verb};

/// Pixels of one part of the way, as far as the limits below allow.
const PART: u16 = 16;

/// Fewest parts: a knob that jumps at the first motion still gets a second one.
const FEWEST_PARTS: u8 = 3;

/// Most parts, so that the longest way takes a third of a second.
const MOST_PARTS: u8 = 16;

/// How long a window may take to reach its new place, in milliseconds. One that is at its limit stays where it is.
const LANDING_LIMIT: u32 = 400;

/// The way of a drag, in pixels of a screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Route {
    screen: ScreenHandle,
    start: Point,
    end: Point,
    /// Where the window was before.
    window: Rect,
}

impl Route {
    /// Where it begins.
    pub(super) fn start(&self) -> Place {
        self.place(self.start)
    }

    /// A point of its screen.
    fn place(&self, point: Point) -> Place {
        Place {
            screen: self.screen,
            point,
        }
    }

    /// In how many parts it is gone.
    fn parts(&self) -> u8 {
        let longest = self
            .end
            .x
            .abs_diff(self.start.x)
            .max(self.end.y.abs_diff(self.start.y));
        let parts = u8::try_from(longest / PART).unwrap_or(MOST_PARTS);
        parts.clamp(FEWEST_PARTS, MOST_PARTS)
    }

    /// The end of a part, counted from 1.
    fn at(&self, part: u8) -> Place {
        let between = |start: i16, end: i16| {
            let way = i32::from(end) - i32::from(start);
            let gone = way * i32::from(part) / i32::from(self.parts());
            (i32::from(start) + gone) as i16
        };
        self.place(Point {
            x: between(self.start.x, self.end.x),
            y: between(self.start.y, self.end.y),
        })
    }
}

impl Gesture {
    /// Finds the way in a fresh copy of the window.
    #[inline(never)]
    pub(super) fn route(&self, tree: &GadgetTree, request: &Fields<'_>) -> Result<Route, Stop> {
        let window = tree.window.bounds;
        let (x, y) = (request.number(1).as_i16(), request.number(2).as_i16());
        let start = match request.verb {
            Verb::WindowMove => grip(tree, SystemGadget::Drag, messages::NO_DRAG_BAR)?,
            Verb::WindowSize => grip(tree, SystemGadget::Size, messages::NO_SIZE_GADGET)?,
            _ => find_middle(tree, self.gadget)?.point,
        };
        let end = match self.destination {
            Some(_) => find_middle(tree, self.destination)?.point,
            None if request.verb == Verb::WindowSize => moved(
                start,
                x.saturating_sub(window.width),
                y.saturating_sub(window.height),
            ),
            None => moved(start, x, y),
        };
        Ok(Route {
            screen: tree.screen.handle,
            start,
            end,
            window,
        })
    }

    /// Does one step of a drag.
    #[inline(never)]
    pub(super) fn drag<M: Machine>(&mut self, machine: &mut M, now: Instant) -> Result<(), Stop> {
        match self.step {
            Step::Grip(route) => {
                require_open(machine, self.window)?;
                self.held.press_button(machine, MouseButton::Left)?;
                self.next(machine, Step::Drag(route, 1), BUTTON_HELD);
            }
            Step::Drag(route, part) => {
                require_open(machine, self.window)?;
                point(machine, route.at(part))?;
                if part < route.parts() {
                    self.next(machine, Step::Drag(route, part + 1), POINTER_PAUSE);
                } else {
                    self.next(machine, Step::Drop(route), BUTTON_HELD);
                }
            }
            Step::Drop(route) => {
                self.held.let_button_go(machine)?;
                let moves_window = self.gadget.is_none() && route.start != route.end;
                let step = if moves_window {
                    Step::Landing(route.window, now.plus_millis(LANDING_LIMIT))
                } else {
                    Step::End
                };
                self.next(machine, step, SETTLE);
            }
            Step::Landing(before, limit) => {
                if machine.window_place(self.window) != Some(before) || now.reached(limit) {
                    self.next(machine, Step::End, SETTLE);
                } else {
                    self.due = now.plus_millis(FORWARD_POLL);
                }
            }
            _ => self.step = Step::End,
        }
        Ok(())
    }
}

/// A point so many pixels away. It stays within what a coordinate can hold, where the original wraps around.
#[inline(never)]
fn moved(start: Point, dx: i16, dy: i16) -> Point {
    Point {
        x: start.x.saturating_add(dx),
        y: start.y.saturating_add(dy),
    }
}

/// A point on a system gadget where no other gadget is in front of it: its middle, or else the first free one of a row
/// of points along it.
#[inline(never)]
fn grip(tree: &GadgetTree, wanted: SystemGadget, missing: &'static str) -> Result<Point, Stop> {
    if let Some(gadget) = tree.gadgets.iter().find(|gadget| gadget.system == wanted) {
        let mut point = gadget.bounds.centre();
        let mut next = gadget.bounds.left;
        loop {
            let covers = |other: &Gadget| other.system != wanted && other.bounds.contains(point);
            if !tree.gadgets.iter().any(covers) {
                return Ok(moved(point, tree.window.bounds.left, tree.window.bounds.top));
            }
            next = next.saturating_add(3);
            point.x = next;
            if !gadget.bounds.contains(point) {
                break;
            }
        }
    }
    Err(Stop::Text(ReturnCode::Fail, missing))
}
