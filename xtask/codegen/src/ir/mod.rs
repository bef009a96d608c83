//! Safe, small views of LLVM's C API: the only folder of this crate with `unsafe` code.
//!
//! A [`Module`] owns its context. [`Value`], [`Type`] and [`Block`] are handles into it: plain copies that must not be
//! used after the module is gone, which holds because the whole program is one pass over one module.
//! Source: LLVM 22, `llvm-c/Core.h`, `llvm-c/Target.h` and `llvm-c/Transforms/PassBuilder.h`.

/// Wraps calls that only read through handles of the live module.
macro_rules! read {
    ($call:expr) => {
        // SAFETY: the handle comes from the module that is alive for the whole run, and the call only reads it.
        unsafe { $call }
    };
}

mod types;
mod values;

use std::ffi::{CStr, CString};
use std::path::Path;
use std::ptr;

use anyhow::{Result, bail};
use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::transforms::pass_builder::*;
pub use llvm_sys::{LLVMIntPredicate as Predicate, LLVMOpcode as Opcode, LLVMTypeKind as TypeKind};
pub use types::Type;
pub use values::{Block, Kind, Value};

/// A module in memory together with the context that owns its types.
pub struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

/// Makes a `String` of a length-counted C string.
fn counted(get: impl FnOnce(*mut usize) -> *const libc_char) -> String {
    let mut length = 0usize;
    let start = get(&mut length);
    if start.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: LLVM returns a pointer to `length` bytes that live as long as the module.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

#[allow(non_camel_case_types)]
type libc_char = std::ffi::c_char;

/// Takes over a message that LLVM allocated.
fn message(text: *mut libc_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gives a NUL-terminated string that we own and give back with `LLVMDisposeMessage`.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        copy
    }
}

impl Module {
    /// Reads a bitcode file.
    ///
    /// # Errors
    /// When the file cannot be read or is not bitcode of this LLVM's major version.
    pub fn read(path: &Path) -> Result<Self> {
        let name = CString::new(path.to_string_lossy().as_bytes())?;
        // SAFETY: all pointers are valid for the calls; the buffer is consumed by none of them and freed here.
        unsafe {
            let mut buffer = ptr::null_mut();
            let mut error = ptr::null_mut();
            if LLVMCreateMemoryBufferWithContentsOfFile(name.as_ptr(), &mut buffer, &mut error) != 0 {
                bail!("cannot read {}: {}", path.display(), message(error));
            }
            let context = LLVMContextCreate();
            let mut module = ptr::null_mut();
            let failed = LLVMParseBitcodeInContext2(context, buffer, &mut module);
            LLVMDisposeMemoryBuffer(buffer);
            if failed != 0 {
                LLVMContextDispose(context);
                bail!(
                    "{} is not bitcode that this LLVM reads. Rust's compiler and llvm-N must share their major \
                     version: compare `rustc -vV` with the version that m68k-link was built for.",
                    path.display()
                );
            }
            Ok(Self { context, module })
        }
    }

    /// Runs a pass pipeline written as for `opt -passes=`.
    ///
    /// # Errors
    /// When LLVM does not know a pass or a pass fails.
    pub fn run_passes(&self, pipeline: &str) -> Result<()> {
        let text = CString::new(pipeline)?;
        // A 68000 has no vectors. The options of the pass builder alone do not keep `lto<Os>` from making some.
        let switches = [
            c"m68k-link",
            c"-force-vector-width=1",
            c"-force-vector-interleave=1",
            c"-vectorize-slp=false",
        ];
        let switches = switches.map(CStr::as_ptr);
        // SAFETY: the module is alive, no target machine is wanted, the switches are NUL-terminated and as many as said,
        // and the options are freed here.
        unsafe {
            llvm_sys::support::LLVMParseCommandLineOptions(
                switches.len() as i32,
                switches.as_ptr(),
                ptr::null(),
            );
            let options = LLVMCreatePassBuilderOptions();
            LLVMPassBuilderOptionsSetLoopVectorization(options, 0);
            LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
            let error = LLVMRunPasses(self.module, text.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if !error.is_null() {
                let text = llvm_sys::error::LLVMGetErrorMessage(error);
                let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
                llvm_sys::error::LLVMDisposeErrorMessage(text);
                bail!("LLVM's pass pipeline `{pipeline}` failed: {copy}");
            }
        }
        Ok(())
    }

    /// The functions, declared and defined, in order.
    pub fn functions(&self) -> Vec<Value> {
        chain(read!(LLVMGetFirstFunction(self.module)), |value| {
            read!(LLVMGetNextFunction(value))
        })
    }

    /// The global variables, declared and defined, in order.
    pub fn globals(&self) -> Vec<Value> {
        chain(read!(LLVMGetFirstGlobal(self.module)), |value| {
            read!(LLVMGetNextGlobal(value))
        })
    }

    /// The aliases.
    pub fn aliases(&self) -> Vec<Value> {
        chain(read!(LLVMGetFirstGlobalAlias(self.module)), |value| {
            read!(LLVMGetNextGlobalAlias(value))
        })
    }

    /// The module's own assembly text (`global_asm!`).
    pub fn assembly(&self) -> String {
        counted(|length| read!(LLVMGetModuleInlineAsm(self.module, length)))
    }

    /// Writes the module as text, for `AMIPILOT_KEEP`.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn print_to(&self, path: &Path) -> Result<()> {
        let text = message(read!(LLVMPrintModuleToString(self.module)));
        std::fs::write(path, text)?;
        Ok(())
    }

    /// The size of a value of this type with its padding, in bytes.
    pub fn size_of(&self, of: Type) -> u64 {
        read!(LLVMABISizeOfType(LLVMGetModuleDataLayout(self.module), of.0))
    }

    /// The byte offset of a struct's field.
    pub fn field_offset(&self, of: Type, field: u32) -> u64 {
        read!(LLVMOffsetOfElement(
            LLVMGetModuleDataLayout(self.module),
            of.0,
            field
        ))
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: both were made by `read` and are given back once, the module first.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

/// Follows a linked list of values to its end.
fn chain(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut all = Vec::new();
    let mut current = first;
    while !current.is_null() {
        all.push(Value(current));
        current = next(current);
    }
    all
}
