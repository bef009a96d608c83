//! Is there memory at an address? Asked before every read through a pointer that another program wrote.
//!
//! AmigaOS has no memory protection: a wrong pointer read is at best nonsense, and at worst it touches a chip register.
//! exec's list of memory names all RAM; constants may also lie in ROM, which it does not name. The list is read here as
//! `TypeOfMem` reads it: that function tells no end of the memory that it finds, and takes a third of a millisecond on
//! an A500 with AROS, a hundred times in one walk. Source: `exec/memory.h`, `struct MemHeader`; RKRM Libraries,
//! "Exec Memory Allocation".

use amiga_sys as sys;

use super::super::exec::exec_base;

/// Texts are read up to here; longer ones are cut.
pub(crate) const TEXT_LIMIT: usize = 511;

/// How many bytes of RAM or ROM begin at the address; 0 where neither is.
#[inline(never)]
fn room(address: usize) -> usize {
    // The Kickstart ROM, and the extended ROM of AROS, CD32 and CDTV: 512 KB each.
    const ROM_SIZE: usize = 0x0008_0000;
    let rom = address & !(ROM_SIZE - 1);
    if rom == 0x00F8_0000 || rom == 0x00E0_0000 {
        return rom + ROM_SIZE - address;
    }
    // SAFETY: a header of exec's list never leaves it, and a new one is linked only when it is complete, so the list can
    // be read at any time. It ends at the node whose successor is null.
    unsafe {
        let mut header = (*exec_base()).MemList.lh_Head.cast::<sys::MemHeader>();
        loop {
            let next = (*header).mh_Node.ln_Succ;
            if next.is_null() {
                return 0;
            }
            let (lower, upper) = ((*header).mh_Lower as usize, (*header).mh_Upper as usize);
            if address >= lower && address < upper {
                return upper - address;
            }
            header = next.cast();
        }
    }
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
pub(crate) fn holds(address: usize, size: usize) -> bool {
    address != 0 && address & 1 == 0 && room(address) >= size
}

/// The bytes before the NUL at `pointer`, at most [`TEXT_LIMIT`]; `None` for a pointer to no memory.
///
/// # Safety
/// The result must be copied before its owner can run: under `LockIBase` or `Forbid`.
#[inline(never)]
pub(crate) unsafe fn text<'a>(pointer: *const u8) -> Option<&'a [u8]> {
    if pointer.is_null() {
        return None;
    }
    let most = room(pointer as usize).min(TEXT_LIMIT);
    if most == 0 {
        return None;
    }
    // SAFETY: these bytes are in memory; by contract they do not change while the slice lives.
    unsafe {
        let mut length = 0;
        while length < most && pointer.add(length).read() != 0 {
            length += 1;
        }
        Some(core::slice::from_raw_parts(pointer, length))
    }
}
