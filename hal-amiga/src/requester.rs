//! Is a window a requester? Told from what it is made of, not from its title.
//!
//! `BuildEasyRequest()` and `BuildSysRequest()` open a window of their own: without close and sizing gadget, and with
//! nothing in it but buttons of class `frbuttonclass`, the last of which has id 0. Programs give their windows titles
//! and gadgets as they like, and hardly ever these. Source: intuition.library autodocs, `BuildEasyRequestArgs`; spec §4.9.

use crate::classify::SystemGadget;

/// `WFLG_SIZEGADGET | WFLG_CLOSEGADGET`
const NEVER: u32 = 0x0009;

/// The class of a requester's buttons.
const BUTTON: &[u8] = b"frbuttonclass";

/// Whether a window with these flags may be a requester at all.
pub fn may_be_requester(flags: u32) -> bool {
    flags & NEVER == 0
}

/// Whether a window that may be a requester is one: for each gadget which system gadget it is, its class, and its id.
pub fn is_made_of_buttons<'g>(gadgets: impl Iterator<Item = (SystemGadget, Option<&'g [u8]>, u16)>) -> bool {
    let mut has_last = false;
    for (system, class, id) in gadgets {
        if system == SystemGadget::None {
            if class != Some(BUTTON) {
                return false;
            }
            has_last |= id == 0;
        }
    }
    has_last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requester_has_buttons_and_nothing_else() {
        let button = |id| (SystemGadget::None, Some(BUTTON), id);
        let drag = (SystemGadget::Drag, Some(&b"buttongclass"[..]), 0);
        assert!(is_made_of_buttons([drag, button(1), button(0)].into_iter()));
        assert!(is_made_of_buttons([button(0)].into_iter()));
        assert!(!is_made_of_buttons([drag].into_iter()), "no button");
        assert!(
            !is_made_of_buttons([button(1), button(2)].into_iter()),
            "no last one"
        );
        let other = (SystemGadget::None, None, 0);
        assert!(
            !is_made_of_buttons([button(0), other].into_iter()),
            "another gadget"
        );
        assert!(may_be_requester(0x0006) && !may_be_requester(0x000E) && !may_be_requester(0x0007));
    }
}
