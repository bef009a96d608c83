//! `struct RexxMsg`: made, filled with argument strings, cleared, freed.

use crate::{Rexx, strings};
use amiga_libraries::skeleton::Registers;
use amiga_sys as sys;

/// Arguments of a message.
const ARGUMENTS: u32 = 16;

fn message(registers: &Registers) -> *mut sys::RexxMsg {
    registers.a[0] as usize as *mut sys::RexxMsg
}

/// CreateRexxMsg(a0 = reply port, a1 = file extension, d0 = host): d0 and a0.
pub unsafe extern "C" fn create(registers: &mut Registers) -> u32 {
    // SAFETY: the block is ours, and cleared.
    unsafe {
        let size = size_of::<sys::RexxMsg>() as u32;
        let message = sys::AllocMem(sys::abs_exec_library(), size, sys::MEMF_PUBLIC | sys::MEMF_CLEAR)
            .cast::<sys::RexxMsg>();
        if !message.is_null() {
            (*message).rm_Node.mn_ReplyPort = registers.a[0] as usize as *mut sys::MsgPort;
            (*message).rm_Node.mn_Length = size as u16;
            (*message).rm_LibBase = registers.a[6] as usize as sys::APTR;
            (*message).rm_FileExt = registers.a[1] as usize as sys::STRPTR;
            (*message).rm_CommAddr = registers.d[0] as usize as sys::STRPTR;
        }
        registers.a[0] = message as usize as u32;
        registers.a[0]
    }
}

/// DeleteRexxMsg(a0 = message); its arguments are the caller's to free.
pub unsafe extern "C" fn delete(registers: &mut Registers) -> u32 {
    let message = message(registers);
    if !message.is_null() {
        let size = size_of::<sys::RexxMsg>() as u32;
        // SAFETY: the caller's contract: made by `create`, not freed.
        unsafe { sys::FreeMem(sys::abs_exec_library(), message.cast(), size) };
    }
    0
}

/// ClearRexxMsg(a0 = message, d0 = count): frees the first arguments.
pub unsafe extern "C" fn clear(registers: &mut Registers) -> u32 {
    // SAFETY: the caller's contract: each of these arguments is null or an argument string.
    unsafe { clear_first(message(registers), registers.d[0]) };
    0
}

/// # Safety
/// The first `count` arguments are null or argument strings.
unsafe fn clear_first(message: *mut sys::RexxMsg, count: u32) {
    for index in 0..count.min(ARGUMENTS) as usize {
        // SAFETY: by contract; the message has 16 arguments.
        unsafe {
            let place = (&raw mut (*message).rm_Args).cast::<*mut u8>().add(index);
            strings::free(place.read());
            place.write(core::ptr::null_mut());
        }
    }
}

/// FillRexxMsg(a0 = message, d0 = count, d1 = mask): turns the first arguments into argument strings: numbers where the mask
/// has a 1, NUL-ended texts where it has a 0. d0 is true when all went well; else none is one.
pub unsafe extern "C" fn fill(registers: &mut Registers) -> u32 {
    let message = message(registers);
    for index in 0..registers.d[0].min(ARGUMENTS) {
        // SAFETY: the caller's contract: a number or a text in each place.
        unsafe {
            let place = (&raw mut (*message).rm_Args)
                .cast::<*mut u8>()
                .add(index as usize);
            let value = place.read();
            let string = if registers.d[1] & 1 << index != 0 {
                number(value as usize as i32)
            } else {
                let length = (0..).take_while(|&at| value.add(at).read() != 0).count();
                strings::make(value, length as u32)
            };
            place.write(string);
            if string.is_null() {
                clear_first(message, index);
                return 0;
            }
        }
    }
    1
}

/// A number as an argument string.
unsafe fn number(value: i32) -> *mut u8 {
    let mut digits = [0; 11];
    let mut first = digits.len();
    let mut rest = value.unsigned_abs();
    for (place, digit) in digits.iter_mut().enumerate().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        first = place;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        first -= 1;
        digits[first] = b'-';
    }
    // SAFETY: so many bytes are there.
    unsafe { strings::make(digits.as_ptr().add(first), (digits.len() - first) as u32) }
}

/// IsRexxMsg(a0 = message): whether an interpreter sent it.
pub unsafe extern "C" fn is_from_interpreter(registers: &mut Registers) -> u32 {
    // SAFETY: the caller's contract: a message; and this library's base.
    unsafe {
        let state = &raw const (*registers.base::<Rexx>()).state;
        let name = (&raw const (*(*state).name).ns_Buff).cast::<u8>();
        u32::from(
            (*message(registers))
                .rm_Node
                .mn_Node
                .ln_Name
                .cast::<u8>()
                .cast_const()
                == name,
        )
    }
}
