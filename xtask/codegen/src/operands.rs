//! Operands: constants and constant expressions as C expressions.

use anyhow::{Result, bail};

use crate::ir::{Kind, Opcode, Type, TypeKind, Value};
use crate::types::{bits, is_aggregate};

use crate::function::Function;

/// A C literal of an unsigned number of the given width.
pub fn literal(value: u128, bits: u32) -> String {
    match bits {
        0..=32 if value < 4096 => format!("{value}u"),
        0..=32 => format!("{value:#x}u"),
        33..=64 => format!("{value:#x}ull"),
        65..=128 => format!("make128({:#x}ull, {:#x}ull)", (value >> 64) as u64, value as u64),
        _ => format!("make256({}, {})", literal(0, 128), literal(value, 128)),
    }
}

impl Function<'_> {
    /// The C expression of a value.
    ///
    /// # Errors
    /// For a constant that the translator does not know.
    pub fn operand(&self, value: Value) -> Result<String> {
        Ok(match value.kind() {
            Kind::Local => self.local(value)?,
            Kind::Integer if value.ty().bits() > 128 && value.to_string().len() > "i256 ".len() + 38 => {
                bail!("the constant `{value}`; of 256-bit numbers the translator knows the small ones")
            }
            Kind::Integer => literal(value.integer(), value.ty().bits()),
            Kind::NullPointer => "(ptr)0".into(),
            Kind::Function => format!("(ptr){}", self.unit.names.identifier(value)),
            Kind::GlobalVariable | Kind::GlobalAlias => format!("(ptr){}", self.unit.names.identifier(value)),
            Kind::Undefined | Kind::ZeroAggregate => self.zero(value.ty())?,
            Kind::Aggregate | Kind::DataArray => {
                let parts = (0..value.ty().count())
                    .map(|index| self.operand(value.element(index)))
                    .collect::<Result<Vec<_>>>()?;
                format!(
                    "({}){{ {} }}",
                    self.unit.types.c_type(value.ty())?,
                    parts.join(", ")
                )
            }
            Kind::Expression => self.expression(value)?,
            Kind::Float => bail!("floating-point constant `{value}`: {NO_FLOATS}"),
            _ => bail!("the operand `{value}`, which the translator does not know"),
        })
    }

    /// Zero of any type.
    fn zero(&self, ty: Type) -> Result<String> {
        Ok(if is_aggregate(ty) {
            let parts = (0..ty.count())
                .map(|index| self.zero(ty.element(index)))
                .collect::<Result<Vec<_>>>()?;
            format!("({}){{ {} }}", self.unit.types.c_type(ty)?, parts.join(", "))
        } else if ty.kind() == TypeKind::LLVMPointerTypeKind {
            "(ptr)0".into()
        } else {
            literal(0, bits(ty))
        })
    }

    fn expression(&self, value: Value) -> Result<String> {
        let first = value.operand(0);
        Ok(match value.expression_opcode() {
            Opcode::LLVMGetElementPtr => self.address(value)?,
            Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr => self.number_from_pointer(first, value.ty())?,
            Opcode::LLVMIntToPtr => format!("(ptr)(u32)({})", self.operand(first)?),
            Opcode::LLVMBitCast => self.operand(first)?,
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMXor if bits(value.ty()) == 32 => {
                let sign = match value.expression_opcode() {
                    Opcode::LLVMAdd => '+',
                    Opcode::LLVMSub => '-',
                    _ => '^',
                };
                format!(
                    "((u32)({}) {sign} (u32)({}))",
                    self.operand(first)?,
                    self.operand(value.operand(1))?
                )
            }
            Opcode::LLVMTrunc => self.truncation(&self.operand(first)?, bits(first.ty()), bits(value.ty())),
            _ => bail!("the constant expression `{value}`, which the translator does not know"),
        })
    }

    /// `ptrtoint` to a type of any width.
    pub fn number_from_pointer(&self, pointer: Value, ty: Type) -> Result<String> {
        let address = format!("(u32)({})", self.operand(pointer)?);
        Ok(match bits(ty) {
            32 => address,
            narrower @ 0..=31 => self.truncation(&address, 32, narrower),
            33..=64 => format!("(u64){address}"),
            _ => format!("make128(0, {address})"),
        })
    }

    /// The address that a `getelementptr` gives: base, constant offset, and scaled indices.
    pub fn address(&self, value: Value) -> Result<String> {
        let mut constant: i64 = 0;
        let mut terms = String::new();
        let mut ty = value.source_element_type();
        for position in 1..value.operand_count() {
            let index = value.operand(position);
            if position > 1 && ty.kind() == TypeKind::LLVMStructTypeKind {
                let field = index.integer() as u64;
                constant += self.unit.types.offset(ty, field) as i64;
                ty = ty.element(field);
                continue;
            }
            if position > 1 {
                ty = ty.element(0);
            }
            let size = self.unit.types.size(ty);
            if index.kind() == Kind::Integer {
                constant += signed(index.integer(), bits(index.ty())) as i64 * size as i64;
                continue;
            }
            let text = self.operand(index)?;
            let number = match bits(index.ty()) {
                32 => format!("(i32)({text})"),
                64 => format!("(i32)(u32)({text})"),
                narrow => format!("(i32){}", self.sign_extended(&text, narrow)),
            };
            terms += &if size == 1 {
                format!(" + {number}")
            } else {
                format!(" + {number} * {size}")
            };
        }
        let base = self.operand(value.operand(0))?;
        let constant = constant as i32;
        Ok(match constant {
            0 if terms.is_empty() => base,
            0 => format!("({base}{terms})"),
            _ => format!("({base}{terms} + {constant})"),
        })
    }
}

/// A number of `bits` bits as a signed one.
pub fn signed(value: u128, bits: u32) -> i128 {
    if bits >= 128 {
        return value as i128;
    }
    let shift = 128 - bits;
    ((value << shift) as i128) >> shift
}

/// Why floating-point arithmetic stops the build.
pub const NO_FLOATS: &str = "a 68000 has no floating-point unit and this program would carry a whole emulation of one; \
                             use integers or fixed-point numbers";
