//! input.device and keymap.library: events as if from the mouse and keyboard.
//!
//! Events go in by `IND_WRITEEVENT`, so they pass every input handler and Intuition like a user's. Spec §4.6 and §4.7;
//! RKRM Devices, "Input Device"; keymap.library autodocs, `MapANSI`.

use amiga_sys as sys;

use super::exec::{Device, Library};
use crate::desktop::ScreenHandle;
use crate::input::{InputError, InputEvent, Key, Keystrokes, MouseButton, Qualifiers};

/// `IEQUALIFIER_RELATIVEMOUSE`: the position counts from where the pointer is. Without it a click lands at 0,0.
const RELATIVE_MOUSE: u16 = 0x8000;
/// `IECODE_UP_PREFIX`
const UP: u16 = 0x80;
/// `IECODE_NOBUTTON`
const NO_BUTTON: u16 = 0xFF;

/// The open device, and the keymap library where there is one.
pub(crate) struct InputDevice {
    device: Device<sys::IOStdReq>,
    keymap: Option<Library>,
}

/// Class, code and qualifier of an event; its place comes separately.
struct PlainEvent {
    class: u32,
    subclass: u32,
    code: u16,
    qualifier: u16,
}

impl InputDevice {
    /// Opens input.device; `None` when it cannot be opened.
    pub(crate) fn open() -> Option<Self> {
        // SAFETY: input.device's request is `struct IOStdReq`.
        let device = unsafe { Device::open(c"input.device", 0) }.ok()?;
        Some(Self {
            device,
            keymap: Library::open(c"keymap.library", 37),
        })
    }

    /// Sends a button or key event.
    pub(crate) fn send(&mut self, event: InputEvent) -> Result<(), InputError> {
        let event = match event {
            InputEvent::Pointer { screen, x, y } => return self.move_pointer(screen, x, y),
            InputEvent::Button {
                button,
                down,
                qualifiers,
            } => {
                let (code, held) = match button {
                    MouseButton::Left => (0x68, 0x4000),
                    MouseButton::Right => (0x69, 0x2000),
                    MouseButton::Middle => (0x6A, 0x1000),
                };
                let (code, held) = if down { (code, held) } else { (code | UP, 0) };
                let qualifier = qualifiers.0 | held | RELATIVE_MOUSE;
                PlainEvent {
                    class: sys::IECLASS_RAWMOUSE,
                    subclass: 0,
                    code,
                    qualifier,
                }
            }
            InputEvent::Key {
                code,
                down,
                qualifiers,
            } => {
                let code = u16::from(code & 0x7F) | if down { 0 } else { UP };
                PlainEvent {
                    class: sys::IECLASS_RAWKEY,
                    subclass: 0,
                    code,
                    qualifier: qualifiers.0 | RELATIVE_MOUSE,
                }
            }
        };
        let position = sys::InputEvent__bindgen_ty_1 {
            ie_addr: core::ptr::null_mut(),
        };
        self.write(event, position)
    }

    /// Puts the pointer on a pixel; the caller has checked that the screen is open.
    fn move_pointer(&mut self, screen: ScreenHandle, x: i16, y: i16) -> Result<(), InputError> {
        // `struct IEPointerPixel`: the screen, then x and y.
        #[repr(C)]
        struct PointerPixel {
            screen: u32,
            x: i16,
            y: i16,
        }
        let pixel = PointerPixel {
            screen: screen.0,
            x,
            y,
        };
        let position = sys::InputEvent__bindgen_ty_1 {
            ie_addr: (&raw const pixel).cast_mut().cast(),
        };
        self.write(
            PlainEvent {
                class: sys::IECLASS_NEWPOINTERPOS,
                subclass: sys::IESUBCLASS_PIXEL,
                code: NO_BUTTON,
                qualifier: 0,
            },
            position,
        )
    }

    fn write(
        &mut self,
        event: PlainEvent,
        position: sys::InputEvent__bindgen_ty_1,
    ) -> Result<(), InputError> {
        let mut raw = sys::InputEvent {
            ie_NextEvent: core::ptr::null_mut(),
            ie_Class: event.class as u8,
            ie_SubClass: event.subclass as u8,
            ie_Code: event.code,
            ie_Qualifier: event.qualifier,
            ie_position: position,
            ie_TimeStamp: sys::timeval {
                tv_secs: 0,
                tv_micro: 0,
            },
        };
        let request = self.device.request();
        // SAFETY: the request is ours; the event and what it points to live until the device has done with them, which
        // DoIO waits for.
        let error = unsafe {
            (*request).io_Command = sys::IND_WRITEEVENT as u16;
            (*request).io_Flags = 0;
            (*request).io_Length = size_of::<sys::InputEvent>() as u32;
            (*request).io_Data = (&raw mut raw).cast();
            self.device.carry_out()
        };
        if error == 0 {
            Ok(())
        } else {
            Err(InputError::Refused)
        }
    }

    /// The keys for one Latin-1 character under the keymap in force.
    pub(crate) fn keystrokes(&mut self, character: u8) -> Result<Keystrokes, InputError> {
        let keymap = self.keymap.as_ref().ok_or(InputError::NoKeymap)?;
        let mut pairs = [0u8; 6];
        // SAFETY: one character in, room for three pairs out; a null keymap means the default one.
        let count = unsafe {
            sys::MapANSI(
                keymap.base(),
                &raw const character,
                1,
                pairs.as_mut_ptr(),
                3,
                core::ptr::null(),
            )
        };
        if !(1..=3).contains(&count) {
            return Err(InputError::NotProducible);
        }
        let mut keys = [Key::default(); 3];
        for (key, pair) in keys.iter_mut().zip(pairs.chunks_exact(2)) {
            if let &[code, qualifiers] = pair {
                *key = Key {
                    code,
                    qualifiers: Qualifiers(qualifiers.into()),
                };
            }
        }
        Ok(Keystrokes::new(keys.get(..count as usize).unwrap_or(&[])))
    }
}
