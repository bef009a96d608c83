//! What objects and GadTools answer about a window's gadgets: asked a few gadgets at a time, under `Forbid`.

use amiga_sys as sys;

use super::super::decimal::{DIGITS, decimal};
use super::super::exec::without_tasks;
use super::Intuition;
use super::boopsi::{attribute, class_name};
use super::copy::add;
use super::readable::{TEXT_LIMIT, text};
use super::walk;
use crate::classify::{self, Answers, GadgetFacts, GadgetType};
use crate::desktop::{Gadget, GadgetTree, WalkError};
use crate::memory::List;
use crate::text::TextPool;

/// The first version of gadtools.library that has `GT_GetGadgetAttrsA`.
const HAS_GET_ATTRIBUTES: u16 = 39;

/// Gadgets that are asked under one `Forbid`, which lasts some milliseconds on a 68000.
const BATCH: usize = 4;

/// The most bytes of text that one gadget adds to a copy: class, label and value.
const TEXTS: usize = 3 * TEXT_LIMIT;

/// How a batch ended.
enum Asked {
    /// All gadgets are asked.
    All,
    /// Some are left for the next batch.
    Some,
    /// There is no room for the next gadget's texts.
    NoRoom,
    /// The window's list of gadgets changed.
    Changed,
    /// The window has closed.
    WindowGone,
}

impl Intuition {
    /// Completes the copies by what the gadgets themselves tell; `false` when the list changed meanwhile.
    pub(super) fn ask_objects(
        &self,
        tree: &mut GadgetTree,
        facts: &mut List<GadgetFacts>,
    ) -> Result<bool, WalkError> {
        let mut next = 0;
        loop {
            match without_tasks(|| self.ask_batch(tree, facts, &mut next)) {
                Asked::All => return Ok(true),
                Asked::Some => {}
                // Nothing is allocated under Forbid.
                Asked::NoRoom => tree.text.reserve(TEXTS)?,
                Asked::Changed => return Ok(false),
                Asked::WindowGone => return Err(WalkError::WindowGone),
            }
        }
    }

    /// Asks gadgets from the one with the index `next` on.
    fn ask_batch(&self, tree: &mut GadgetTree, facts: &mut [GadgetFacts], next: &mut usize) -> Asked {
        // SAFETY: under Forbid; a gadget is asked only while it is in its window's list.
        unsafe {
            let Some((_, window)) = walk::find_window(self.base(), tree.window.handle.0) else {
                return Asked::WindowGone;
            };
            let mut gadgets = walk::gadgets(window).skip(*next);
            let mut asked = 0;
            while let Some((facts, copy)) = facts.get_mut(*next).zip(tree.gadgets.get_mut(*next)) {
                if asked == BATCH {
                    return Asked::Some;
                }
                let Some(gadget) = gadgets
                    .next()
                    .filter(|gadget| *gadget as usize as u32 == facts.address)
                else {
                    return Asked::Changed;
                };
                if facts.kind_of_structure() == GadgetType::Custom || facts.is_gadtools() {
                    asked += 1;
                    if self.ask(window, gadget, copy, facts, &mut tree.text).is_none() {
                        return Asked::NoRoom;
                    }
                }
                *next += 1;
            }
        }
        Asked::All
    }

    /// Asks one gadget; `None` when its texts do not fit.
    ///
    /// # Safety
    /// Under `Forbid`; the gadget is in its window's list.
    unsafe fn ask(
        &self,
        window: *const sys::Window,
        gadget: *const sys::Gadget,
        copy: &mut Gadget,
        facts: &mut GadgetFacts,
        pool: &mut TextPool,
    ) -> Option<()> {
        // SAFETY: by contract; only a gadget that is a real object is asked for attributes.
        unsafe {
            let name = if facts.kind_of_structure() == GadgetType::Custom {
                class_name(gadget)
            } else {
                None
            };
            let ask = |wanted| attribute(self.base(), gadget, wanted);
            if !self.is_aros && facts.is_gadtools() {
                facts.answers = self.ask_gadtools(window, gadget);
            }
            let Some(name) = name else {
                return Some(());
            };
            facts.is_boopsi = true;
            copy.class = add(pool, name)?;
            if !facts.is_gadtools() {
                copy.id = ask(sys::GA_ID).unwrap_or(copy.id);
            } else if self.is_aros {
                facts.gadtools_kind = ask(classify::AROS_GADGET_KIND);
                facts.gadtools_part = ask(classify::AROS_PART_KIND);
            }
            let ask_text = |wanted| {
                let pointer = ask(wanted)?;
                text(pointer as usize as *const u8)
            };
            if !facts.has_label {
                let label = ask_text(sys::GA_Text).unwrap_or(&[]);
                copy.label = add(pool, label)?;
                facts.has_label = !label.is_empty();
            }
            let mut digits = [0; DIGITS];
            let value = match facts.gadtools_kind {
                Some(classify::STRING_KIND) => ask_text(sys::STRINGA_TextVal),
                Some(classify::INTEGER_KIND) => {
                    let number = ask(sys::STRINGA_LongVal).map(|number| number as i32);
                    number.map(|number| decimal(number < 0, number.unsigned_abs(), &mut digits))
                }
                _ => return Some(()),
            };
            copy.value = Some(add(pool, value.unwrap_or(&[]))?);
        }
        Some(())
    }

    /// Which of the classifier's questions GadTools answers; `None` where it has no function for that.
    ///
    /// # Safety
    /// Under `Forbid`; the gadget is in its window's list, and GadTools made it.
    unsafe fn ask_gadtools(&self, window: *const sys::Window, gadget: *const sys::Gadget) -> Option<Answers> {
        let gadtools = self
            .gadtools
            .as_ref()
            .filter(|library| library.version().0 >= HAS_GET_ATTRIBUTES)?;
        let mut answers = Answers::NONE;
        for (wanted, meaning) in classify::PROBES {
            let mut value = 0u32;
            let tags = [
                sys::TagItem {
                    ti_Tag: wanted,
                    ti_Data: (&raw mut value) as usize as u32,
                },
                sys::TagItem {
                    ti_Tag: sys::TAG_DONE,
                    ti_Data: 0,
                },
            ];
            // SAFETY: by contract; each answer is one long word.
            let known = unsafe {
                sys::GT_GetGadgetAttrsA(
                    gadtools.base(),
                    gadget.cast_mut(),
                    window.cast_mut(),
                    core::ptr::null_mut(),
                    tags.as_ptr(),
                )
            };
            if known > 0 {
                answers = answers.with(meaning);
            }
        }
        Some(answers)
    }
}
