//! ARexx commands: rexxsyslib.library's messages, one reply port for all of them, and what becomes of those that are
//! never answered.
//!
//! Library, port and signal are opened with the first command, so that a server that sends none pays nothing. A message
//! that was sent belongs to its receiver until it comes back; until then neither it nor the reply port may be freed,
//! whoever has given up waiting. When the program ends before that, message and port stay in memory on purpose: the port
//! signals nobody any more, a late answer ends in its list, and the program says so. They are therefore taken from exec
//! directly, not through the ledger. Source: rexxsyslib.library and exec.library autodocs (`CreateRexxMsg`, `PutMsg`);
//! RKRM Libraries, "ARexx"; rexx/storage.h.

use core::ptr;

use amiga_sys as sys;

use super::context::Context;
use super::exec::{sys_base, without_tasks};
use super::intuition::readable;
use super::ledger::Held;
use crate::memory::{List, OutOfMemory};
use crate::rexx::{CommandAnswer, CommandHandle, RexxError};

/// `RXCOMM | RXFF_RESULT` (rexx/storage.h).
const COMMAND_WITH_RESULT: i32 = 0x0102_0000;

/// Bytes of `struct RexxArg` before the bytes of an argument string.
const STRING_HEADER: usize = 8;

/// The longest port name that is asked for, which is far more than names have.
const LONGEST_NAME: usize = 63;

/// A command under way.
struct Exchange {
    next: *mut Exchange,
    message: *mut sys::RexxMsg,
    handle: u32,
    answered: bool,
    abandoned: bool,
}

/// What the first command opens.
struct Opened {
    library: *mut sys::Library,
    port: *mut sys::MsgPort,
    first: *mut Exchange,
    last_handle: u32,
}

/// The program's side of ARexx.
pub(crate) struct RexxHost(Option<(*mut Opened, Held)>);

/// Takes memory for a value and puts it there; null when there is none. Not in the ledger: see above.
fn place<T>(value: T) -> *mut T {
    // SAFETY: a new block of this size, aligned to 4 bytes as AllocVec aligns.
    unsafe {
        let block = sys::AllocVec(
            sys_base(),
            size_of::<T>() as u32,
            sys::MEMF_PUBLIC | sys::MEMF_CLEAR,
        )
        .cast::<T>();
        if !block.is_null() {
            block.write(value);
        }
        block
    }
}

impl RexxHost {
    /// Nothing is opened yet.
    pub(crate) const fn new() -> Self {
        Self(None)
    }

    /// The signal that says that an answer has come.
    pub(crate) fn mask(&self) -> u32 {
        match &self.0 {
            // SAFETY: the port lives as long as `Opened`.
            Some((opened, _)) => unsafe { 1 << (*(**opened).port).mp_SigBit },
            None => 0,
        }
    }

    /// Opens what is needed, if it is not open.
    fn open(&mut self) -> Result<*mut Opened, RexxError> {
        if let Some((opened, _)) = &self.0 {
            return Ok(*opened);
        }
        // SAFETY: each thing is given back when the next one fails, or by `close`.
        unsafe {
            let library = sys::OpenLibrary(sys_base(), c"rexxsyslib.library".as_ptr().cast(), 0);
            if library.is_null() {
                return Err(RexxError::NoLibrary);
            }
            let port = sys::CreateMsgPort(sys_base());
            let opened = if port.is_null() {
                ptr::null_mut()
            } else {
                place(Opened {
                    library,
                    port,
                    first: ptr::null_mut(),
                    last_handle: 0,
                })
            };
            if opened.is_null() {
                sys::DeleteMsgPort(sys_base(), port);
                sys::CloseLibrary(sys_base(), library);
                return Err(RexxError::OutOfMemory);
            }
            let held = Held::new(close, opened as usize).map_err(|OutOfMemory| RexxError::OutOfMemory)?;
            self.0 = Some((opened, held));
            Ok(opened)
        }
    }

    /// Sends a command to the port with this name.
    pub(crate) fn send(&mut self, port: &[u8], command: &[u8]) -> Result<CommandHandle, RexxError> {
        let mut name = [0; LONGEST_NAME + 1];
        if port.len() > LONGEST_NAME {
            return Err(RexxError::NoPort);
        }
        for (place, byte) in name.iter_mut().zip(port) {
            *place = *byte;
        }
        let opened = self.open()?;
        // SAFETY: library and port are open. What cannot be sent is freed again; what was sent is freed by `collect`
        // alone, after it has come back.
        unsafe {
            let library = (*opened).library;
            let message = sys::CreateRexxMsg(library, (*opened).port, ptr::null(), ptr::null());
            if message.is_null() {
                return Err(RexxError::OutOfMemory);
            }
            let text = sys::CreateArgstring(library, command.as_ptr().cast(), command.len() as u32);
            let handle = (*opened).last_handle.wrapping_add(1);
            let exchange = place(Exchange {
                next: (*opened).first,
                message,
                handle,
                answered: false,
                abandoned: false,
            });
            (*message).rm_Action = COMMAND_WITH_RESULT;
            (*message).rm_Args[0] = text.cast();
            let sent = if text.is_null() || exchange.is_null() {
                Err(RexxError::OutOfMemory)
            } else {
                // The port may go as soon as others run: found and used in one go.
                without_tasks(|| {
                    let found = sys::FindPort(sys_base(), name.as_ptr().cast());
                    if found.is_null() {
                        return Err(RexxError::NoPort);
                    }
                    sys::PutMsg(sys_base(), found, message.cast());
                    Ok(())
                })
            };
            if let Err(error) = sent {
                sys::FreeVec(sys_base(), exchange.cast());
                free_message(library, message);
                return Err(error);
            }
            (*opened).first = exchange;
            (*opened).last_handle = handle;
            Ok(CommandHandle(handle))
        }
    }

    /// Notes the answers that have come, and frees those that nobody waits for.
    pub(crate) fn collect(&mut self) {
        if let Some((opened, _)) = &self.0 {
            // SAFETY: it is open.
            unsafe { collect(*opened) };
        }
    }

    /// The answer to a command, if it has come.
    pub(crate) fn take_answer(
        &mut self,
        command: CommandHandle,
    ) -> Option<Result<CommandAnswer, OutOfMemory>> {
        self.collect();
        let opened = self.0.as_ref()?.0;
        // SAFETY: it is open; an answered message is ours alone until it is freed.
        unsafe {
            let exchange = find(opened, command);
            if exchange.is_null() || !(*exchange).answered {
                return None;
            }
            let answer = read_answer((*opened).library, (*exchange).message);
            remove(opened, exchange);
            Some(answer)
        }
    }

    /// Nobody waits for the command any more.
    pub(crate) fn abandon(&mut self, command: CommandHandle) {
        let Some((opened, _)) = &self.0 else { return };
        // SAFETY: it is open.
        unsafe {
            let exchange = find(*opened, command);
            if !exchange.is_null() {
                (*exchange).abandoned = true;
                collect(*opened);
            }
        }
    }
}

/// # Safety
/// `opened` is open.
unsafe fn find(opened: *mut Opened, command: CommandHandle) -> *mut Exchange {
    // SAFETY: by contract; the list ends with null.
    unsafe {
        let mut exchange = (*opened).first;
        while !exchange.is_null() && (*exchange).handle != command.0 {
            exchange = (*exchange).next;
        }
        exchange
    }
}

/// # Safety
/// `opened` is open.
unsafe fn collect(opened: *mut Opened) {
    // SAFETY: every message at the port is one of the list, since nobody else knows the port.
    unsafe {
        loop {
            let message = sys::GetMsg(sys_base(), (*opened).port).cast::<sys::RexxMsg>();
            if message.is_null() {
                break;
            }
            let mut exchange = (*opened).first;
            while !exchange.is_null() && (*exchange).message != message {
                exchange = (*exchange).next;
            }
            if !exchange.is_null() {
                (*exchange).answered = true;
            }
        }
        let mut exchange = (*opened).first;
        while !exchange.is_null() {
            let next = (*exchange).next;
            if (*exchange).answered && (*exchange).abandoned {
                free_result((*opened).library, (*exchange).message);
                remove(opened, exchange);
            }
            exchange = next;
        }
    }
}

/// Takes an exchange off the list and frees it with its message.
///
/// # Safety
/// `opened` is open; the exchange is of its list, and answered.
unsafe fn remove(opened: *mut Opened, exchange: *mut Exchange) {
    // SAFETY: by contract.
    unsafe {
        let mut link = &raw mut (*opened).first;
        while *link != exchange {
            link = &raw mut (**link).next;
        }
        *link = (*exchange).next;
        free_message((*opened).library, (*exchange).message);
        sys::FreeVec(sys_base(), exchange.cast());
    }
}

/// # Safety
/// The message is ours: never sent, or answered.
unsafe fn free_message(library: *mut sys::Library, message: *mut sys::RexxMsg) {
    // SAFETY: by contract; the first argument is null or a string of ours.
    unsafe {
        let text = (*message).rm_Args[0];
        if !text.is_null() {
            sys::DeleteArgstring(library, text.cast());
        }
        sys::DeleteRexxMsg(library, message);
    }
}

/// The argument string in `rm_Result2` with its length, or `None` when no such string can be there: by ARexx' own
/// convention the field holds an error number when `rm_Result1` is not 0, and not every program keeps to any convention.
///
/// # Safety
/// The message is answered.
unsafe fn result_string(message: *mut sys::RexxMsg) -> Option<(*mut u8, usize)> {
    // SAFETY: by contract; only memory that is there is read.
    unsafe {
        let string = (*message).rm_Result2 as usize;
        let header = string.checked_sub(STRING_HEADER)?;
        if !readable::holds(header, STRING_HEADER) {
            return None;
        }
        let header = header as *const sys::RexxArg;
        let length = usize::from((*header).ra_Length);
        let size = (*header).ra_Size;
        let whole = STRING_HEADER + length + 1;
        let plausible = readable::holds(header as usize, whole)
            && usize::try_from(size).is_ok_and(|size| size >= whole)
            && (string as *const u8).add(length).read() == 0;
        plausible.then_some((string as *mut u8, length))
    }
}

/// # Safety
/// The message is answered, and its result was not freed.
unsafe fn free_result(library: *mut sys::Library, message: *mut sys::RexxMsg) {
    // SAFETY: by contract; the string was made for us, who asked for a result.
    unsafe {
        if let Some((string, _)) = result_string(message) {
            sys::DeleteArgstring(library, string);
            (*message).rm_Result2 = 0;
        }
    }
}

/// Copies the answer and frees its string.
///
/// # Safety
/// As for [`free_result`].
unsafe fn read_answer(
    library: *mut sys::Library,
    message: *mut sys::RexxMsg,
) -> Result<CommandAnswer, OutOfMemory> {
    // SAFETY: by contract.
    unsafe {
        let code = (*message).rm_Result1;
        let mut text = List::new();
        let copied = match result_string(message) {
            Some((string, length)) => text.extend(core::slice::from_raw_parts(string, length)),
            None => Ok(()),
        };
        free_result(library, message);
        copied?;
        Ok(CommandAnswer { code, text })
    }
}

/// Ends it: frees what is answered, and leaves the rest where its receivers can still write to it.
///
/// # Safety
/// `opened` is open, and closed by this once.
unsafe fn close(opened: usize) {
    let opened = opened as *mut Opened;
    // SAFETY: by contract. `abandoned` makes `collect` free all that have come back.
    unsafe {
        let mut exchange = (*opened).first;
        while !exchange.is_null() {
            (*exchange).abandoned = true;
            exchange = (*exchange).next;
        }
        collect(opened);
        let port = (*opened).port;
        if (*opened).first.is_null() {
            sys::DeleteMsgPort(sys_base(), port);
            sys::CloseLibrary(sys_base(), (*opened).library);
            sys::FreeVec(sys_base(), opened.cast());
            return;
        }
        without_tasks(|| {
            // PA_IGNORE: an answer is put into the port's list and nobody is told.
            (*port).mp_Flags = 2;
            (*port).mp_SigTask = ptr::null_mut();
        });
        sys::FreeSignal(sys_base(), i32::from((*port).mp_SigBit));
    }
    if let Some(context) = Context::current() {
        let mut console = context.console();
        console.text(context.name().as_bytes());
        console.line(
            b": a program has not answered an ARexx command; the message stays in memory, where a late answer does no harm.",
        );
    }
}
