//! Loads and stores.
//!
//! A value is taken apart into its scalars. What the bitcode marks `align 1` may be at an odd address, where a 68000 traps on
//! anything wider than a byte; the prelude's `load32_odd` and its kin go byte by byte. Every other alignment is even.

use anyhow::{Result, bail};

use crate::function::Function;
use crate::ir::{TypeKind, Value};
use crate::mutants::Mutant;
use crate::types::{Scalar, bits};

/// How a scalar lies in memory.
enum Access {
    /// In one access of so many bits.
    Whole(u32),
    /// At an address that may be odd: so many bits, byte by byte.
    Odd(u32),
    /// So many bytes, which are no byte, word or long: byte by byte.
    Bytes(u32),
}

impl Function<'_> {
    /// Translates a load.
    ///
    /// # Errors
    /// For a width that memory does not have.
    pub fn load(&mut self, value: Value) -> Result<()> {
        let address = self.operand(value.operand(0))?;
        let qualifier = if value.is_volatile() { "volatile " } else { "" };
        for scalar in self.unit.types.scalars(value.ty()) {
            let place = place(&address, scalar.offset);
            let text = match self.access(&scalar, value.alignment())? {
                Access::Whole(128) => format!("load128({place})"),
                Access::Whole(width) => format!("*({qualifier}u{width} *){place}"),
                Access::Odd(width) => format!("load{width}_odd{place}"),
                Access::Bytes(count) => format!("load_bytes({place}, {count})"),
            };
            let text = match scalar.ty.kind() {
                TypeKind::LLVMPointerTypeKind => format!("(ptr){text}"),
                _ if bits(scalar.ty) == 1 => format!("({text} & 1u)"),
                _ => text,
            };
            if value.is_unused() {
                self.statement(&format!("(void){text}"));
            } else {
                let variable = self.local(value)?;
                self.statement(&format!("{variable}{} = {text}", scalar.path));
            }
        }
        Ok(())
    }

    /// Translates a store.
    ///
    /// # Errors
    /// For a width that memory does not have.
    pub fn store(&mut self, value: Value) -> Result<()> {
        let source = value.operand(0);
        let text = self.operand(source)?;
        let address = self.operand(value.operand(1))?;
        let qualifier = if value.is_volatile() { "volatile " } else { "" };
        for scalar in self.unit.types.scalars(source.ty()) {
            let part = format!("({text}){}", scalar.path);
            let part = match scalar.ty.kind() {
                TypeKind::LLVMPointerTypeKind => format!("(u32)({part})"),
                _ => part,
            };
            let place = place(&address, scalar.offset);
            let text = match self.access(&scalar, value.alignment())? {
                Access::Whole(128) => format!("store128({place}, {part})"),
                Access::Whole(width) => format!("*({qualifier}u{width} *){place} = {part}"),
                Access::Odd(width) => format!("store{width}_odd({place}, {part})"),
                Access::Bytes(count) => format!("store_bytes({place}, {part}, {count})"),
            };
            self.statement(&text);
        }
        Ok(())
    }

    /// How to reach a scalar of a value that has this alignment.
    fn access(&self, scalar: &Scalar, alignment: u32) -> Result<Access> {
        let odd = alignment < 2 || !scalar.offset.is_multiple_of(2);
        match bits(scalar.ty) {
            1..=8 => Ok(Access::Whole(8)),
            width @ (16 | 32 | 64 | 128) if odd && self.unit.mutant != Some(Mutant::WideOddAccess) => {
                Ok(Access::Odd(width))
            }
            width @ (16 | 32 | 64 | 128) => Ok(Access::Whole(width)),
            width @ (24 | 40 | 48 | 56) => Ok(Access::Bytes(width / 8)),
            width => bail!("a memory access of {width} bits, which are not whole bytes"),
        }
    }
}

/// The C expression of an address and an offset.
fn place(address: &str, offset: u64) -> String {
    match offset {
        0 => format!("({address})"),
        _ => format!("({address} + {offset})"),
    }
}
