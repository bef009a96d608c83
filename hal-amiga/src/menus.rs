//! Menu strips, as private copies, and where Intuition puts what they open.
//!
//! A copy is flat: each menu is followed by its items, each item by its sub-items. Places in it are those of the
//! structures, relative to the one above; [`MenuStrip::title_point`], [`MenuStrip::item_point`] and
//! [`MenuStrip::sub_point`] turn them into pixels of the screen. Intuition moves a panel that would not fit on the
//! screen, and its versions do that in different ways, so for a sub-item there are several points to try; which one
//! was right is told by the flags that Intuition sets ([`Menus::is_marked`]).
//! Source: RKRM Libraries, "Intuition Menus"; `intuition/intuition.h`; spec §2.9, §4.8.

use crate::desktop::{Screen, WalkError, Window, WindowHandle};
use crate::geometry::{Point, Rect};
use crate::memory::List;
use crate::text::{Span, TextPool};

/// Names a menu, an item or a sub-item by positions from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MenuPlace {
    /// Which menu of the strip.
    pub menu: u16,
    /// Which item of the menu; `None` for the menu itself.
    pub item: Option<u16>,
    /// Which sub-item of the item; `None` for the item itself.
    pub sub: Option<u16>,
}

/// A menu, an item or a sub-item as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MenuEntry {
    /// Which one it is.
    pub place: MenuPlace,
    /// Title or text; empty for pictures and bars.
    pub text: Span,
    /// The key that picks it together with the right Amiga key (`COMMSEQ`).
    pub command: Option<u8>,
    /// `CHECKIT`: it can carry a check mark.
    pub checkable: bool,
    /// `CHECKED`: it carries one.
    pub checked: bool,
    /// `MENUENABLED` or `ITEMENABLED` of its own.
    pub enabled: bool,
    /// The box of its structure: a menu's relative to the title bar, an item's to its menu, a sub-item's to its item.
    pub bounds: Rect,
}

/// The menu strip of one window as it was at one moment, and the window with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuStrip {
    /// The window; its [`Window::screen`] is 0.
    pub window: Window,
    /// Its screen.
    pub screen: Screen,
    /// `Screen->BarHeight`: rows of the title bar less one.
    pub bar_height: i16,
    /// `Screen->BarHBorder`: columns before the first menu.
    pub bar_border: i16,
    /// Menus, items and sub-items in the order in which they hang together. Empty for a window without a strip.
    pub entries: List<MenuEntry>,
    /// All texts, those of window and screen included.
    pub text: TextPool,
}

/// How many points [`MenuStrip::sub_point`] knows for one sub-item.
pub const SUB_POINTS: u8 = 3;

impl MenuStrip {
    /// What is at a place.
    pub fn entry(&self, place: MenuPlace) -> Option<&MenuEntry> {
        self.entries.iter().find(|entry| entry.place == place)
    }

    /// Whether an entry can be picked: it, its item and its menu are enabled.
    pub fn is_available(&self, place: MenuPlace) -> bool {
        let enabled = |place| self.entry(place).is_some_and(|entry| entry.enabled);
        let menu = MenuPlace {
            item: None,
            sub: None,
            ..place
        };
        enabled(menu) && enabled(MenuPlace { sub: None, ..place }) && enabled(place)
    }

    /// A point inside the menu's title.
    pub fn title_point(&self, menu: &MenuEntry) -> Point {
        let inset = (menu.bounds.width / 2).clamp(0, 8);
        Point {
            x: menu.bounds.left.saturating_add(inset),
            y: self.bar_height / 2,
        }
    }

    /// The middle of an item, `None` when its box is empty.
    pub fn item_point(&self, place: MenuPlace) -> Option<Point> {
        Some(self.item_box(place)?.centre())
    }

    /// A point that may be inside a sub-item; `attempt` counts from 0 to [`SUB_POINTS`] − 1. `None` when its box is empty.
    ///
    /// First as the structures say, moved to the left as far as the screen's edge demands; then right of its item,
    /// whatever its left edge; then left of its item, where Intuition flips a panel to.
    pub fn sub_point(&self, place: MenuPlace, attempt: u8) -> Option<Point> {
        let item = self.item_box(MenuPlace { sub: None, ..place })?;
        let bounds = self.entry(place)?.bounds;
        let inside = |entry: &&MenuEntry| entry.place.sub.is_some() && entry.place.item == place.item;
        let panel = self.panel(place.menu, inside);
        let mut bounds = filled(bounds.within(item))?;
        match attempt {
            0 => {
                let (dx, dy) = self.push_back(panel.within(item));
                bounds.left = bounds.left.saturating_sub(dx);
                bounds.top = bounds.top.saturating_sub(dy);
            }
            1 => bounds.left = item.left.saturating_add(item.width),
            _ => bounds.left = item.left.saturating_sub(bounds.width),
        }
        let point = bounds.centre();
        let last = self.screen.bounds.width.saturating_sub(1).max(0);
        Some(Point {
            x: point.x.clamp(0, last),
            ..point
        })
    }

    /// The box of an item on the screen.
    fn item_box(&self, place: MenuPlace) -> Option<Rect> {
        let menu = self.entry(MenuPlace {
            menu: place.menu,
            item: None,
            sub: None,
        })?;
        let item = self.entry(MenuPlace { sub: None, ..place })?;
        let origin = Rect {
            left: menu.bounds.left.saturating_add(self.bar_border),
            top: self.bar_height.saturating_add(1),
            ..menu.bounds
        };
        let inside = |entry: &&MenuEntry| entry.place.item.is_some() && entry.place.sub.is_none();
        let (dx, dy) = self.push_back(self.panel(place.menu, inside).within(origin));
        let mut bounds = filled(item.bounds.within(origin))?;
        bounds.left = bounds.left.saturating_sub(dx);
        bounds.top = bounds.top.saturating_sub(dy);
        Some(bounds)
    }

    /// The box around some entries of a menu.
    fn panel(&self, menu: u16, inside: impl Fn(&&MenuEntry) -> bool) -> Rect {
        let entries = self.entries.iter().filter(|entry| entry.place.menu == menu);
        let (mut left, mut top, mut right, mut bottom) = (i16::MAX, i16::MAX, i16::MIN, i16::MIN);
        for entry in entries.filter(inside) {
            left = left.min(entry.bounds.left);
            top = top.min(entry.bounds.top);
            right = right.max(entry.bounds.left.saturating_add(entry.bounds.width));
            bottom = bottom.max(entry.bounds.top.saturating_add(entry.bounds.height));
        }
        Rect {
            left,
            top,
            width: right.saturating_sub(left),
            height: bottom.saturating_sub(top),
        }
    }

    /// How far a panel has to move left and up to fit on the screen.
    fn push_back(&self, panel: Rect) -> (i16, i16) {
        let beyond = |start: i16, size: i16, limit: i16| {
            let end = start.saturating_add(size);
            end.saturating_sub(limit).clamp(0, start.max(0))
        };
        (
            beyond(panel.left, panel.width, self.screen.bounds.width),
            beyond(panel.top, panel.height, self.screen.bounds.height),
        )
    }
}

/// The box, unless it is empty.
fn filled(bounds: Rect) -> Option<Rect> {
    (bounds.width > 0 && bounds.height > 0).then_some(bounds)
}

/// A machine's menus.
pub trait Menus {
    /// Copies the menu strip of one window.
    ///
    /// # Errors
    /// [`WalkError::WindowGone`] when it has closed; [`WalkError::OutOfMemory`].
    fn menus(&mut self, window: WindowHandle) -> Result<MenuStrip, WalkError>;

    /// Whether Intuition shows it now: a menu's panel is drawn (`MIDRAWN`), an item or sub-item is highlighted
    /// (`HIGHITEM`). `false` also when the window or the entry has gone.
    fn is_marked(&mut self, window: WindowHandle, place: MenuPlace) -> bool;
}
