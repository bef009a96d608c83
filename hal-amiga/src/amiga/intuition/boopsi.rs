//! BOOPSI objects: is a custom gadget really one, what is its class, and what does it answer.
//!
//! The class pointer stands before the object. Some programs use the type of a custom gadget for something else, and
//! calling a class that is none hangs the machine; so an object is believed only when its chain of classes ends with
//! `rootclass` after a few steps through even addresses in known memory. Source: RKRM Libraries, "BOOPSI"; spec §4.2.

use amiga_sys as sys;

use super::readable::{structure, text};

const DEEPEST: usize = 16;

/// The name of the gadget's class, empty for a private class; `None` when the gadget is no real object.
///
/// # Safety
/// Under `LockIBase` or `Forbid`; `gadget` is in a window's list; the name must be copied before the lock ends.
#[inline(never)]
pub(crate) unsafe fn class_name<'a>(gadget: *const sys::Gadget) -> Option<&'a [u8]> {
    // SAFETY: every structure is checked to be in memory before it is read.
    unsafe {
        let own = *structure(gadget.cast::<*const sys::IClass>().wrapping_sub(1))?;
        let mut class = structure(own)?;
        for _ in 0..DEEPEST {
            let superior = (*class).cl_Super;
            if superior.is_null() {
                let is_root = text((*class).cl_ID) == Some(b"rootclass");
                return is_root.then(|| text((*own).cl_ID).unwrap_or(&[]));
            }
            class = structure(superior)?;
        }
        None
    }
}

/// Asks an object for an attribute; `None` when it does not know it.
///
/// # Safety
/// Under `Forbid`; [`class_name`] believed the gadget under the same `Forbid`.
pub(crate) unsafe fn attribute(
    base: *mut sys::Library,
    gadget: *const sys::Gadget,
    attribute: u32,
) -> Option<u32> {
    let mut value = 0;
    // SAFETY: the object is real by contract; every attribute is stored as one long word.
    let known = unsafe { sys::GetAttr(base, attribute, gadget.cast_mut().cast(), &raw mut value) };
    (known != 0).then_some(value)
}
