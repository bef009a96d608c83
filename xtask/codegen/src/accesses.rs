//! Loads and stores.
//!
//! A value is taken apart into its scalars. What the bitcode marks `align 1` may be at an odd address, where a 68000 traps on
//! anything wider than a byte; the prelude's `load32_odd` and its kin go byte by byte. Every other alignment is even.

use anyhow::{Result, bail};

use crate::function::Function;
use crate::ir::{TypeKind, Value};
use crate::mutants::Mutant;
use crate::types::bits;

impl Function<'_> {
    /// Translates a load.
    ///
    /// # Errors
    /// For a width that memory does not have.
    pub fn load(&mut self, value: Value) -> Result<()> {
        let address = self.operand(value.operand(0))?;
        let (alignment, volatile) = (value.alignment(), value.is_volatile());
        for scalar in self.unit.types.scalars(value.ty()) {
            let text = self.load_scalar(&address, scalar.offset, bits(scalar.ty), alignment, volatile)?;
            let cast = if scalar.ty.kind() == TypeKind::LLVMPointerTypeKind {
                "(ptr)"
            } else {
                ""
            };
            if value.is_unused() {
                self.statement(&format!("(void){text}"));
            } else {
                let variable = self.local(value)?;
                self.statement(&format!("{variable}{} = {cast}{text}", scalar.path));
            }
        }
        Ok(())
    }

    fn load_scalar(
        &self,
        base: &str,
        offset: u64,
        width: u32,
        alignment: u32,
        volatile: bool,
    ) -> Result<String> {
        let storage = self.memory_width(width)?;
        let place = if offset == 0 {
            format!("({base})")
        } else {
            format!("({base} + {offset})")
        };
        let qualifier = if volatile { "volatile " } else { "" };
        let odd = alignment == 1 && storage > 8 && self.unit.mutant != Some(Mutant::WideOddAccess);
        let text = match (storage, odd) {
            (128, false) => format!("load128({place})"),
            (_, true) => format!("load{storage}_odd{place}"),
            _ => format!("*({qualifier}u{storage} *){place}"),
        };
        Ok(if width == 1 {
            format!("({text} & 1u)")
        } else {
            text
        })
    }

    /// Translates a store.
    ///
    /// # Errors
    /// For a width that memory does not have.
    pub fn store(&mut self, value: Value) -> Result<()> {
        let source = value.operand(0);
        let text = self.operand(source)?;
        let address = self.operand(value.operand(1))?;
        let alignment = value.alignment();
        let qualifier = if value.is_volatile() { "volatile " } else { "" };
        for scalar in self.unit.types.scalars(source.ty()) {
            let storage = self.memory_width(bits(scalar.ty))?;
            let pointer = scalar.ty.kind() == TypeKind::LLVMPointerTypeKind;
            let path = &scalar.path;
            let part = if pointer {
                format!("(u32)(({text}){path})")
            } else {
                format!("({text}){path}")
            };
            let place = match scalar.offset {
                0 => format!("({address})"),
                offset => format!("({address} + {offset})"),
            };
            let odd = alignment == 1 && storage > 8 && self.unit.mutant != Some(Mutant::WideOddAccess);
            match (storage, odd) {
                (128, false) => self.statement(&format!("store128({place}, {part})")),
                (_, true) => self.statement(&format!("store{storage}_odd({place}, {part})")),
                _ => self.statement(&format!("*({qualifier}u{storage} *){place} = {part}")),
            }
        }
        Ok(())
    }

    /// The width of an integer in memory, in bits.
    fn memory_width(&self, width: u32) -> Result<u32> {
        match width {
            1..=8 => Ok(8),
            16 | 32 | 64 | 128 => Ok(width),
            _ => bail!(
                "a memory access of {width} bits; LLVM should have split it into bytes, words and longs"
            ),
        }
    }
}
