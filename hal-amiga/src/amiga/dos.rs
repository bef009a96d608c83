//! dos.library: writing to the shell, reading its arguments, and Ctrl-C.
//!
//! Source: dos.library autodocs, `Write`, `ReadArgs`, `Fault`; RKRM and "AmigaDOS Manual" for templates.

use core::ffi::CStr;

use amiga_sys as sys;

use super::context::Context;
use super::decimal::{DIGITS, decimal};
use super::exec;
use super::ledger::Held;
use crate::memory::OutOfMemory;

/// `SIGBREAKF_CTRL_C` (dos/dos.h).
pub(crate) const CTRL_C: u32 = 1 << 12;

/// The shell's output, line by line: bytes gather in a small buffer that is written at each line end and when full.
pub struct Console {
    dos: *mut sys::Library,
    handle: sys::BPTR,
    length: u8,
    line: [u8; 120],
}

impl Console {
    /// The output of the running process.
    #[inline(never)]
    pub(crate) fn new(dos: *mut sys::Library) -> Self {
        // SAFETY: dos is open; Output only reads the process' own field.
        let handle = unsafe { sys::Output(dos) };
        Self {
            dos,
            handle,
            length: 0,
            line: [0; 120],
        }
    }

    /// Adds bytes; Latin-1, line ends are LF.
    #[inline(never)]
    pub fn text(&mut self, text: &[u8]) {
        for &byte in text {
            if let Some(place) = self.line.get_mut(usize::from(self.length)) {
                *place = byte;
                self.length += 1;
            }
            if byte == b'\n' || usize::from(self.length) == self.line.len() {
                self.flush();
            }
        }
    }

    /// Adds bytes and ends the line.
    #[inline(never)]
    pub fn line(&mut self, text: &[u8]) {
        self.text(text);
        self.text(b"\n");
    }

    /// Adds a number in decimal.
    pub fn number(&mut self, number: u32) {
        self.text(decimal(false, number, &mut [0; DIGITS]));
    }

    /// Writes out what is gathered. Nobody could be told of an error here, so errors are dropped.
    #[inline(never)]
    pub fn flush(&mut self) {
        if self.length > 0 && self.handle != 0 {
            // SAFETY: the handle belongs to the process; the buffer lives through the call.
            unsafe {
                sys::Write(
                    self.dos,
                    self.handle,
                    self.line.as_ptr().cast(),
                    i32::from(self.length),
                )
            };
        }
        self.length = 0;
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Context {
    /// The shell's output.
    pub fn console(&self) -> Console {
        Console::new(self.dos)
    }

    /// Whether the user pressed Ctrl-C since the last call.
    pub fn take_ctrl_c(&self) -> bool {
        exec::take_signals(CTRL_C) != 0
    }

    /// Sleeps for a number of ticks of 1/50 s.
    pub fn sleep(&self, ticks: u32) {
        // SAFETY: dos is open, and the caller is a process.
        unsafe { sys::Delay(self.dos, ticks as i32) };
    }
}

/// Why the shell's arguments could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArgumentError {
    /// `IoErr()`; dos/dos.h, `ERROR_…`.
    pub code: i32,
}

impl ArgumentError {
    /// Prints the system's own words for it, after `NAME: `.
    pub fn print(self, context: &Context) {
        let mut words = [0u8; 96];
        // SAFETY: the buffer is as long as said; Fault ends it with NUL.
        unsafe {
            let length = words.len() as i32;
            sys::Fault(
                context.dos,
                self.code,
                core::ptr::null(),
                words.as_mut_ptr(),
                length,
            );
        }
        let length = words.iter().position(|&byte| byte == 0).unwrap_or(0);
        let mut console = context.console();
        console.text(context.name().as_bytes());
        console.text(b": ");
        console.line(words.get(..length).unwrap_or(&[]));
    }
}

/// The shell's arguments, read by a template of `COUNT` options and freed when dropped.
pub struct Arguments<const COUNT: usize> {
    values: [i32; COUNT],
    _held: Held,
}

impl<const COUNT: usize> Arguments<COUNT> {
    /// Reads the command line by `template`, which must have `COUNT` options.
    ///
    /// # Errors
    /// [`ArgumentError`]: what dos.library says is wrong with the line, or that there is no memory.
    pub fn read(context: &Context, template: &CStr) -> Result<Self, ArgumentError> {
        const NO_FREE_STORE: i32 = 103;
        debug_assert_eq!(
            template.to_bytes().iter().filter(|&&byte| byte == b',').count() + 1,
            COUNT
        );
        let mut values = [0; COUNT];
        // SAFETY: the template ends with NUL and has as many options as the array has places, by contract; the result is
        // freed once, by `free_arguments`.
        unsafe {
            let reader = sys::ReadArgs(
                context.dos,
                template.as_ptr().cast(),
                values.as_mut_ptr(),
                core::ptr::null_mut(),
            );
            if reader.is_null() {
                return Err(ArgumentError {
                    code: sys::IoErr(context.dos),
                });
            }
            let held = Held::new(free_arguments, reader as usize)
                .map_err(|OutOfMemory| ArgumentError { code: NO_FREE_STORE })?;
            Ok(Self { values, _held: held })
        }
    }

    fn value(&self, option: usize) -> usize {
        self.values.get(option).map_or(0, |&value| value as usize)
    }

    /// Whether a `/S` option was given.
    pub fn switch(&self, option: usize) -> bool {
        self.value(option) != 0
    }

    /// The text of an option without `/N` or `/M`.
    pub fn text(&self, option: usize) -> Option<&[u8]> {
        match self.value(option) {
            0 => None,
            // SAFETY: ReadArgs puts a NUL-ended text there, which lives until FreeArgs.
            text => Some(unsafe { CStr::from_ptr(text as *const _) }.to_bytes()),
        }
    }

    /// The number of a `/N` option.
    pub fn number(&self, option: usize) -> Option<i32> {
        match self.value(option) {
            0 => None,
            // SAFETY: for `/N` ReadArgs puts the address of a LONG there, which lives until FreeArgs.
            number => Some(unsafe { *(number as *const i32) }),
        }
    }

    /// The `index`-th text of a `/M` option.
    pub fn several(&self, option: usize, index: usize) -> Option<&[u8]> {
        let texts = self.value(option) as *const *const core::ffi::c_char;
        if texts.is_null() {
            return None;
        }
        // SAFETY: for `/M` ReadArgs puts the address of an array there, which a null pointer ends; no place behind the
        // end is read.
        unsafe {
            for before in 0..index {
                if (*texts.add(before)).is_null() {
                    return None;
                }
            }
            let text = *texts.add(index);
            if text.is_null() {
                None
            } else {
                Some(CStr::from_ptr(text).to_bytes())
            }
        }
    }
}

/// # Safety
/// `reader` came from ReadArgs and was not freed.
unsafe fn free_arguments(reader: usize) {
    if let Some(context) = Context::current() {
        // SAFETY: by contract.
        unsafe { sys::FreeArgs(context.dos, reader as *mut sys::RDArgs) };
    }
}
