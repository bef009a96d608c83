//! The window, and what the program does with the messages that come to it.

use amiga_sys as sys;
use core::ffi::CStr;
use core::ptr;

use hal_amiga::amiga::Library;

use crate::gadgets::{self, Handles, Lines};
use crate::menus::{self, Pick};
use crate::status::Status;

const CTRL_C: u32 = 1 << 12;

/// Everything that is open, freed in the order of the fields.
pub struct Fixture<'lines> {
    window: *mut sys::Window,
    strip: *mut sys::Menu,
    gadgets: Handles,
    visual: sys::APTR,
    screen: *mut sys::Screen,
    gadtools: Library,
    intuition: Library,
    presses: u32,
    _lines: &'lines mut Lines,
}

impl<'lines> Fixture<'lines> {
    /// Opens the window.
    ///
    /// # Errors
    /// The name of what could not be opened.
    pub fn open(lines: &'lines mut Lines) -> Result<Self, &'static [u8]> {
        let intuition = Library::open(c"intuition.library", 37).ok_or(&b"intuition.library 37"[..])?;
        let gadtools = Library::open(c"gadtools.library", 37).ok_or(&b"gadtools.library 37"[..])?;
        // SAFETY: every result is checked, and what was made before is freed when something later fails; the lines are
        // borrowed for as long as the fixture lives.
        unsafe {
            let screen = sys::LockPubScreen(intuition.base(), ptr::null());
            if screen.is_null() {
                return Err(b"the default public screen");
            }
            let done = sys::TagItem {
                ti_Tag: 0,
                ti_Data: 0,
            };
            let visual = sys::GetVisualInfoA(gadtools.base(), screen, &raw const done);
            let gadgets = gadgets::create(gadtools.base(), visual, lines);
            let strip = menus::create(gadtools.base(), visual);
            let first = gadgets.map_or(ptr::null_mut(), |gadgets| gadgets.first);
            let window = match (gadgets, strip) {
                (Some(_), Some(_)) => open_window(&intuition, screen, first),
                _ => ptr::null_mut(),
            };
            match (gadgets, strip) {
                (Some(gadgets), Some(strip)) if !window.is_null() => {
                    let fixture = Self {
                        window,
                        strip,
                        gadgets,
                        visual,
                        screen,
                        gadtools,
                        intuition,
                        presses: 0,
                        _lines: lines,
                    };
                    sys::SetMenuStrip(fixture.intuition.base(), window, strip);
                    sys::GT_RefreshWindow(fixture.gadtools.base(), window, ptr::null_mut());
                    Ok(fixture)
                }
                _ => {
                    sys::FreeMenus(gadtools.base(), strip.unwrap_or(ptr::null_mut()));
                    sys::FreeGadgets(gadtools.base(), first);
                    sys::FreeVisualInfo(gadtools.base(), visual);
                    sys::UnlockPubScreen(intuition.base(), ptr::null(), screen);
                    Err(b"the window, its gadgets or its menus: not enough memory")
                }
            }
        }
    }

    /// Serves the window until it is closed.
    pub fn run(&mut self) {
        // SAFETY: the window has a port as long as it is open.
        let port = unsafe { (*self.window).UserPort };
        loop {
            // SAFETY: as above.
            let came = unsafe {
                let signal = 1 << (*port).mp_SigBit;
                sys::Wait(sys::abs_exec_library(), signal | CTRL_C)
            };
            let mut done = came & CTRL_C != 0;
            loop {
                // SAFETY: a message stays valid until it is replied; what is needed of it is copied before that.
                let (class, code, gadget) = unsafe {
                    let message = sys::GT_GetIMsg(self.gadtools.base(), port);
                    if message.is_null() {
                        break;
                    }
                    let copy = ((*message).Class, (*message).Code, (*message).IAddress);
                    sys::GT_ReplyIMsg(self.gadtools.base(), message);
                    copy
                };
                done |= self.react(class, code, gadget.cast());
            }
            if done {
                return;
            }
        }
    }

    /// Reacts to one message; `true` ends the program.
    fn react(&mut self, class: u32, code: u16, gadget: *mut sys::Gadget) -> bool {
        match class {
            sys::IDCMP_CLOSEWINDOW => return true,
            sys::IDCMP_MENUPICK => return self.pick(code),
            // SAFETY: the window is open.
            sys::IDCMP_REFRESHWINDOW => unsafe {
                sys::GT_BeginRefresh(self.gadtools.base(), self.window);
                sys::GT_EndRefresh(self.gadtools.base(), self.window, 1);
            },
            // SAFETY: for this class the address is that of a gadget of our window.
            sys::IDCMP_GADGETUP => match unsafe { (*gadget).GadgetID } {
                1 => {
                    self.presses += 1;
                    self.show(&Status::new().text(b"pressed ").number(self.presses));
                }
                2 => {
                    // SAFETY: SpecialInfo of a string gadget is its StringInfo, and its buffer ends with NUL.
                    let text = unsafe {
                        let information = (*self.gadgets.host).SpecialInfo.cast::<sys::StringInfo>();
                        CStr::from_ptr((*information).Buffer.cast())
                    };
                    self.show(&Status::new().text(b"typed ").text(text.to_bytes()));
                }
                5 => self.show(&Status::new().text(b"level ").number(code.into())),
                _ => {}
            },
            // A slider that jumps without being dragged reports here alone.
            // SAFETY: in GadTools' messages of this class the address is that of a gadget of our window.
            sys::IDCMP_MOUSEMOVE if unsafe { (*gadget).GadgetID } == 5 => {
                self.show(&Status::new().text(b"level ").number(code.into()));
            }
            _ => {}
        }
        false
    }

    /// Goes through the picks of one use of the menus; `true` ends the program.
    fn pick(&mut self, first: u16) -> bool {
        let mut code = first;
        while u32::from(code) != sys::MENUNULL {
            let pick = Pick::new(code);
            let status = Status::new()
                .text(b"menu ")
                .number(pick.menu.into())
                .text(b"/")
                .number(pick.item.into());
            let status = match pick.sub {
                Some(sub) => status.text(b"/").number(sub.into()),
                None => status.text(b"/-1"),
            };
            self.show(&status);
            if pick.item == menus::QUIT {
                return true;
            }
            // SAFETY: the strip is the window's, and the code came from Intuition.
            code = unsafe {
                let item = sys::ItemAddress(self.intuition.base(), self.strip, code.into());
                if item.is_null() {
                    return false;
                } else {
                    (*item).NextSelect
                }
            };
        }
        false
    }

    /// Shows a text in gadget 9.
    fn show(&mut self, status: &Status) {
        let tags = [
            sys::TagItem {
                ti_Tag: sys::GTST_String,
                ti_Data: status.as_ptr() as u32,
            },
            sys::TagItem {
                ti_Tag: 0,
                ti_Data: 0,
            },
        ];
        // SAFETY: the gadget is in the open window; GadTools copies the text.
        unsafe {
            sys::GT_SetGadgetAttrsA(
                self.gadtools.base(),
                self.gadgets.status,
                self.window,
                ptr::null_mut(),
                tags.as_ptr(),
            );
        }
    }
}

impl Drop for Fixture<'_> {
    fn drop(&mut self) {
        // SAFETY: all of it is open or made, and nothing is used afterwards; the libraries close after this.
        unsafe {
            sys::ClearMenuStrip(self.intuition.base(), self.window);
            sys::CloseWindow(self.intuition.base(), self.window);
            sys::FreeMenus(self.gadtools.base(), self.strip);
            sys::FreeGadgets(self.gadtools.base(), self.gadgets.first);
            sys::FreeVisualInfo(self.gadtools.base(), self.visual);
            sys::UnlockPubScreen(self.intuition.base(), ptr::null(), self.screen);
        }
    }
}

/// Opens the window with gadgets that GadTools made for the screen.
///
/// # Safety
/// The screen is locked, and the gadgets are in no window yet.
unsafe fn open_window(
    intuition: &Library,
    screen: *mut sys::Screen,
    gadgets: *mut sys::Gadget,
) -> *mut sys::Window {
    const MESSAGES: u32 = sys::IDCMP_GADGETUP
        | sys::IDCMP_GADGETDOWN
        | sys::IDCMP_MOUSEMOVE
        | sys::IDCMP_INTUITICKS
        | sys::IDCMP_CLOSEWINDOW
        | sys::IDCMP_REFRESHWINDOW
        | sys::IDCMP_MENUPICK;
    let tag = |name, data| sys::TagItem {
        ti_Tag: name,
        ti_Data: data,
    };
    let tags = [
        tag(sys::WA_Left, 40),
        tag(sys::WA_Top, 20),
        tag(sys::WA_Width, 480),
        tag(sys::WA_Height, 200),
        tag(sys::WA_MinWidth, 200),
        tag(sys::WA_MinHeight, 80),
        tag(sys::WA_MaxWidth, 640),
        tag(sys::WA_MaxHeight, 256),
        tag(sys::WA_Title, c"GTApp Fixture".as_ptr() as u32),
        tag(sys::WA_PubScreen, screen as u32),
        tag(sys::WA_Gadgets, gadgets as u32),
        tag(sys::WA_IDCMP, MESSAGES),
        tag(sys::WA_CloseGadget, 1),
        tag(sys::WA_DragBar, 1),
        tag(sys::WA_DepthGadget, 1),
        tag(sys::WA_SizeGadget, 1),
        tag(sys::WA_SmartRefresh, 1),
        tag(sys::WA_Activate, 1),
        tag(0, 0),
    ];
    // SAFETY: by contract; the tags end with TAG_DONE, and the title is a constant.
    unsafe { sys::OpenWindowTagList(intuition.base(), ptr::null(), tags.as_ptr()) }
}
