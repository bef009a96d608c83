//! Argument strings: a `struct RexxArg` in front of the bytes and a NUL behind them; programs hold the address of the
//! bytes.

use amiga_libraries::skeleton::Registers;
use amiga_sys as sys;
use core::ptr;

/// Bytes before the string: size of the block, length, flags, hash.
const HEADER: usize = 8;
/// Header and the NUL (`NXADDLEN`).
const ADDED: u32 = 9;
/// `NSF_STRING | NSF_NOTNUM | NSF_SOURCE` (`KEEPSTR`).
const FLAGS: u8 = 0x86;

/// A string of `length` bytes, copied from `text` unless that is null; null for want of memory.
///
/// # Safety
/// `text` is null or has so many bytes.
pub unsafe fn make(text: *const u8, length: u32) -> *mut u8 {
    let Ok(short) = u16::try_from(length) else {
        return ptr::null_mut();
    };
    // SAFETY: the block is ours and holds header, bytes and NUL.
    unsafe {
        let size = length + ADDED;
        let block = sys::AllocMem(sys::abs_exec_library(), size, sys::MEMF_PUBLIC | sys::MEMF_CLEAR)
            .cast::<sys::RexxArg>();
        if block.is_null() {
            return ptr::null_mut();
        }
        let bytes = block.cast::<u8>().add(HEADER);
        let mut hash = 0u8;
        if !text.is_null() {
            for place in 0..length as usize {
                let byte = text.add(place).read();
                bytes.add(place).write(byte);
                hash = hash.wrapping_add(byte);
            }
        }
        (*block).ra_Size = size as i32;
        (*block).ra_Length = short;
        (*block).ra_Flags = FLAGS;
        (*block).ra_Hash = hash;
        bytes
    }
}

/// Frees a string; null is none.
///
/// # Safety
/// `string` came from [`make`] and was not freed.
pub unsafe fn free(string: *mut u8) {
    if string.is_null() {
        return;
    }
    // SAFETY: by contract.
    unsafe {
        let block = string.sub(HEADER).cast::<sys::RexxArg>();
        sys::FreeMem(sys::abs_exec_library(), block.cast(), (*block).ra_Size as u32);
    }
}

/// CreateArgstring(a0 = string, d0 = length): d0 and a0.
pub unsafe extern "C" fn create(registers: &mut Registers) -> u32 {
    // SAFETY: the caller's contract.
    let string = unsafe { make(registers.a[0] as usize as *const u8, registers.d[0]) };
    registers.a[0] = string as usize as u32;
    registers.a[0]
}

/// DeleteArgstring(a0 = string)
pub unsafe extern "C" fn delete(registers: &mut Registers) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { free(registers.a[0] as usize as *mut u8) };
    0
}

/// LengthArgstring(a0 = string): d0.
pub unsafe extern "C" fn length(registers: &mut Registers) -> u32 {
    // SAFETY: the caller's contract.
    unsafe {
        let block = (registers.a[0] as usize as *const u8)
            .sub(HEADER)
            .cast::<sys::RexxArg>();
        (*block).ra_Length.into()
    }
}
