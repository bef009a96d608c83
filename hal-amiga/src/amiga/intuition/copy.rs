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

/// How often a copy starts again because it did not fit. There is more room each time.
pub(super) const ATTEMPTS: usize = 7;

/// Bytes of text to make room for, in a copy of so many structures. Most titles and labels are short; the last attempt
/// has room for the longest.
pub(super) fn text_room(structures: usize, attempt: usize) -> usize {
    (64 + 16 * structures) << attempt
}

impl Intuition {
    /// Copies every screen and window.
    #[inline(never)]
    pub(crate) fn outline(&self) -> Result<Outline, OutOfMemory> {
        for attempt in 0..ATTEMPTS {
            let (screens, windows) = self.count_windows();
            let mut outline = Outline {
                screens: List::with_capacity(screens + attempt)?,
                windows: List::with_capacity(windows + attempt * 4)?,
                text: TextPool::with_capacity(text_room(screens + windows, attempt))?,
            };
            if self.fill_outline(&mut outline).is_some() {
                return Ok(outline);
            }
        }
        Err(OutOfMemory)
    }

    fn count_windows(&self) -> (usize, usize) {
        let _locked = Locked::new(self.base());
        let mut windows = 0;
        // SAFETY: under LockIBase.
        let screens = unsafe {
            let count = |screen| windows += walk::windows(screen).count();
            walk::screens(self.base()).map(count).count()
        };
        (screens, windows)
    }

    /// Fills an outline that has room; `None` when it has not enough.
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
    #[inline(never)]
    pub(crate) fn gadgets(&self, handle: WindowHandle) -> Result<GadgetTree, WalkError> {
        for attempt in 0..ATTEMPTS {
            let count = self.count_gadgets(handle).ok_or(WalkError::WindowGone)? + attempt * 4;
            let text = TextPool::with_capacity(text_room(count, attempt))?;
            let gadgets = List::with_capacity(count)?;
            let mut facts = List::with_capacity(count)?;
            let Some(mut tree) = self.copy_gadgets(handle, gadgets, &mut facts, text) else {
                continue;
            };
            if self.ask_objects(&mut tree, &mut facts)? {
                finish(&mut tree.gadgets, &facts);
                return Ok(tree);
            }
        }
        // A window whose gadgets change all the time gives no copy; its owner would have to stop first.
        Err(WalkError::OutOfMemory)
    }

    /// How many gadgets a window has; `None` when it has closed.
    fn count_gadgets(&self, handle: WindowHandle) -> Option<usize> {
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase.
        unsafe {
            let (_, window) = walk::find_window(self.base(), handle.0)?;
            Some(walk::gadgets(window).count())
        }
    }

    /// Copies the structures of a window's gadgets; `None` when they do not fit, or the window has closed.
    fn copy_gadgets(
        &self,
        handle: WindowHandle,
        mut gadgets: List<Gadget>,
        facts: &mut List<GadgetFacts>,
        mut text: TextPool,
    ) -> Option<GadgetTree> {
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase; texts are copied at once. Nothing allocates, since the room is checked before.
        unsafe {
            let (screen, window) = walk::find_window(self.base(), handle.0)?;
            for gadget in walk::gadgets(window) {
                copy_gadget(window, gadget, &mut gadgets, facts, &mut text)?;
            }
            Some(GadgetTree {
                window: copy_window(window, 0, &mut text)?,
                screen: copy_screen(screen, &mut text)?,
                gadgets,
                text,
            })
        }
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

/// Copies one gadget's structure; `None` when it does not fit.
///
/// # Safety
/// Under `LockIBase`; both are in their lists.
unsafe fn copy_gadget(
    window: *const sys::Window,
    gadget: *const sys::Gadget,
    gadgets: &mut List<Gadget>,
    facts: &mut List<GadgetFacts>,
    pool: &mut TextPool,
) -> Option<()> {
    // SAFETY: by contract; texts are copied at once.
    unsafe {
        let label = add(pool, label(gadget).unwrap_or(&[]))?;
        let value = match buffer(gadget) {
            Some(value) => Some(add(pool, value)?),
            None => None,
        };
        let fact = GadgetFacts {
            address: gadget as usize as u32,
            id: (*gadget).GadgetID,
            gadget_type: (*gadget).GadgetType,
            flags: (*gadget).Flags,
            activation: (*gadget).Activation,
            bounds: place(gadget, window),
            has_label: !label.is_empty(),
            ..GadgetFacts::default()
        };
        let system = fact.system();
        let copy = Gadget {
            id: if system == SystemGadget::None {
                fact.id.into()
            } else {
                0
            },
            kind: GadgetKind::Unknown,
            system,
            class: Span::default(),
            label,
            value,
            bounds: fact.bounds,
            disabled: fact.flags & classify::DISABLED != 0,
            selected: fact.flags & classify::SELECTED != 0,
        };
        push(facts, fact)?;
        push(gadgets, copy)
    }
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
fn finish(gadgets: &mut [Gadget], facts: &[GadgetFacts]) {
    for index in 0..gadgets.len() {
        // A companion that lends its label is never given another one, so the order does not matter.
        let label = gadgets
            .get(classify::label_owner(facts, index))
            .map(|owner| owner.label);
        if let Some(gadget) = gadgets.get_mut(index) {
            gadget.kind = classify::classify(facts, index);
            gadget.label = label.unwrap_or(gadget.label);
        }
    }
}
