//! ARexx: commands to the public ports of other programs, and their answers.
//!
//! A command is a message that its receiver answers when it likes, perhaps late and perhaps never, and until then it
//! may write to it. So a command never ends with the request that sent it: it is asked for with [`Rexx::take_answer`],
//! or given up with [`Rexx::abandon_command`], and either way its memory lives until the answer is there.
//! Spec §2.17, §2.20, §5.3; RKRM Libraries, "ARexx"; rexx/storage.h, `struct RexxMsg`.

use crate::memory::{List, OutOfMemory};

/// Names a command that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandHandle(pub u32);

/// Why a command could not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RexxError {
    /// There is no rexxsyslib.library.
    NoLibrary,
    /// No public port has the name.
    NoPort,
    /// There is no memory for the message, or no signal bit for its reply port.
    OutOfMemory,
}

/// What a program answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandAnswer {
    /// `rm_Result1`: 0 for success, else how bad it is.
    pub code: i32,
    /// The argument string in `rm_Result2`, at most 65,535 bytes; empty when there is none.
    pub text: List<u8>,
}

/// A machine's ARexx.
pub trait Rexx {
    /// Sends a command to the public port with exactly this name, and wants a result (`RXCOMM | RXFF_RESULT`).
    /// [`Machine::wait`](crate::Machine::wait) returns when an answer has come.
    ///
    /// # Errors
    /// [`RexxError`]; then nothing was sent.
    fn send_command(&mut self, port: &[u8], command: &[u8]) -> Result<CommandHandle, RexxError>;

    /// The answer to a command, once; `None` as long as there is none, and [`OutOfMemory`] when there is one and no
    /// memory for a copy of its text.
    fn take_answer(&mut self, command: CommandHandle) -> Option<Result<CommandAnswer, OutOfMemory>>;

    /// Nobody waits for the answer any more. The command's memory is freed when the answer comes.
    fn abandon_command(&mut self, command: CommandHandle);
}
