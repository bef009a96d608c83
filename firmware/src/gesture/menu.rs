//! MENUPICK: by the item's key, or by the menu button and the pointer.
//!
//! Menus belong to the active window, and a window becomes active later than it is asked to, so nothing is pressed
//! before it is. An item with a key is picked by it, as long as that key picks this very item. Otherwise the menu
//! button goes down, and the pointer goes from the title to the item and the sub-item; it goes on as soon as Intuition
//! shows that it has followed ([`hal_amiga::Menus::is_marked`]), and after half a second where Intuition shows nothing.
//! A sub-item is looked for in several places, since panels near the screen's edge open elsewhere. Spec §2.10, §4.8.

use super::{FORWARD_POLL, Gesture, POINTER_PAUSE, Place, SETTLE, Step, Stop, point, require_open};
use crate::messages;
use hal_amiga::menus::SUB_POINTS;
use hal_amiga::{Instant, Key, Keystrokes, Machine, MenuPlace, MenuStrip, MouseButton, Qualifiers};
use protocol::ReturnCode;
use protocol::request::{Fields, Form};

/// Milliseconds between the window's becoming active and the first event: its program gets to know it, too.
const ACTIVE_PAUSE: u32 = 40;

/// Milliseconds between pressing the menu button and moving to the title: the bar is drawn meanwhile.
const BAR_PAUSE: u32 = 40;

/// How long Intuition may take to draw a panel or highlight an item, in milliseconds.
const SHOW_LIMIT: u32 = 500;

/// `WFLG_RMBTRAP`: the window takes the menu button for itself.
const RMB_TRAP: u32 = 0x0001_0000;

/// Where the pointer is on its way through the menus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// On the menu's title.
    Title,
    /// On the item; then the sub-item is tried in this place.
    Item(u8),
    /// In this place, where the sub-item may be.
    Sub(u8),
}

/// What a MENUPICK names; `None` when no menu can have such a number.
fn place(request: &Fields<'_>) -> Option<MenuPlace> {
    let number = |index| u16::try_from(request.number(index).as_count()?).ok();
    Some(MenuPlace {
        menu: number(0)?,
        item: Some(number(1)?),
        sub: match request.form {
            Form::SubItem => Some(number(2)?),
            _ => None,
        },
    })
}

/// The place that a MENUPICK names, when it can be picked.
///
/// # Errors
/// Return code and text of the reply that says why not.
#[inline(never)]
pub(crate) fn check_pick(
    strip: &MenuStrip,
    request: &Fields<'_>,
) -> Result<MenuPlace, (ReturnCode, &'static str)> {
    match place(request).filter(|place| strip.entry(*place).is_some()) {
        None => Err((ReturnCode::Warn, messages::NO_SUCH_ITEM)),
        Some(place) if !strip.is_available(place) => Err((ReturnCode::Fail, messages::ITEM_DISABLED)),
        Some(place) => Ok(place),
    }
}

impl Stage {
    /// What Intuition shows when the pointer is there.
    fn shown(self, place: MenuPlace) -> MenuPlace {
        match self {
            Self::Title => place.menu_alone(),
            Self::Item(_) => place.item_alone(),
            Self::Sub(_) => place,
        }
    }
}

impl Gesture {
    /// The window is in front and, if `active`, active: chooses how to pick.
    #[inline(never)]
    pub(super) fn begin_menu<M: Machine>(
        &mut self,
        machine: &mut M,
        request: &Fields<'_>,
        active: bool,
    ) -> Result<(), Stop> {
        let strip = self.strip(machine)?;
        let place = check_pick(&strip, request).map_err(|(code, text)| Stop::Text(code, text))?;
        if !active {
            return Err(failed(messages::NOT_ACTIVE));
        }
        if let Some(key) = shortcut(machine, &strip, place) {
            self.next(machine, Step::Shortcut(key), ACTIVE_PAUSE);
            return Ok(());
        }
        if strip.window.flags & RMB_TRAP != 0 {
            return Err(failed(messages::MENU_TRAPPED));
        }
        let Some(menu) = strip.entry(Stage::Title.shown(place)) else {
            return Err(failed(messages::NO_GEOMETRY));
        };
        let last = match place.sub {
            Some(_) => strip.sub_point(place, 0),
            None => strip.item_point(place),
        };
        if last.is_none() {
            return Err(failed(messages::NO_GEOMETRY));
        }
        // Beside its place on the title, since Intuition opens a menu when the pointer moves onto it.
        let title = strip.title_point(menu);
        let beside = Place {
            screen: strip.screen.handle,
            point: hal_amiga::Point {
                x: title.x.saturating_add(1),
                ..title
            },
        };
        point(machine, beside)?;
        self.found = Some((beside, self.due));
        self.next(machine, Step::MenuPress, ACTIVE_PAUSE.max(POINTER_PAUSE));
        Ok(())
    }

    /// Does one step of a pick.
    #[inline(never)]
    pub(super) fn menu<M: Machine>(
        &mut self,
        machine: &mut M,
        now: Instant,
        request: &Fields<'_>,
    ) -> Result<(), Stop> {
        require_open(machine, self.window)?;
        match self.step {
            Step::Shortcut(key) => self.strike(machine, Keystrokes::new(&[key]), 0)?,
            Step::MenuPress => {
                self.held.press_button(machine, MouseButton::Right)?;
                self.next(machine, Step::MenuMove(Stage::Title), BAR_PAUSE);
            }
            Step::MenuMove(stage) => {
                self.go(machine, request, stage)?;
                self.next(
                    machine,
                    Step::MenuLook(stage, now.plus_millis(SHOW_LIMIT)),
                    FORWARD_POLL,
                );
            }
            Step::MenuLook(stage, limit) => {
                let Some(place) = place(request) else {
                    return Ok(());
                };
                if machine.is_marked(self.window, stage.shown(place)) {
                    self.marked = true;
                    self.arrived(machine, place, stage)?;
                } else if now.reached(limit) {
                    self.not_shown(machine, place, stage)?;
                } else {
                    self.due = now.plus_millis(FORWARD_POLL);
                }
            }
            _ => self.step = Step::End,
        }
        Ok(())
    }

    /// The pointer is where it should be: goes on, or lets the button go and so picks.
    fn arrived<M: Machine>(&mut self, machine: &mut M, place: MenuPlace, stage: Stage) -> Result<(), Stop> {
        match stage {
            Stage::Title => self.step = Step::MenuMove(Stage::Item(0)),
            Stage::Item(attempt) if place.sub.is_some() => self.step = Step::MenuMove(Stage::Sub(attempt)),
            Stage::Item(_) | Stage::Sub(_) => {
                self.held.let_button_go(machine)?;
                self.next(machine, Step::End, SETTLE);
            }
        }
        Ok(())
    }

    /// Intuition does not show that it has followed. Where it has never shown anything, its structures are believed.
    #[inline(never)]
    fn not_shown<M: Machine>(&mut self, machine: &mut M, place: MenuPlace, stage: Stage) -> Result<(), Stop> {
        if !self.marked {
            return self.arrived(machine, place, stage);
        }
        match stage {
            // From one panel to the next the way leads over the item, which may have lost its sub-panel meanwhile.
            Stage::Sub(attempt) if attempt + 1 < SUB_POINTS => {
                self.step = Step::MenuMove(Stage::Item(attempt + 1));
                Ok(())
            }
            _ => Err(failed(messages::NOT_HIGHLIGHTED)),
        }
    }

    /// Puts the pointer where a stage has it, in a fresh copy of the menus.
    #[inline(never)]
    fn go<M: Machine>(&self, machine: &mut M, request: &Fields<'_>, stage: Stage) -> Result<(), Stop> {
        let strip = self.strip(machine)?;
        let place = check_pick(&strip, request).map_err(|(code, text)| Stop::Text(code, text))?;
        let target = match stage {
            Stage::Title => strip
                .entry(stage.shown(place))
                .map(|menu| strip.title_point(menu)),
            Stage::Item(_) => strip.item_point(place),
            Stage::Sub(attempt) => strip.sub_point(place, attempt),
        };
        let target = target.ok_or_else(|| failed(messages::NO_GEOMETRY))?;
        point(
            machine,
            Place {
                screen: strip.screen.handle,
                point: target,
            },
        )
    }

    /// A fresh copy of the menus.
    #[inline(never)]
    fn strip<M: Machine>(&self, machine: &mut M) -> Result<MenuStrip, Stop> {
        Ok(machine.menus(self.window)?)
    }
}

/// The key that picks this very item: one stroke, which no item before it has, too.
#[inline(never)]
fn shortcut<M: Machine>(machine: &mut M, strip: &MenuStrip, place: MenuPlace) -> Option<Key> {
    let command = strip.entry(place)?.command?;
    // Intuition makes no difference between capital and small letters here, and a user does not press shift.
    let same = |other: u8| other.eq_ignore_ascii_case(&command);
    let first = strip
        .entries
        .iter()
        .find(|entry| entry.command.is_some_and(same))?;
    if first.place != place {
        return None;
    }
    let strokes = machine.keystrokes(command.to_ascii_lowercase()).ok()?;
    match strokes.as_slice() {
        [Key { code, qualifiers }] => Some(Key {
            code: *code,
            qualifiers: qualifiers.with(Qualifiers::RIGHT_AMIGA),
        }),
        _ => None,
    }
}

/// The end of a pick that failed.
fn failed(reason: &'static str) -> Stop {
    Stop::Text(ReturnCode::Fail, reason)
}
