//! Handles to LLVM's types.

use std::ptr;

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::{TypeKind, message};

/// A handle to a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(pub(super) LLVMTypeRef);

impl Type {
    /// What kind of type it is.
    pub fn kind(self) -> TypeKind {
        read!(LLVMGetTypeKind(self.0))
    }
    /// Width of an integer type in bits.
    pub fn bits(self) -> u32 {
        read!(LLVMGetIntTypeWidth(self.0))
    }
    /// Number of fields of a struct, or elements of an array or vector.
    pub fn count(self) -> u64 {
        match self.kind() {
            TypeKind::LLVMStructTypeKind => u64::from(read!(LLVMCountStructElementTypes(self.0))),
            TypeKind::LLVMArrayTypeKind => read!(LLVMGetArrayLength2(self.0)),
            TypeKind::LLVMVectorTypeKind => u64::from(read!(LLVMGetVectorSize(self.0))),
            _ => 0,
        }
    }
    /// Type of a struct's field, or of an array's or vector's elements.
    pub fn element(self, index: u64) -> Type {
        match self.kind() {
            TypeKind::LLVMStructTypeKind => Type(read!(LLVMStructGetTypeAtIndex(self.0, index as u32))),
            _ => Type(read!(LLVMGetElementType(self.0))),
        }
    }
    /// A function type's result.
    pub fn result(self) -> Type {
        Type(read!(LLVMGetReturnType(self.0)))
    }
    /// A function type's parameters.
    pub fn parameters(self) -> Vec<Type> {
        let count = read!(LLVMCountParamTypes(self.0)) as usize;
        let mut all = vec![ptr::null_mut(); count];
        // SAFETY: the vector has room for as many handles as LLVM just counted.
        unsafe { LLVMGetParamTypes(self.0, all.as_mut_ptr()) };
        all.into_iter().map(Type).collect()
    }
    /// Whether a function type takes more arguments than it names.
    pub fn is_variadic(self) -> bool {
        read!(LLVMIsFunctionVarArg(self.0)) != 0
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&message(read!(LLVMPrintTypeToString(self.0))))
    }
}
