//! A public ARexx port, as a program has one that takes commands.
//!
//! Messages are told by `RXCOMM`, not by `IsRexxMsg`, which knows the interpreter's messages alone.
//! Source: rexxsyslib.library autodocs; RKRM Libraries, "ARexx"; rexx/storage.h.

use amiga_sys as sys;
use core::ffi::CStr;
use core::ptr;
use hal_amiga::amiga::Library;

/// `RXCODEMASK`, `RXCOMM` and `RXFF_RESULT` (rexx/storage.h).
const CODE_MASK: i32 = 0x7F00_0000;
const COMMAND: i32 = 0x0100_0000;
const WITH_RESULT: i32 = 0x0002_0000;

/// The port; closed when dropped, and what is still in it answered with 20.
pub struct RexxPort {
    library: Library,
    port: *mut sys::MsgPort,
}

/// A command that must be answered.
pub struct Command(*mut sys::RexxMsg);

impl Command {
    /// The command's text.
    pub fn text(&self) -> &[u8] {
        // SAFETY: a command's first argument is a NUL-ended string, which lives until the answer.
        unsafe { CStr::from_ptr((*self.0).rm_Args[0].cast()) }.to_bytes()
    }
}

impl RexxPort {
    /// Opens a port; `None` when there is no rexxsyslib.library, no memory, or such a port already.
    pub fn open(name: &'static CStr) -> Option<Self> {
        let library = Library::open(c"rexxsyslib.library", 36)?;
        // SAFETY: the port is ours; its name is constant. Looking and adding happen in one go.
        unsafe {
            let exec = sys::abs_exec_library();
            let port = sys::CreateMsgPort(exec);
            if port.is_null() {
                return None;
            }
            (*port).mp_Node.ln_Name = name.as_ptr().cast_mut().cast();
            sys::Forbid(exec);
            let taken = !sys::FindPort(exec, name.as_ptr().cast()).is_null();
            if !taken {
                sys::AddPort(exec, port);
            }
            sys::Permit(exec);
            if taken {
                sys::DeleteMsgPort(exec, port);
                return None;
            }
            Some(Self { library, port })
        }
    }

    /// The next command, if one has come.
    pub fn next(&self) -> Option<Command> {
        // SAFETY: the port is ours; a message is ours until it is replied.
        unsafe {
            loop {
                let message = sys::GetMsg(sys::abs_exec_library(), self.port).cast::<sys::RexxMsg>();
                if message.is_null() {
                    return None;
                }
                if (*message).rm_Action & CODE_MASK == COMMAND {
                    return Some(Command(message));
                }
                sys::ReplyMsg(sys::abs_exec_library(), message.cast());
            }
        }
    }

    /// Answers with a code, and with a text if one is wanted.
    pub fn answer(&self, command: Command, code: i32, text: &[u8]) {
        // SAFETY: the message is ours; its sender frees the string.
        unsafe {
            let wanted = (*command.0).rm_Action & WITH_RESULT != 0 && !text.is_empty();
            let string = if wanted {
                sys::CreateArgstring(self.library.base(), text.as_ptr().cast(), text.len() as u32)
            } else {
                ptr::null_mut()
            };
            self.answer_raw(command, code, string as usize as i32);
        }
    }

    /// Answers with these very numbers in `rm_Result1` and `rm_Result2`.
    pub fn answer_raw(&self, command: Command, code: i32, second: i32) {
        // SAFETY: the message is ours until here.
        unsafe {
            (*command.0).rm_Result1 = code;
            (*command.0).rm_Result2 = second;
            sys::ReplyMsg(sys::abs_exec_library(), command.0.cast());
        }
    }
}

impl Drop for RexxPort {
    fn drop(&mut self) {
        // SAFETY: nobody finds the port after RemPort.
        unsafe { sys::RemPort(sys::abs_exec_library(), self.port) };
        while let Some(command) = self.next() {
            self.answer_raw(command, 20, 0);
        }
        // SAFETY: it is empty, and ours.
        unsafe { sys::DeleteMsgPort(sys::abs_exec_library(), self.port) };
    }
}
