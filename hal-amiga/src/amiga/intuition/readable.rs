//! Is there memory at an address? Asked before every read through a pointer that another program wrote.
//!
//! AmigaOS has no memory protection: a wrong pointer read is at best nonsense, and at worst it touches a chip register.
//! exec knows its RAM (`TypeOfMem`); constants may also lie in ROM, which exec's lists do not name.

use amiga_sys as sys;

use super::super::exec::sys_base;

/// Texts are read up to here; longer ones are cut.
pub(crate) const TEXT_LIMIT: usize = 511;

/// Smaller than any step in which memory is built into an Amiga.
const PAGE: usize = 256;

/// Whether a byte of RAM or ROM lies at the address.
#[inline(never)]
fn is_memory(address: usize) -> bool {
    // The Kickstart ROM, and the extended ROM of AROS, CD32 and CDTV.
    const ROMS: [core::ops::RangeInclusive<usize>; 2] =
        [0x00F8_0000..=0x00FF_FFFF, 0x00E0_0000..=0x00E7_FFFF];
    if ROMS.iter().any(|rom| rom.contains(&address)) {
        return true;
    }
    // SAFETY: TypeOfMem only searches exec's list of memory; any address may be asked for.
    unsafe { sys::TypeOfMem(sys_base(), address as sys::CONST_APTR) != 0 }
}

/// The structure at `pointer`, if it can be one: even, not null, and wholly in memory.
pub(crate) fn structure<T>(pointer: *const T) -> Option<*const T> {
    if holds(pointer as usize, size_of::<T>()) {
        Some(pointer)
    } else {
        None
    }
}

/// Whether `size` bytes of memory lie at the address, which is even and not 0.
#[inline(never)]
fn holds(address: usize, size: usize) -> bool {
    let last = address.wrapping_add(size - 1);
    address != 0 && address & 1 == 0 && is_memory(address) && (same_page(address, last) || is_memory(last))
}

/// Whether both addresses lie in one page: regions of memory begin and end at pages, so one look per page is enough.
fn same_page(first: usize, second: usize) -> bool {
    (first ^ second) & !(PAGE - 1) == 0
}

/// The bytes before the NUL at `pointer`, at most [`TEXT_LIMIT`]; `None` for a pointer to no memory.
///
/// # Safety
/// The result must be copied before its owner can run: under `LockIBase` or `Forbid`.
#[inline(never)]
pub(crate) unsafe fn text<'a>(pointer: *const u8) -> Option<&'a [u8]> {
    if pointer.is_null() || !is_memory(pointer as usize) {
        return None;
    }
    let mut length = 0;
    while length < TEXT_LIMIT {
        let byte = pointer.wrapping_add(length);
        if byte as usize & (PAGE - 1) == 0 && !is_memory(byte as usize) {
            break;
        }
        // SAFETY: the byte is in memory.
        if unsafe { byte.read() } == 0 {
            break;
        }
        length += 1;
    }
    // SAFETY: these bytes are in memory; by contract they do not change while the slice lives.
    Some(unsafe { core::slice::from_raw_parts(pointer, length) })
}
