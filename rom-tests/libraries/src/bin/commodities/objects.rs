//! Objects (of which only brokers do anything) and the commands that are sent to brokers.

use crate::Commodities;
use amiga_libraries::skeleton::Registers;
use amiga_sys as sys;
use core::ffi::CStr;
use core::ptr;

/// An object, which programs know by its address alone.
pub struct Object {
    /// The next broker, or the next object of the same owner.
    next: *mut Object,
    /// The first object that is attached to it.
    first: *mut Object,
    owner: *mut Object,
    kind: u32,
    active: bool,
    priority: i8,
    port: *mut sys::MsgPort,
    name: [u8; NAME],
}

/// A `CxMsg` with a command.
pub struct Command {
    message: sys::Message,
    id: u32,
    next: *mut Command,
}

/// Bytes of a broker's name, `CBD_NAMELEN` (libraries/commodities.h), NUL included.
const NAME: usize = 24;
/// `NT_FREEMSG`: what `ReplyMsg` makes of a message without reply port.
const REPLIED: u8 = 6;

/// A block of memory with a value in it; null when there is none.
fn place<T>(value: T) -> *mut T {
    // SAFETY: a new block of this size.
    unsafe {
        let block =
            sys::AllocVec(sys::abs_exec_library(), size_of::<T>() as u32, sys::MEMF_PUBLIC).cast::<T>();
        if !block.is_null() {
            block.write(value);
        }
        block
    }
}

fn object(address: u32) -> *mut Object {
    address as usize as *mut Object
}

fn new(kind: u32) -> Object {
    Object {
        next: ptr::null_mut(),
        first: ptr::null_mut(),
        owner: ptr::null_mut(),
        kind,
        active: kind != sys::CX_BROKER,
        priority: 0,
        port: ptr::null_mut(),
        name: [0; NAME],
    }
}

/// Runs `work` while nobody else changes the lists.
///
/// # Safety
/// The registers are those of a call through this library's base.
unsafe fn locked<T>(registers: &Registers, work: impl FnOnce(&mut Commodities) -> T) -> T {
    // SAFETY: by contract; the semaphore keeps others out.
    unsafe {
        let state = &raw mut (*registers.base::<Commodities>()).state;
        let semaphore = &raw mut (*state).semaphore;
        sys::ObtainSemaphore(sys::abs_exec_library(), semaphore);
        let result = work(&mut *state);
        sys::ReleaseSemaphore(sys::abs_exec_library(), semaphore);
        result
    }
}

/// CreateCxObj(d0 = type, a0, a1): d0. What filters and senders would need of a0 and a1 is not kept.
pub unsafe extern "C" fn create(registers: &mut Registers) -> u32 {
    place(new(registers.d[0])) as usize as u32
}

/// The broker with this name.
///
/// # Safety
/// The lists are locked.
unsafe fn find(state: &Commodities, name: &CStr) -> *mut Object {
    let mut broker = state.brokers;
    // SAFETY: by contract; the list ends with null, and names with NUL.
    unsafe {
        while !broker.is_null() && !(*broker).name.starts_with(name.to_bytes_with_nul()) {
            broker = (*broker).next;
        }
    }
    broker
}

/// CxBroker(a0 = `NewBroker`, d0 = where an error goes, or 0): d0.
pub unsafe extern "C" fn broker(registers: &mut Registers) -> u32 {
    // SAFETY: the caller's contract: a `NewBroker` with a name.
    unsafe {
        let wanted = registers.a[0] as usize as *const sys::NewBroker;
        let made = if (*wanted).nb_Version as u32 != sys::NB_VERSION {
            Err(sys::CBERR_VERSION)
        } else {
            let mut new = new(sys::CX_BROKER);
            new.priority = (*wanted).nb_Pri;
            new.port = (*wanted).nb_Port;
            let name = CStr::from_ptr((*wanted).nb_Name.cast());
            for (place, byte) in new.name[..NAME - 1].iter_mut().zip(name.to_bytes()) {
                *place = *byte;
            }
            let unique = (*wanted).nb_Unique as u32;
            locked(registers, |state| add(state, new, unique))
        };
        let (broker, error) = match made {
            Ok(broker) => (broker, sys::CBERR_OK),
            Err(error) => (ptr::null_mut(), error),
        };
        let place = registers.d[0] as usize as *mut u32;
        if !place.is_null() {
            place.write(error);
        }
        broker as usize as u32
    }
}

/// Adds a broker unless it wants to be the only one of its name and is not.
///
/// # Safety
/// The lists are locked.
unsafe fn add(state: &mut Commodities, mut new: Object, unique: u32) -> Result<*mut Object, u32> {
    // SAFETY: by contract.
    unsafe {
        let name = CStr::from_bytes_until_nul(&new.name).unwrap_or(c"");
        let older = find(state, name);
        if !older.is_null() {
            if unique & sys::NBU_NOTIFY != 0 {
                send(state, older, sys::CXCMD_UNIQUE);
            }
            if unique & sys::NBU_UNIQUE != 0 {
                return Err(sys::CBERR_DUP);
            }
        }
        new.next = state.brokers;
        let broker = place(new);
        if broker.is_null() {
            return Err(sys::CBERR_SYSERR);
        }
        state.brokers = broker;
        Ok(broker)
    }
}

/// ActivateCxObj(a0 = object, d0 = on or off): what it was.
pub unsafe extern "C" fn activate(registers: &mut Registers) -> u32 {
    let object = object(registers.a[0]);
    if object.is_null() {
        return 0;
    }
    // SAFETY: the caller's contract.
    unsafe {
        let before = (*object).active;
        (*object).active = registers.d[0] != 0;
        before.into()
    }
}

/// Takes an object off the list that it is in.
///
/// # Safety
/// The lists are locked; the object exists.
unsafe fn unlink(state: &mut Commodities, object: *mut Object) {
    // SAFETY: by contract; each list ends with null.
    unsafe {
        let owner = (*object).owner;
        let mut link = match ((*object).kind, owner.is_null()) {
            (sys::CX_BROKER, _) => &raw mut state.brokers,
            (_, true) => return,
            (_, false) => &raw mut (*owner).first,
        };
        while !(*link).is_null() && *link != object {
            link = &raw mut (**link).next;
        }
        if !(*link).is_null() {
            *link = (*object).next;
        }
        (*object).owner = ptr::null_mut();
        (*object).next = ptr::null_mut();
    }
}

/// DeleteCxObj(a0 = object); what is attached to it stays.
pub unsafe extern "C" fn delete(registers: &mut Registers) -> u32 {
    let object = object(registers.a[0]);
    if !object.is_null() {
        // SAFETY: the caller's contract.
        unsafe {
            locked(registers, |state| {
                unlink(state, object);
                while !(*object).first.is_null() {
                    unlink(state, (*object).first);
                }
                sys::FreeVec(sys::abs_exec_library(), object.cast());
                sweep(state);
            });
        }
    }
    0
}

/// DeleteCxObjAll(a0 = object): with everything that is attached to it.
pub unsafe extern "C" fn delete_all(registers: &mut Registers) -> u32 {
    let object = object(registers.a[0]);
    if !object.is_null() {
        // SAFETY: the caller's contract. The deepest object goes first, until the given one has gone.
        unsafe {
            locked(registers, |state| {
                loop {
                    let mut last = object;
                    while !(*last).first.is_null() {
                        last = (*last).first;
                    }
                    unlink(state, last);
                    sys::FreeVec(sys::abs_exec_library(), last.cast());
                    if last == object {
                        break;
                    }
                }
                sweep(state);
            });
        }
    }
    0
}

/// CxObjType(a0 = object)
pub unsafe extern "C" fn kind(registers: &mut Registers) -> u32 {
    let object = object(registers.a[0]);
    if object.is_null() {
        sys::CX_INVALID
    } else {
        // SAFETY: the caller's contract.
        unsafe { (*object).kind }
    }
}

/// SetCxObjPri(a0 = object, d0 = priority): what it was.
pub unsafe extern "C" fn set_priority(registers: &mut Registers) -> u32 {
    let object = object(registers.a[0]);
    if object.is_null() {
        return 0;
    }
    // SAFETY: the caller's contract.
    unsafe {
        let before = (*object).priority;
        (*object).priority = registers.d[0] as i8;
        i32::from(before) as u32
    }
}

/// AttachCxObj and EnqueueCxObj(a0 = owner, a1 = object)
pub unsafe extern "C" fn attach(registers: &mut Registers) -> u32 {
    let (owner, object) = (object(registers.a[0]), object(registers.a[1]));
    if !owner.is_null() && !object.is_null() {
        // SAFETY: the caller's contract: the object is in no list.
        unsafe {
            locked(registers, |_| {
                (*object).owner = owner;
                (*object).next = (*owner).first;
                (*owner).first = object;
            });
        }
    }
    0
}

/// RemoveCxObj(a0 = object)
pub unsafe extern "C" fn remove(registers: &mut Registers) -> u32 {
    let object = object(registers.a[0]);
    if !object.is_null() {
        // SAFETY: the caller's contract.
        unsafe { locked(registers, |state| unlink(state, object)) };
    }
    0
}

/// CxMsgType(a0 = message)
pub unsafe extern "C" fn message_type(_registers: &mut Registers) -> u32 {
    sys::CXM_COMMAND
}

/// CxMsgID(a0 = message)
pub unsafe extern "C" fn message_id(registers: &mut Registers) -> u32 {
    // SAFETY: the caller's contract: a message of this library.
    unsafe { (*(registers.a[0] as usize as *const Command)).id }
}

/// BrokerCommand(a0 = name, d0 = command)
pub unsafe extern "C" fn command(registers: &mut Registers) -> u32 {
    let id = registers.d[0];
    // SAFETY: the caller's contract: a NUL-ended name.
    unsafe {
        let name = CStr::from_ptr(registers.a[0] as usize as *const _);
        locked(registers, |state| {
            let broker = find(state, name);
            if broker.is_null() || !send(state, broker, id) {
                u32::MAX
            } else {
                0
            }
        })
    }
}

/// Sends a command to a broker's port; whether it has one, and there is memory.
///
/// # Safety
/// The lists are locked.
unsafe fn send(state: &mut Commodities, broker: *mut Object, id: u32) -> bool {
    // SAFETY: by contract. Without reply port the message is free for `sweep` as soon as it is replied.
    unsafe {
        sweep(state);
        if (*broker).port.is_null() {
            return false;
        }
        let command = place(Command {
            message: core::mem::zeroed(),
            id,
            next: state.commands,
        });
        if command.is_null() {
            return false;
        }
        (*command).message.mn_Length = size_of::<Command>() as u16;
        state.commands = command;
        sys::PutMsg(sys::abs_exec_library(), (*broker).port, command.cast());
        true
    }
}

/// Frees the commands that were replied.
///
/// # Safety
/// The lists are locked.
unsafe fn sweep(state: &mut Commodities) {
    // SAFETY: by contract; a replied message is the library's again.
    unsafe {
        let mut link = &raw mut state.commands;
        while !(*link).is_null() {
            let command = *link;
            if (*command).message.mn_Node.ln_Type == REPLIED {
                *link = (*command).next;
                sys::FreeVec(sys::abs_exec_library(), command.cast());
            } else {
                link = &raw mut (*command).next;
            }
        }
    }
}
