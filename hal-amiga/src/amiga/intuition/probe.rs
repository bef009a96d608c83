//! What objects and GadTools answer about a window's gadgets: asked one gadget at a time, under `Forbid`.

use amiga_sys as sys;

use super::super::exec::without_tasks;
use super::Intuition;
use super::boopsi::{attribute, class_name};
use super::copy::Drafts;
use super::readable::{TEXT_LIMIT, text};
use super::walk;
use crate::classify::{self, Answers, GadgetFacts, GadgetType};
use crate::desktop::{Gadget, WalkError};
use crate::memory::OutOfMemory;
use crate::text::{Span, TextPool};

/// The first version of gadtools.library that has `GT_GetGadgetAttrsA`.
const HAS_GET_ATTRIBUTES: u16 = 39;

/// A text on its way out of `Forbid`, under which nothing is allocated.
struct Note {
    length: usize,
    bytes: [u8; TEXT_LIMIT],
}

impl Note {
    /// Copies a text of at most [`TEXT_LIMIT`] bytes; `None` makes the note empty.
    fn set(&mut self, text: Option<&[u8]>) {
        let text = text.unwrap_or(&[]);
        self.length = 0;
        if let Some(place) = self.bytes.get_mut(..text.len()) {
            place.copy_from_slice(text);
            self.length = text.len();
        }
    }

    /// Notes a number in decimal.
    fn set_number(&mut self, number: i32) {
        let mut digits = [0; 11];
        let mut first = digits.len();
        let mut rest = number.unsigned_abs();
        for place in digits.iter_mut().skip(1).rev() {
            *place = b'0' + (rest % 10) as u8;
            first -= 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            first -= 1;
            if let Some(place) = digits.get_mut(first) {
                *place = b'-';
            }
        }
        self.set(digits.get(first..));
    }

    fn keep(&self, pool: &mut TextPool) -> Result<Span, OutOfMemory> {
        pool.add(self.bytes.get(..self.length).unwrap_or(&[]))
    }
}

/// Why a gadget could not be asked.
enum Lost {
    /// Its window has closed.
    Window,
    /// The window's list of gadgets changed.
    Gadget,
    /// There is no memory for the answer.
    Memory,
}

impl From<OutOfMemory> for Lost {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

/// Where a gadget was when the list was copied.
#[derive(Clone, Copy)]
struct Place {
    window: u32,
    index: usize,
    address: u32,
}

impl Intuition {
    /// Completes the copies by what the gadgets themselves tell; `false` when the list changed meanwhile.
    pub(super) fn ask_objects(&self, drafts: &mut Drafts) -> Result<bool, WalkError> {
        let mut note = Note {
            length: 0,
            bytes: [0; TEXT_LIMIT],
        };
        let window = drafts.window.handle.0;
        let copies = drafts
            .gadgets
            .iter_mut()
            .zip(drafts.facts.iter_mut())
            .zip(drafts.addresses.iter());
        for (index, ((copy, facts), &address)) in copies.enumerate() {
            if facts.kind_of_structure() != GadgetType::Custom && !facts.is_gadtools() {
                continue;
            }
            let place = Place {
                window,
                index,
                address,
            };
            match self.ask(place, copy, facts, &mut note, &mut drafts.text) {
                Ok(()) => {}
                Err(Lost::Window) => return Err(WalkError::WindowGone),
                Err(Lost::Memory) => return Err(WalkError::OutOfMemory),
                Err(Lost::Gadget) => return Ok(false),
            }
        }
        Ok(true)
    }

    fn ask(
        &self,
        place: Place,
        copy: &mut Gadget,
        facts: &mut GadgetFacts,
        note: &mut Note,
        pool: &mut TextPool,
    ) -> Result<(), Lost> {
        self.with_gadget(place, &mut |window, gadget| {
            // SAFETY: under Forbid; the gadget is in its window's list.
            unsafe {
                if facts.kind_of_structure() == GadgetType::Custom {
                    let name = class_name(gadget);
                    note.set(name);
                    facts.is_boopsi = name.is_some();
                }
                if self.is_aros && facts.is_boopsi && facts.is_gadtools() {
                    let ask = |wanted| attribute(self.base(), gadget, wanted);
                    facts.gadtools_kind = ask(classify::AROS_GADGET_KIND);
                    facts.gadtools_part = ask(classify::AROS_PART_KIND);
                } else if facts.is_boopsi && !facts.is_gadtools() {
                    copy.id = attribute(self.base(), gadget, sys::GA_ID).unwrap_or(copy.id);
                }
                if !self.is_aros && facts.is_gadtools() {
                    facts.answers = self.ask_gadtools(window, gadget);
                }
            }
        })?;
        if !facts.is_boopsi {
            return Ok(());
        }
        copy.class = note.keep(pool)?;
        if !facts.has_label {
            self.text_attribute(place, sys::GA_Text, note)?;
            facts.has_label = note.length > 0;
            copy.label = note.keep(pool)?;
        }
        match facts.gadtools_kind {
            Some(classify::STRING_KIND) => self.text_attribute(place, sys::STRINGA_TextVal, note)?,
            Some(classify::INTEGER_KIND) => self.number_attribute(place, sys::STRINGA_LongVal, note)?,
            _ => return Ok(()),
        }
        copy.value = Some(note.keep(pool)?);
        Ok(())
    }

    /// Notes the text that an attribute of an object points to.
    fn text_attribute(&self, place: Place, wanted: u32, note: &mut Note) -> Result<(), Lost> {
        self.with_gadget(place, &mut |_, gadget| {
            // SAFETY: under Forbid; the object is looked at again, since it was let go in between.
            unsafe {
                let pointer = class_name(gadget).and_then(|_| attribute(self.base(), gadget, wanted));
                note.set(pointer.and_then(|pointer| text(pointer as usize as *const u8)));
            }
        })
    }

    /// Notes a number that an object holds, in decimal.
    fn number_attribute(&self, place: Place, wanted: u32, note: &mut Note) -> Result<(), Lost> {
        let mut number = None;
        self.with_gadget(place, &mut |_, gadget| {
            // SAFETY: as in `text_attribute`.
            number = unsafe { class_name(gadget).and_then(|_| attribute(self.base(), gadget, wanted)) };
        })?;
        note.set(None);
        if let Some(number) = number {
            note.set_number(number as i32);
        }
        Ok(())
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

    /// Finds a gadget where it was, and hands it to `question` under `Forbid`.
    fn with_gadget(
        &self,
        place: Place,
        question: &mut dyn FnMut(*const sys::Window, *const sys::Gadget),
    ) -> Result<(), Lost> {
        without_tasks(|| {
            // SAFETY: under Forbid.
            let (window, gadget) = unsafe {
                let (_, window) = walk::find_window(self.base(), place.window).ok_or(Lost::Window)?;
                (
                    window,
                    walk::gadgets(window).nth(place.index).ok_or(Lost::Gadget)?,
                )
            };
            if gadget as usize as u32 != place.address {
                return Err(Lost::Gadget);
            }
            question(window, gadget);
            Ok(())
        })
    }
}
