//! Global variables as assembler data.
//!
//! The bytes of every initial value are laid out with the module's own offsets; a pointer is a `.long` with symbol and
//! addend, which the linker turns into a relocation. Constants go among the code, the rest to `.data` or `.bss`, unless the
//! program names a section.

use std::fmt::Write;

use anyhow::{Context, Result, bail};

use crate::assembly_text::CONSTANTS;
use crate::ir::{Kind, Opcode, TypeKind, Value};
use crate::operands::signed;
use crate::types::{bits, is_aggregate};
use crate::unit::Unit;

/// One piece of a global's memory.
enum Piece {
    /// Plain bytes.
    Bytes(Vec<u8>),
    /// The 32-bit address of a symbol with something added.
    Address(String, i64),
}

impl Unit<'_> {
    /// The assembler text of all variables, constants and aliases, and of the module's own assembly.
    ///
    /// # Errors
    /// When an initial value cannot be known at link time.
    pub fn data_text(&self) -> Result<String> {
        let mut text = String::new();
        for variable in self.module.globals() {
            if variable.name().starts_with("llvm.") {
                continue;
            }
            if let Some(value) = variable.initializer() {
                self.variable(&mut text, variable, value)
                    .with_context(|| format!("in the variable `{}`", variable.name()))?;
            }
        }
        for alias in self.module.aliases() {
            let (symbol, addend) = self.address_constant(alias.aliasee())?;
            let name = self.names.symbol(alias);
            writeln!(text, "\t.globl {name}\n\t.set {name}, {symbol}+{addend}")?;
        }
        text += "\t.text\n";
        text += &self.module.assembly();
        Ok(text)
    }

    fn variable(&self, text: &mut String, variable: Value, value: Value) -> Result<()> {
        let symbol = self.names.symbol(variable);
        let mut pieces = Vec::new();
        self.lay_out(value, &mut pieces)?;
        let zero = pieces
            .iter()
            .all(|piece| matches!(piece, Piece::Bytes(bytes) if bytes.iter().all(|byte| *byte == 0)));
        let section = variable.section();
        let place = match (section.as_str(), variable.is_constant(), zero) {
            ("", true, _) => CONSTANTS.to_owned(),
            ("", false, true) => format!("\t.section .bss.{symbol},\"aw\",@nobits"),
            ("", false, false) => format!("\t.section .data.{symbol},\"aw\",@progbits"),
            (name, true, _) => format!("\t.section {name},\"a\",@progbits"),
            (name, false, _) => format!("\t.section {name},\"aw\",@progbits"),
        };
        let alignment = variable.alignment().max(1);
        writeln!(text, "{place}\n\t.balign {alignment}")?;
        if variable.is_weak() {
            writeln!(text, "\t.weak {symbol}")?;
        } else if variable.is_external() {
            writeln!(text, "\t.globl {symbol}")?;
        }
        writeln!(
            text,
            "\t.type {symbol},@object\n\t.size {symbol},{}",
            self.types.size(value.ty())
        )?;
        writeln!(text, "{symbol}:")?;
        for piece in pieces {
            match piece {
                Piece::Address(symbol, addend) => writeln!(text, "\t.long {symbol}{addend:+}")?,
                Piece::Bytes(bytes) if bytes.iter().all(|byte| *byte == 0) => {
                    if !bytes.is_empty() {
                        writeln!(text, "\t.skip {}", bytes.len())?;
                    }
                }
                Piece::Bytes(bytes) => {
                    for row in bytes.chunks(32) {
                        let list: Vec<_> = row.iter().map(u8::to_string).collect();
                        writeln!(text, "\t.byte {}", list.join(","))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Appends a constant's memory image.
    fn lay_out(&self, value: Value, pieces: &mut Vec<Piece>) -> Result<()> {
        let ty = value.ty();
        let size = self.types.size(ty);
        match value.kind() {
            Kind::Undefined | Kind::ZeroAggregate | Kind::NullPointer => {
                append(pieces, &vec![0; size as usize])
            }
            Kind::Integer => {
                // The number first, then padding: 24 bits fill three bytes of four.
                let stored = bits(ty).div_ceil(8) as usize;
                append(pieces, &value.integer().to_be_bytes()[16 - stored..]);
                append(pieces, &vec![0; size as usize - stored]);
            }
            Kind::Aggregate | Kind::DataArray => {
                let mut written = 0;
                for index in 0..ty.count() {
                    let offset = self.types.offset(ty, index);
                    append(pieces, &vec![0; (offset - written) as usize]);
                    let element = value.element(index);
                    self.lay_out(element, pieces)?;
                    written = offset + self.types.size(element.ty());
                }
                append(pieces, &vec![0; (size - written) as usize]);
            }
            Kind::Function | Kind::GlobalVariable | Kind::GlobalAlias | Kind::Expression
                if !is_aggregate(ty) && bits(ty) == 32 =>
            {
                let (symbol, addend) = self.address_constant(value)?;
                if symbol.is_empty() {
                    append(pieces, &(addend as u32).to_be_bytes());
                } else {
                    pieces.push(Piece::Address(symbol, addend));
                }
            }
            _ => bail!(
                "the constant `{value}` ({:?}), which the translator does not know",
                value.kind()
            ),
        }
        Ok(())
    }

    /// A constant address as symbol and addend; the symbol is empty for a plain number.
    fn address_constant(&self, value: Value) -> Result<(String, i64)> {
        match value.kind() {
            Kind::Function | Kind::GlobalVariable | Kind::GlobalAlias => {
                Ok((self.names.symbol(value).to_owned(), 0))
            }
            Kind::Integer => Ok((String::new(), signed(value.integer(), bits(value.ty())) as i64)),
            Kind::NullPointer => Ok((String::new(), 0)),
            Kind::Expression => match value.expression_opcode() {
                Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr | Opcode::LLVMBitCast | Opcode::LLVMPtrToAddr => {
                    self.address_constant(value.operand(0))
                }
                Opcode::LLVMAdd => {
                    let (left, a) = self.address_constant(value.operand(0))?;
                    let (right, b) = self.address_constant(value.operand(1))?;
                    match (left.is_empty(), right.is_empty()) {
                        (_, true) => Ok((left, a + b)),
                        (true, false) => Ok((right, a + b)),
                        _ => {
                            bail!("`{value}` adds two addresses; a hunk file holds one address and an offset")
                        }
                    }
                }
                Opcode::LLVMGetElementPtr => {
                    let (symbol, base) = self.address_constant(value.operand(0))?;
                    Ok((symbol, base + self.constant_offset(value)?))
                }
                _ => bail!("the constant expression `{value}`; a hunk file holds one address and an offset"),
            },
            _ => bail!("the address `{value}`, which the translator does not know"),
        }
    }

    /// The byte offset of a `getelementptr` with known indices.
    fn constant_offset(&self, value: Value) -> Result<i64> {
        let mut ty = value.source_element_type();
        let mut offset = 0;
        for position in 1..value.operand_count() {
            let index = value.operand(position);
            if index.kind() != Kind::Integer {
                bail!("the index `{index}` is not a number");
            }
            let number = signed(index.integer(), bits(index.ty())) as i64;
            if position == 1 {
                offset += number * self.types.size(ty) as i64;
            } else if ty.kind() == TypeKind::LLVMStructTypeKind {
                offset += self.types.offset(ty, number as u64) as i64;
                ty = ty.element(number as u64);
            } else {
                ty = ty.element(0);
                offset += number * self.types.size(ty) as i64;
            }
        }
        Ok(offset)
    }

    /// Collects the functions whose address a constant holds.
    pub fn functions_in(value: Value, all: &mut std::collections::HashSet<Value>) {
        match value.kind() {
            Kind::Function => {
                all.insert(value);
            }
            Kind::Aggregate | Kind::Expression => {
                for index in 0..value.operand_count() {
                    Self::functions_in(value.operand(index), all);
                }
            }
            Kind::GlobalAlias => Self::functions_in(value.aliasee(), all),
            _ => {}
        }
    }
}

/// Adds bytes to the last piece, or starts one.
fn append(pieces: &mut Vec<Piece>, more: &[u8]) {
    if let Some(Piece::Bytes(bytes)) = pieces.last_mut() {
        let zero = |slice: &[u8]| slice.iter().all(|byte| *byte == 0);
        // Long runs of zeros stay pieces of their own, so that they print as `.skip`.
        if !(zero(more) && more.len() > 16 || zero(bytes) && bytes.len() > 16) {
            bytes.extend_from_slice(more);
            return;
        }
    }
    if !more.is_empty() {
        pieces.push(Piece::Bytes(more.to_vec()));
    }
}
