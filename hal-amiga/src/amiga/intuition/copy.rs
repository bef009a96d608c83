//! The copies themselves: outline and gadgets, first counted, then filled, each under `LockIBase`.

use amiga_sys as sys;

use super::Intuition;
use super::boopsi;
use super::readable::{structure, text};
use super::walk::{self, Locked};
use crate::classify::{self, GadgetFacts, GadgetKind, SystemGadget};
use crate::desktop::{
    Gadget, GadgetTree, Outline, Screen, ScreenHandle, TaskHandle, WalkError, Window, WindowHandle,
};
use crate::geometry::Rect;
use crate::memory::{List, OutOfMemory};
use crate::requester;
use crate::text::{Span, TextPool};

/// How often a copy starts again because the lists grew while memory was allocated. The spare room grows each time.
pub(super) const ATTEMPTS: usize = 6;

/// How much a copy needs.
#[derive(Clone, Copy, Default)]
struct Room {
    screens: usize,
    windows: usize,
    gadgets: usize,
    text: usize,
}

/// A window's gadgets in the middle of being copied.
pub(super) struct Drafts {
    pub(super) window: Window,
    screen: Screen,
    pub(super) gadgets: List<Gadget>,
    /// Where each gadget lies; only compared, until it is found in the list again.
    pub(super) addresses: List<u32>,
    pub(super) facts: List<GadgetFacts>,
    pub(super) text: TextPool,
}

impl Intuition {
    /// Copies every screen and window.
    pub(crate) fn outline(&self) -> Result<Outline, OutOfMemory> {
        for attempt in 0..ATTEMPTS {
            let room = self.measure_outline();
            let mut outline = Outline {
                screens: List::with_capacity(room.screens + attempt)?,
                windows: List::with_capacity(room.windows + attempt * 4)?,
                text: TextPool::with_capacity(room.text + attempt * 256)?,
            };
            if self.fill_outline(&mut outline).is_some() {
                return Ok(outline);
            }
        }
        Err(OutOfMemory)
    }

    fn measure_outline(&self) -> Room {
        let _locked = Locked::new(self.base());
        let mut room = Room::default();
        // SAFETY: under LockIBase; texts are only measured.
        unsafe {
            for screen in walk::screens(self.base()) {
                room.screens += 1;
                room.text += text_length((*screen).DefaultTitle);
                for window in walk::windows(screen) {
                    room.windows += 1;
                    room.text += text_length((*window).Title);
                }
            }
        }
        room
    }

    /// Fills an outline that has room; `None` when it has not enough, by now.
    fn fill_outline(&self, outline: &mut Outline) -> Option<()> {
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase; texts are copied at once. Nothing allocates, since the room is checked before.
        unsafe {
            for screen in walk::screens(self.base()) {
                let index = outline.screens.len() as u16;
                let copy = copy_screen(screen, &mut outline.text)?;
                push(&mut outline.screens, copy)?;
                for window in walk::windows(screen) {
                    let copy = copy_window(window, index, &mut outline.text)?;
                    push(&mut outline.windows, copy)?;
                }
            }
        }
        Some(())
    }

    /// Copies the gadgets of one window.
    pub(crate) fn gadgets(&self, handle: WindowHandle) -> Result<GadgetTree, WalkError> {
        for attempt in 0..ATTEMPTS {
            let room = self.measure_gadgets(handle).ok_or(WalkError::WindowGone)?;
            let mut gadgets = List::with_capacity(room.gadgets + attempt * 4)?;
            let mut addresses = List::with_capacity(room.gadgets + attempt * 4)?;
            let mut facts = List::with_capacity(room.gadgets + attempt * 4)?;
            let mut text = TextPool::with_capacity(room.text + attempt * 256)?;
            let (screen, window) = {
                let _locked = Locked::new(self.base());
                // SAFETY: under LockIBase; texts are copied at once. Nothing allocates, since the room is checked before.
                unsafe {
                    let (screen, window) =
                        walk::find_window(self.base(), handle.0).ok_or(WalkError::WindowGone)?;
                    let Some(copies) = copy_screen(screen, &mut text)
                        .zip(copy_window(window, 0, &mut text))
                        .filter(|_| {
                            fill_gadgets(window, &mut gadgets, &mut addresses, &mut facts, &mut text)
                                .is_some()
                        })
                    else {
                        continue;
                    };
                    copies
                }
            };
            let mut drafts = Drafts {
                window,
                screen,
                gadgets,
                addresses,
                facts,
                text,
            };
            if self.ask_objects(&mut drafts)? {
                return Ok(finish(drafts));
            }
        }
        // A window whose gadgets change all the time gives no copy; its owner would have to stop first.
        Err(WalkError::OutOfMemory)
    }

    fn measure_gadgets(&self, handle: WindowHandle) -> Option<Room> {
        let _locked = Locked::new(self.base());
        let mut room = Room::default();
        // SAFETY: under LockIBase; texts are only measured.
        unsafe {
            let (screen, window) = walk::find_window(self.base(), handle.0)?;
            room.text += text_length((*screen).DefaultTitle) + text_length((*window).Title);
            for gadget in walk::gadgets(window) {
                room.gadgets += 1;
                room.text += label(gadget).map_or(0, <[u8]>::len) + buffer(gadget).map_or(0, <[u8]>::len);
            }
        }
        Some(room)
    }
}

/// Adds to a list that has room; `None` when it is full.
pub(super) fn push<T>(list: &mut List<T>, element: T) -> Option<()> {
    if list.len() == list.capacity() {
        None
    } else {
        list.push(element).ok()
    }
}

/// Adds to a pool that has room; `None` when it has not enough.
pub(super) fn add(pool: &mut TextPool, text: &[u8]) -> Option<Span> {
    if pool.spare() < text.len() {
        None
    } else {
        pool.add(text).ok()
    }
}

/// # Safety
/// As for [`text`].
pub(super) unsafe fn text_length(pointer: *const u8) -> usize {
    // SAFETY: by contract.
    unsafe { text(pointer) }.map_or(0, <[u8]>::len)
}

/// # Safety
/// Under `LockIBase`; the screen is in the list.
pub(super) unsafe fn copy_screen(screen: *const sys::Screen, pool: &mut TextPool) -> Option<Screen> {
    // SAFETY: by contract; the title is copied at once.
    unsafe {
        let title = add(pool, text((*screen).DefaultTitle).unwrap_or(&[]))?;
        let bounds = Rect {
            left: (*screen).LeftEdge,
            top: (*screen).TopEdge,
            width: (*screen).Width,
            height: (*screen).Height,
        };
        Some(Screen {
            handle: ScreenHandle(screen as usize as u32),
            title,
            bounds,
        })
    }
}

/// # Safety
/// Under `LockIBase`; the window is in a list.
pub(super) unsafe fn copy_window(
    window: *const sys::Window,
    screen: u16,
    pool: &mut TextPool,
) -> Option<Window> {
    // SAFETY: by contract; the title is copied at once, and the port is checked before it is read.
    unsafe {
        let title = match text((*window).Title) {
            Some(title) => Some(add(pool, title)?),
            None => None,
        };
        let owner = structure((*window).UserPort)
            .map(|port| (*port).mp_SigTask as usize as u32)
            .filter(|&task| task != 0);
        Some(Window {
            handle: WindowHandle(window as usize as u32),
            screen,
            title,
            bounds: Rect {
                left: (*window).LeftEdge,
                top: (*window).TopEdge,
                width: (*window).Width,
                height: (*window).Height,
            },
            flags: (*window).Flags,
            has_requester: !(*window).FirstRequest.is_null(),
            is_requester: is_requester(window),
            owner: owner.map(TaskHandle),
        })
    }
}

/// Whether the window is a requester, told from its gadgets.
///
/// # Safety
/// Under `LockIBase`; the window is in a list.
unsafe fn is_requester(window: *const sys::Window) -> bool {
    // SAFETY: by contract; class names are only compared.
    unsafe {
        let gadgets = walk::gadgets(window).map(|gadget| {
            let facts = GadgetFacts {
                gadget_type: (*gadget).GadgetType,
                ..GadgetFacts::default()
            };
            let is_object = u32::from(facts.gadget_type) & sys::GTYP_GTYPEMASK == sys::GTYP_CUSTOMGADGET;
            let class = if is_object {
                boopsi::class_name(gadget)
            } else {
                None
            };
            (facts.system(), class, (*gadget).GadgetID)
        });
        requester::may_be_requester((*window).Flags) && requester::is_made_of_buttons(gadgets)
    }
}

/// # Safety
/// Under `LockIBase`; the window is in a list.
unsafe fn fill_gadgets(
    window: *const sys::Window,
    gadgets: &mut List<Gadget>,
    addresses: &mut List<u32>,
    facts: &mut List<GadgetFacts>,
    pool: &mut TextPool,
) -> Option<()> {
    // SAFETY: by contract; texts are copied at once.
    unsafe {
        for gadget in walk::gadgets(window) {
            let own_label = label(gadget);
            let value = match buffer(gadget) {
                Some(value) => Some(add(pool, value)?),
                None => None,
            };
            let fact = GadgetFacts {
                id: (*gadget).GadgetID,
                gadget_type: (*gadget).GadgetType,
                flags: (*gadget).Flags,
                activation: (*gadget).Activation,
                bounds: place(gadget, window),
                has_label: own_label.is_some_and(|label| !label.is_empty()),
                ..GadgetFacts::default()
            };
            let copy = Gadget {
                id: if fact.system() == SystemGadget::None {
                    fact.id.into()
                } else {
                    0
                },
                kind: GadgetKind::Unknown,
                system: fact.system(),
                class: Span::default(),
                label: add(pool, own_label.unwrap_or(&[]))?,
                value,
                bounds: fact.bounds,
                disabled: fact.flags & classify::DISABLED != 0,
                selected: fact.flags & classify::SELECTED != 0,
            };
            push(facts, fact)?;
            push(gadgets, copy)?;
            push(addresses, gadget as usize as u32)?;
        }
    }
    Some(())
}

/// Place in the window with relative flags resolved, as the original counts it (spec §4.3).
///
/// # Safety
/// Both are in their lists, under a lock.
unsafe fn place(gadget: *const sys::Gadget, window: *const sys::Window) -> Rect {
    // SAFETY: by contract.
    unsafe {
        let relative = |value: i16, flag: u32, size: i16| {
            if u32::from((*gadget).Flags) & flag != 0 {
                value.saturating_add(size)
            } else {
                value
            }
        };
        let (width, height) = ((*window).Width, (*window).Height);
        Rect {
            left: relative((*gadget).LeftEdge, sys::GFLG_RELRIGHT, width),
            top: relative((*gadget).TopEdge, sys::GFLG_RELBOTTOM, height),
            width: relative((*gadget).Width, sys::GFLG_RELWIDTH, width),
            height: relative((*gadget).Height, sys::GFLG_RELHEIGHT, height),
        }
    }
}

/// The text of `GadgetText`, which is an IntuiText, a string, or an image without any text.
///
/// # Safety
/// As for [`text`]; the gadget is in a list.
unsafe fn label<'a>(gadget: *const sys::Gadget) -> Option<&'a [u8]> {
    // SAFETY: by contract; the IntuiText is checked before it is read.
    unsafe {
        match u32::from((*gadget).Flags) & sys::GFLG_LABELMASK {
            sys::GFLG_LABELITEXT => text((*structure((*gadget).GadgetText)?).IText),
            sys::GFLG_LABELSTRING => text((*gadget).GadgetText.cast()),
            _ => None,
        }
    }
}

/// The contents of a classic string gadget.
///
/// # Safety
/// As for [`text`]; the gadget is in a list.
unsafe fn buffer<'a>(gadget: *const sys::Gadget) -> Option<&'a [u8]> {
    // SAFETY: by contract; the StringInfo is checked before it is read.
    unsafe {
        if u32::from((*gadget).GadgetType) & sys::GTYP_GTYPEMASK != sys::GTYP_STRGADGET {
            return None;
        }
        let information = structure((*gadget).SpecialInfo.cast::<sys::StringInfo>())?;
        Some(text((*information).Buffer).unwrap_or(&[]))
    }
}

/// Classifies every gadget and finds its label.
fn finish(drafts: Drafts) -> GadgetTree {
    let Drafts {
        window,
        screen,
        mut gadgets,
        facts,
        text,
        ..
    } = drafts;
    for index in 0..gadgets.len() {
        // A companion that lends its label is never given another one, so the order does not matter.
        let label = gadgets
            .get(classify::label_owner(&facts, index))
            .map(|owner| owner.label);
        if let Some(gadget) = gadgets.get_mut(index) {
            gadget.kind = classify::classify(&facts, index);
            gadget.label = label.unwrap_or(gadget.label);
        }
    }
    GadgetTree {
        window,
        screen,
        gadgets,
        text,
    }
}
