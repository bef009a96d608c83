//! Plain windows for test programs: opened by a few values, served until they are closed.
//!
//! Source: intuition.library autodocs, `OpenWindowTagList`.

use amiga_sys as sys;
use core::ffi::CStr;
use core::ptr;
use hal_amiga::amiga::{Context, Library};

/// Left edge, top edge, width, height.
pub type Place = (u32, u32, u32, u32);

/// Close, drag and depth gadget.
pub const USUAL_GADGETS: u32 = sys::WFLG_CLOSEGADGET | sys::WFLG_DRAGBAR | sys::WFLG_DEPTHGADGET;

/// An open window, closed when dropped.
pub struct Window<'library> {
    intuition: &'library Library,
    window: *mut sys::Window,
}

impl<'library> Window<'library> {
    /// Opens a window on `screen`, or on the default public screen when that is null. It is in no hurry to be active.
    /// `flags` are `WFLG_…`. `None` for want of memory.
    ///
    /// # Safety
    /// The gadgets, if any, form a list that lives longer than the window; the screen is open.
    pub unsafe fn open(
        intuition: &'library Library,
        title: &'static CStr,
        (left, top, width, height): Place,
        flags: u32,
        gadgets: *mut sys::Gadget,
        screen: *mut sys::Screen,
    ) -> Option<Self> {
        let tag = |name, data| sys::TagItem {
            ti_Tag: name,
            ti_Data: data,
        };
        let tags = [
            tag(sys::WA_Left, left),
            tag(sys::WA_Top, top),
            tag(sys::WA_Width, width),
            tag(sys::WA_Height, height),
            tag(sys::WA_MinWidth, 80),
            tag(sys::WA_MinHeight, 40),
            tag(sys::WA_MaxWidth, 640),
            tag(sys::WA_MaxHeight, 400),
            tag(sys::WA_Title, title.as_ptr() as u32),
            tag(sys::WA_Flags, flags | sys::WFLG_NOCAREREFRESH),
            tag(sys::WA_Gadgets, gadgets as u32),
            tag(
                sys::WA_IDCMP,
                sys::IDCMP_CLOSEWINDOW | sys::IDCMP_GADGETUP | sys::IDCMP_MENUPICK,
            ),
            tag(
                if screen.is_null() {
                    sys::TAG_IGNORE
                } else {
                    sys::WA_CustomScreen
                },
                screen as u32,
            ),
            tag(0, 0),
        ];
        // SAFETY: by contract; the tags end with TAG_DONE.
        let window = unsafe { sys::OpenWindowTagList(intuition.base(), ptr::null(), tags.as_ptr()) };
        (!window.is_null()).then_some(Self { intuition, window })
    }

    /// The window itself.
    pub fn as_ptr(&self) -> *mut sys::Window {
        self.window
    }

    /// The next message: its class, its code, and the id of the gadget for `IDCMP_GADGETUP`.
    pub fn next_message(&self) -> Option<(u32, u16, u16)> {
        // SAFETY: the window has a port; what is needed of a message is copied before it is replied.
        unsafe {
            let message =
                sys::GetMsg(sys::abs_exec_library(), (*self.window).UserPort).cast::<sys::IntuiMessage>();
            if message.is_null() {
                return None;
            }
            let (class, code) = ((*message).Class, (*message).Code);
            let id = if class == sys::IDCMP_GADGETUP {
                (*(*message).IAddress.cast::<sys::Gadget>()).GadgetID
            } else {
                0
            };
            sys::ReplyMsg(sys::abs_exec_library(), message.cast());
            Some((class, code, id))
        }
    }

    /// Gives the window another title.
    pub fn set_title(&self, title: &'static CStr) {
        // SAFETY: the window is open, and a constant title lives longer; −1 leaves the screen's title alone.
        unsafe {
            sys::SetWindowTitles(
                self.intuition.base(),
                self.window,
                title.as_ptr().cast(),
                usize::MAX as *const u8,
            );
        }
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        // SAFETY: the window is open; messages that are left are replied by Intuition.
        unsafe { sys::CloseWindow(self.intuition.base(), self.window) };
    }
}

/// Waits until one of the windows is closed by its gadget, or for Ctrl-C; `used` hears of every other message.
pub fn serve(context: &Context, windows: &[&Window<'_>], mut used: impl FnMut(&Window<'_>, u32, u16, u16)) {
    while !context.take_ctrl_c() {
        for window in windows {
            while let Some((class, code, id)) = window.next_message() {
                if class == sys::IDCMP_CLOSEWINDOW {
                    return;
                }
                used(window, class, code, id);
            }
        }
        context.sleep(5);
    }
}

/// A boolean gadget without any picture, to be linked into a list.
pub fn button(id: u16, (left, top, width, height): (i16, i16, i16, i16)) -> sys::Gadget {
    sys::Gadget {
        NextGadget: ptr::null_mut(),
        LeftEdge: left,
        TopEdge: top,
        Width: width,
        Height: height,
        Flags: sys::GFLG_GADGHCOMP as u16,
        Activation: sys::GACT_RELVERIFY as u16,
        GadgetType: sys::GTYP_BOOLGADGET as u16,
        GadgetRender: ptr::null_mut(),
        SelectRender: ptr::null_mut(),
        GadgetText: ptr::null_mut(),
        MutualExclude: 0,
        SpecialInfo: ptr::null_mut(),
        GadgetID: id,
        UserData: ptr::null_mut(),
    }
}

/// Links gadgets into a list, in their order, and gives its head.
pub fn link(gadgets: &mut [sys::Gadget]) -> *mut sys::Gadget {
    let mut next = ptr::null_mut();
    for gadget in gadgets.iter_mut().rev() {
        gadget.NextGadget = next;
        next = gadget;
    }
    next
}
