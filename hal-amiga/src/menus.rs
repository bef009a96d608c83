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

impl MenuPlace {
    /// The menu that it belongs to.
    pub fn menu_alone(self) -> Self {
        Self {
            item: None,
            sub: None,
            ..self
        }
    }

    /// The item that it is or belongs to.
    pub fn item_alone(self) -> Self {
        Self { sub: None, ..self }
    }
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
    #[inline(never)]
    pub fn entry(&self, place: MenuPlace) -> Option<&MenuEntry> {
        self.entries.iter().find(|entry| entry.place == place)
    }

    /// Whether an entry can be picked: it, its item and its menu are enabled.
    pub fn is_available(&self, place: MenuPlace) -> bool {
        [place.menu_alone(), place.item_alone(), place]
            .into_iter()
            .all(|place| self.entry(place).is_some_and(|entry| entry.enabled))
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
    #[inline(never)]
    pub fn sub_point(&self, place: MenuPlace, attempt: u8) -> Option<Point> {
        let item = self.item_box(place)?;
        let mut bounds = self.place_in_panel(place, item)?;
        match attempt {
            0 => {}
            1 => bounds.left = item.left.saturating_add(item.width),
            _ => bounds.left = item.left.saturating_sub(bounds.width),
        }
        let mut point = bounds.centre();
        point.x = point.x.min(self.screen.bounds.width - 1).max(0);
        Some(point)
    }

    /// The box of an item on the screen.
    #[inline(never)]
    fn item_box(&self, place: MenuPlace) -> Option<Rect> {
        let mut origin = self.entry(place.menu_alone())?.bounds;
        origin.left = origin.left.saturating_add(self.bar_border);
        origin.top = self.bar_height + 1;
        self.place_in_panel(place.item_alone(), origin)
    }

    /// Where an entry is on the screen, `origin` being where its panel counts from: as its structure says, moved left
    /// and up as far as the panel reaches past the screen. `None` when its box is empty.
    #[inline(never)]
    fn place_in_panel(&self, place: MenuPlace, origin: Rect) -> Option<Rect> {
        let entry = self.entry(place)?.bounds;
        let (mut right, mut bottom) = (0, 0);
        for other in self.entries.iter() {
            let of_panel = other.place.menu == place.menu
                && other.place.sub.is_some() == place.sub.is_some()
                && other.place.item.is_some()
                && (place.sub.is_none() || other.place.item == place.item);
            if of_panel {
                let bounds = other.bounds.within(origin);
                right = right.max(bounds.left.saturating_add(bounds.width));
                bottom = bottom.max(bounds.top.saturating_add(bounds.height));
            }
        }
        let mut bounds = entry.within(origin);
        bounds.left = bounds
            .left
            .saturating_sub(right.saturating_sub(self.screen.bounds.width).max(0));
        bounds.top = bounds
            .top
            .saturating_sub(bottom.saturating_sub(self.screen.bounds.height).max(0));
        (bounds.width > 0 && bounds.height > 0).then_some(bounds)
    }
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
