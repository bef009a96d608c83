//! LLVM types as C types, and their layout in memory.
//!
//! Values live in C variables: an integer of any width in the next wider of `u8 u16 u32 u64 u128`, always extended with
//! zeros; a pointer as `ptr` (`u8 *`); a float as its bits; a struct, array or vector as a C struct that exists only as a
//! value. Memory is never described by C types: every access goes through an address and the byte offsets of the module's
//! data layout, so that GCC's idea of a struct's layout does not matter.

use std::cell::RefCell;
use std::fmt::Write;

use anyhow::{Result, bail};

use crate::ir::{Module, Type, TypeKind};

/// Names C types, and collects the struct definitions that they need.
pub struct Types<'module> {
    module: &'module Module,
    structs: RefCell<Vec<(String, String)>>,
}

/// One scalar inside a value in memory: where it is, and how to reach it in the C value.
pub struct Scalar {
    /// Byte offset from the start of the value in memory.
    pub offset: u64,
    /// C path from the variable, such as `.f1.f0`; empty for a scalar itself.
    pub path: String,
    /// The scalar's type.
    pub ty: Type,
}

impl<'module> Types<'module> {
    /// Starts with no structs.
    pub fn new(module: &'module Module) -> Self {
        Self {
            module,
            structs: RefCell::default(),
        }
    }

    /// The C type of a value.
    ///
    /// # Errors
    /// For types that no Rust program for the Amiga has, such as 80-bit floats or scalable vectors.
    pub fn c_type(&self, ty: Type) -> Result<String> {
        Ok(match ty.kind() {
            TypeKind::LLVMVoidTypeKind => "void".into(),
            TypeKind::LLVMIntegerTypeKind => match ty.bits() {
                1..=8 => "u8".into(),
                9..=16 => "u16".into(),
                17..=32 => "u32".into(),
                33..=64 => "u64".into(),
                65..=128 => "u128".into(),
                // LLVM makes these of the widening multiplication in `core::fmt` of `u128`.
                256 => "u256".into(),
                bits => bail!("an integer of {bits} bits; beyond 128 the translator knows 256 only"),
            },
            TypeKind::LLVMPointerTypeKind => "ptr".into(),
            TypeKind::LLVMFloatTypeKind => "u32".into(),
            TypeKind::LLVMDoubleTypeKind => "u64".into(),
            TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
                self.struct_type(ty)?
            }
            _ => bail!("the type `{ty}`, which the translator does not know"),
        })
    }

    /// Finds or adds the C struct for an aggregate with these fields.
    fn struct_type(&self, ty: Type) -> Result<String> {
        let mut body = String::new();
        if ty.count() > 64 {
            bail!("the type `{ty}` as a value; only short arrays are expected outside memory");
        }
        for index in 0..ty.count() {
            write!(body, " {} f{index};", self.c_type(ty.element(index))?)?;
        }
        let mut structs = self.structs.borrow_mut();
        if let Some((name, _)) = structs.iter().find(|(_, known)| *known == body) {
            return Ok(name.clone());
        }
        let name = format!("struct s{}", structs.len());
        structs.push((name.clone(), body));
        Ok(name)
    }

    /// The definitions of all structs that were named so far, inner ones first.
    pub fn definitions(&self) -> String {
        let mut text = String::new();
        for (name, body) in self.structs.borrow().iter() {
            let _ = writeln!(text, "{name} {{{body} }};");
        }
        text
    }

    /// The size of a type in memory with padding, in bytes.
    pub fn size(&self, ty: Type) -> u64 {
        self.module.size_of(ty)
    }

    /// The byte offset of field or element `index`.
    pub fn offset(&self, ty: Type, index: u64) -> u64 {
        match ty.kind() {
            TypeKind::LLVMStructTypeKind => self.module.field_offset(ty, index as u32),
            _ => index * self.size(ty.element(0)),
        }
    }

    /// Takes a type apart into the scalars that have to be loaded or stored for it.
    pub fn scalars(&self, ty: Type) -> Vec<Scalar> {
        let mut all = Vec::new();
        self.collect_scalars(ty, 0, String::new(), &mut all);
        all
    }

    fn collect_scalars(&self, ty: Type, offset: u64, path: String, all: &mut Vec<Scalar>) {
        if !is_aggregate(ty) {
            all.push(Scalar { offset, path, ty });
            return;
        }
        for index in 0..ty.count() {
            let inner = format!("{path}.f{index}");
            self.collect_scalars(ty.element(index), offset + self.offset(ty, index), inner, all);
        }
    }

    /// Whether a function's result travels as one `u64`: two scalars of at most 32 bits, the first in the upper half.
    /// GCC returns such a value in d0 and d1; a C struct with a short field would go through memory.
    pub fn is_packed_pair(&self, ty: Type) -> bool {
        ty.kind() == TypeKind::LLVMStructTypeKind
            && ty.count() == 2
            && (0..2).all(|index| {
                let field = ty.element(index);
                field.kind() == TypeKind::LLVMPointerTypeKind
                    || (field.kind() == TypeKind::LLVMIntegerTypeKind && field.bits() <= 32)
            })
    }

    /// The C type of a function's result: pointers as numbers, so that they come back in d0 and not in a0.
    ///
    /// # Errors
    /// As [`Types::c_type`].
    pub fn result_type(&self, ty: Type) -> Result<String> {
        if ty.kind() == TypeKind::LLVMPointerTypeKind {
            return Ok("u32".into());
        }
        if self.is_packed_pair(ty) {
            return Ok("u64".into());
        }
        self.c_type(ty)
    }

    /// The C type of a parameter that is passed by value in memory (`byval`).
    pub fn by_value_type(&self, ty: Type) -> String {
        let size = self.size(ty);
        let name = format!("struct bytes{size}");
        let mut structs = self.structs.borrow_mut();
        if !structs.iter().any(|(known, _)| *known == name) {
            structs.push((name.clone(), format!(" u16 words[{}];", size.div_ceil(2))));
        }
        name
    }
}

/// Whether a type is made of parts.
pub fn is_aggregate(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind
    )
}

/// Width of a scalar in bits: pointers have 32.
pub fn bits(ty: Type) -> u32 {
    match ty.kind() {
        TypeKind::LLVMIntegerTypeKind => ty.bits(),
        TypeKind::LLVMDoubleTypeKind => 64,
        _ => 32,
    }
}

/// Width of the C variable that holds an integer of `bits` bits.
pub fn storage_bits(bits: u32) -> u32 {
    match bits {
        0..=8 => 8,
        9..=16 => 16,
        17..=32 => 32,
        33..=64 => 64,
        65..=128 => 128,
        _ => 256,
    }
}
