//! The simulated Amiga's menus: strips as programs lay them out, and what the right button and right-Amiga keys do.
//!
//! Source: RKRM Libraries, "Intuition Menus". Panels open below the title bar; one that would reach past the right
//! edge is moved back ([`SubPanels::Pushed`], as on AROS) or its sub-panel opens left of its item
//! ([`SubPanels::Flipped`]).

use super::SimulatedAmiga;
use super::events::Idcmp;
use super::keymap::latin1;
use super::world::World;
use crate::{
    List, MenuEntry, MenuPlace, MenuStrip, Menus, Point, Qualifiers, Rect, TextPool, WalkError, WindowHandle,
};

/// `Screen->BarHeight` of every simulated screen: one text row of 8 pixels, and 2 around it.
pub(super) const BAR_HEIGHT: i16 = 10;
/// `Screen->BarHBorder`.
const BAR_BORDER: i16 = 5;
/// Rows of an item.
const ITEM_HEIGHT: i16 = 10;
/// `WFLG_RMBTRAP`
pub(super) const RMB_TRAP: u32 = 0x0001_0000;

/// How panels that do not fit on the screen open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubPanels {
    /// Moved to the left until they fit.
    Pushed,
    /// On the left side of their item.
    Flipped,
}

/// A menu item or sub-item as a program asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewItem {
    /// Its text; empty for a bar.
    pub text: Vec<u8>,
    /// The key that picks it.
    pub command: Option<u8>,
    /// `CHECKIT | MENUTOGGLE`: picking it flips its check mark.
    pub toggles: bool,
    /// `CHECKED`
    pub checked: bool,
    /// `ITEMENABLED`
    pub enabled: bool,
    /// Its sub-items.
    pub subs: Vec<NewItem>,
}

impl NewItem {
    /// An item that can be picked, without key and sub-items.
    pub fn text(text: &str) -> Self {
        Self {
            text: latin1(text),
            command: None,
            toggles: false,
            checked: false,
            enabled: true,
            subs: Vec::new(),
        }
    }

    /// The same with a key.
    pub fn with_key(self, key: u8) -> Self {
        Self {
            command: Some(key),
            ..self
        }
    }
}

/// A menu as a program asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStrip(pub Vec<(Vec<u8>, Vec<NewItem>)>);

/// An entry of a strip, laid out.
#[derive(Debug, Clone)]
struct RawEntry {
    place: MenuPlace,
    text: Vec<u8>,
    command: Option<u8>,
    toggles: bool,
    checked: bool,
    enabled: bool,
    bounds: Rect,
}

/// A window's strip.
#[derive(Debug, Clone, Default)]
pub(super) struct RawStrip(Vec<RawEntry>);

/// What is drawn while the right button is held.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenMenu {
    pub window: WindowHandle,
    menu: Option<u16>,
    item: Option<u16>,
    sub: Option<u16>,
}

impl OpenMenu {
    /// The bar alone.
    fn nothing(window: WindowHandle) -> Self {
        Self {
            window,
            menu: None,
            item: None,
            sub: None,
        }
    }
}

impl RawStrip {
    /// Lays a strip out as GadTools does: 8 pixels a character, sub-panels at three quarters of their item.
    fn new(strip: NewStrip) -> Self {
        let mut entries = Vec::new();
        let mut left = 0;
        for (menu, (title, items)) in (0..).zip(strip.0) {
            let width = title.len() as i16 * 8 + 16;
            let bounds = Rect {
                left,
                top: 0,
                width,
                height: BAR_HEIGHT,
            };
            let place = MenuPlace {
                menu,
                ..MenuPlace::default()
            };
            entries.push(RawEntry {
                bounds,
                ..entry(
                    place,
                    NewItem {
                        text: title,
                        ..NewItem::text("")
                    },
                )
            });
            left += width;
            let width = panel_width(&items);
            for (item, mut new) in (0..).zip(items) {
                let place = MenuPlace {
                    item: Some(item),
                    ..place
                };
                let subs = core::mem::take(&mut new.subs);
                let bounds = Rect {
                    left: 0,
                    top: item as i16 * ITEM_HEIGHT,
                    width,
                    height: ITEM_HEIGHT,
                };
                entries.push(RawEntry {
                    bounds,
                    ..entry(place, new)
                });
                let sub_width = panel_width(&subs);
                for (sub, new) in (0..).zip(subs) {
                    let place = MenuPlace {
                        sub: Some(sub),
                        ..place
                    };
                    let bounds = Rect {
                        left: width / 4 * 3,
                        top: sub as i16 * ITEM_HEIGHT - 2,
                        width: sub_width,
                        height: ITEM_HEIGHT,
                    };
                    entries.push(RawEntry {
                        bounds,
                        ..entry(place, new)
                    });
                }
            }
        }
        Self(entries)
    }

    fn get(&self, place: MenuPlace) -> Option<&RawEntry> {
        self.0.iter().find(|entry| entry.place == place)
    }

    fn is_available(&self, place: MenuPlace) -> bool {
        let item = MenuPlace { sub: None, ..place };
        let menu = MenuPlace { item: None, ..item };
        [menu, item, place]
            .iter()
            .all(|place| self.get(*place).is_some_and(|entry| entry.enabled))
    }
}

fn panel_width(items: &[NewItem]) -> i16 {
    items.iter().map(|item| item.text.len()).max().unwrap_or(0) as i16 * 8 + 40
}

fn entry(place: MenuPlace, new: NewItem) -> RawEntry {
    RawEntry {
        place,
        text: new.text,
        command: new.command,
        toggles: new.toggles,
        checked: new.checked,
        enabled: new.enabled,
        bounds: Rect::default(),
    }
}

impl World {
    /// The right button goes down: the active window's menus open, unless it has none or traps the button.
    pub(super) fn menu_down(&mut self) {
        self.editing = None;
        let Some(window) = self.active.and_then(|handle| self.window(handle)) else {
            return;
        };
        if window.flags & RMB_TRAP != 0 || window.menus.0.is_empty() {
            return;
        }
        self.open_menu = Some(OpenMenu::nothing(window.handle));
        self.menu_follow();
    }

    /// The pointer moved while menus are open.
    pub(super) fn menu_follow(&mut self) {
        let Some(mut open) = self.open_menu else { return };
        let Some((strip, screen)) = self.strip_of(open.window) else {
            self.open_menu = None;
            return;
        };
        let point = Point {
            x: self.pointer.x - screen.left,
            y: self.pointer.y - screen.top,
        };
        let at = |item: Option<u16>, sub_level: bool| {
            strip.0.iter().find(|entry| {
                Some(entry.place.menu) == open.menu
                    && entry.place.item.is_some()
                    && entry.place.sub.is_some() == sub_level
                    && (!sub_level || entry.place.item == item)
                    && self.box_of(&strip, screen, entry).contains(point)
            })
        };
        if let Some(sub) = open.item.and_then(|item| at(Some(item), true)) {
            open.sub = sub.place.sub;
        } else if let Some(item) = at(None, false) {
            open.item = item.place.item;
            open.sub = None;
        } else if (0..=BAR_HEIGHT).contains(&point.y) {
            let title = strip.0.iter().find(|entry| {
                let bounds = entry.bounds;
                entry.place.item.is_none() && (bounds.left..bounds.left + bounds.width).contains(&point.x)
            });
            if let Some(title) = title {
                open = OpenMenu {
                    menu: Some(title.place.menu),
                    ..OpenMenu::nothing(open.window)
                };
            }
            (open.item, open.sub) = (None, None);
        } else {
            // Off every panel nothing is picked; a sub-panel stays open.
            open.sub = None;
            let has_subs = strip.0.iter().any(|entry| {
                Some(entry.place.menu) == open.menu
                    && entry.place.item == open.item
                    && entry.place.sub.is_some()
            });
            if !has_subs {
                open.item = None;
            }
        }
        self.open_menu = Some(open);
    }

    /// The right button comes up: what is highlighted is picked.
    pub(super) fn menu_up(&mut self) {
        let Some(open) = self.open_menu.take() else { return };
        let (Some(menu), Some(item)) = (open.menu, open.item) else {
            return;
        };
        self.pick(
            open.window,
            MenuPlace {
                menu,
                item: Some(item),
                sub: open.sub,
            },
        );
    }

    /// A key struck with the right Amiga key: the first item with this key is picked. Whether there is one.
    pub(super) fn menu_key(&mut self, window: WindowHandle, character: u8) -> bool {
        let Some(found) = self.window(window).and_then(|window| {
            let entries = window.menus.0.iter();
            entries
                .filter(|entry| {
                    entry
                        .command
                        .is_some_and(|key| key.eq_ignore_ascii_case(&character))
                })
                .map(|entry| entry.place)
                .next()
        }) else {
            return false;
        };
        self.pick(window, found);
        true
    }

    fn pick(&mut self, window: WindowHandle, place: MenuPlace) {
        let Some(strip) = self.window_mut(window).map(|window| &mut window.menus) else {
            return;
        };
        let has_subs = place.sub.is_none()
            && strip
                .get(MenuPlace {
                    sub: Some(0),
                    ..place
                })
                .is_some();
        if has_subs || !strip.is_available(place) {
            return;
        }
        if let Some(entry) = strip.0.iter_mut().find(|entry| entry.place == place) {
            entry.checked ^= entry.toggles;
        }
        self.deliver(window, Idcmp::MenuPick(place));
    }

    fn strip_of(&self, window: WindowHandle) -> Option<(RawStrip, Rect)> {
        let window = self.window(window)?;
        Some((window.menus.clone(), self.screen(window.screen)?.bounds))
    }

    /// Where an item or sub-item is drawn on a screen.
    fn box_of(&self, strip: &RawStrip, screen: Rect, entry: &RawEntry) -> Rect {
        let place = MenuPlace {
            item: None,
            sub: None,
            ..entry.place
        };
        let menu = strip.get(place).map_or(Rect::default(), |menu| menu.bounds);
        let mut origin = Rect {
            left: menu.left + BAR_BORDER,
            top: BAR_HEIGHT + 1,
            ..menu
        };
        let item = MenuPlace {
            sub: None,
            ..entry.place
        };
        let Some(item) = strip.get(item) else {
            return origin;
        };
        origin.left -= (origin.left + item.bounds.width - screen.width).max(0);
        let item_box = item.bounds.within(origin);
        if entry.place.sub.is_none() {
            return item_box;
        }
        let mut bounds = entry.bounds.within(item_box);
        let beyond = (bounds.left + bounds.width - screen.width).max(0);
        if beyond > 0 {
            bounds.left = match self.sub_panels {
                SubPanels::Pushed => bounds.left - beyond,
                SubPanels::Flipped => item_box.left - bounds.width,
            };
        }
        bounds
    }
}

impl SimulatedAmiga {
    /// Gives a window a menu strip (`SetMenuStrip`).
    pub fn set_menus(&self, window: WindowHandle, strip: NewStrip) {
        if let Some(window) = self.world().window_mut(window) {
            window.menus = RawStrip::new(strip);
        }
    }

    /// Enables or disables a menu, an item or a sub-item (`OnMenu`, `OffMenu`).
    pub fn enable_menu(&self, window: WindowHandle, place: MenuPlace, enabled: bool) {
        if let Some(window) = self.world().window_mut(window)
            && let Some(entry) = window.menus.0.iter_mut().find(|entry| entry.place == place)
        {
            entry.enabled = enabled;
        }
    }

    /// Moves an entry of a strip, or changes its size, as a program may.
    pub fn set_menu_box(&self, window: WindowHandle, place: MenuPlace, bounds: Rect) {
        if let Some(window) = self.world().window_mut(window)
            && let Some(entry) = window.menus.0.iter_mut().find(|entry| entry.place == place)
        {
            entry.bounds = bounds;
        }
    }

    /// How sub-panels open that do not fit on the screen.
    pub fn set_sub_panels(&self, sub_panels: SubPanels) {
        self.world().sub_panels = sub_panels;
    }

    /// Whether Intuition tells by flags what it has drawn and highlighted; it does unless told otherwise.
    pub fn set_menu_marks(&self, marks: bool) {
        self.world().menu_marks = marks;
    }
}

impl Menus for SimulatedAmiga {
    fn menus(&mut self, handle: WindowHandle) -> Result<MenuStrip, WalkError> {
        self.step();
        let mut world = self.world();
        let raw = world.window(handle).cloned().ok_or(WalkError::WindowGone)?;
        let raw_screen = world.screen(raw.screen).cloned().ok_or(WalkError::WindowGone)?;
        let mut entries: List<MenuEntry> = world.allocate(raw.menus.0.len())?;
        world.faults.allocate()?;
        let mut text = TextPool::new();
        let screen = World::copy_screen(&raw_screen, &mut text)?;
        let window = world.copy_window(&raw, 0, &mut text)?;
        for entry in &raw.menus.0 {
            entries.push(MenuEntry {
                place: entry.place,
                text: text.add(&entry.text)?,
                command: entry.command,
                checkable: entry.toggles,
                checked: entry.checked,
                enabled: entry.enabled,
                bounds: entry.bounds,
            })?;
        }
        Ok(MenuStrip {
            window,
            screen,
            bar_height: BAR_HEIGHT,
            bar_border: BAR_BORDER,
            entries,
            text,
        })
    }

    fn is_marked(&mut self, window: WindowHandle, place: MenuPlace) -> bool {
        self.step();
        let world = self.world();
        let Some(open) = world
            .open_menu
            .filter(|open| open.window == window && world.menu_marks)
        else {
            return false;
        };
        let drawn = open.menu == Some(place.menu);
        let enabled = world
            .window(window)
            .is_some_and(|window| window.menus.is_available(place));
        match place {
            MenuPlace { item: None, .. } => drawn,
            MenuPlace { item, sub: None, .. } => drawn && enabled && open.item == item,
            MenuPlace { item, sub, .. } => drawn && enabled && open.item == item && open.sub == sub,
        }
    }
}

/// Whether a key is struck as a menu key: with the right Amiga key.
pub(super) fn is_menu_key(qualifiers: Qualifiers) -> bool {
    qualifiers.contains(Qualifiers::RIGHT_AMIGA)
}
