//! Instructions: arithmetic, comparisons, conversions, memory, aggregates and calls.
//!
//! Invariant: a variable of a width that C does not have (1, 24, 48 bits) is extended with zeros; an operation that could
//! leave more bits set masks its result. Signed operations go through [`Function::sign_extended`].

use anyhow::{Result, bail};

use crate::function::Function;
use crate::ir::{Kind, Opcode, Predicate, TypeKind, Value};
use crate::mutants::Mutant;
use crate::operands::{NO_FLOATS, literal};
use crate::types::{bits, storage_bits};

impl Function<'_> {
    /// Translates any instruction that is neither a terminator, a phi node nor an `alloca`.
    ///
    /// # Errors
    /// When the instruction is not known.
    pub fn plain_instruction(&mut self, value: Value) -> Result<()> {
        match value.opcode() {
            Opcode::LLVMAdd
            | Opcode::LLVMSub
            | Opcode::LLVMMul
            | Opcode::LLVMUDiv
            | Opcode::LLVMSDiv
            | Opcode::LLVMURem
            | Opcode::LLVMSRem
            | Opcode::LLVMShl
            | Opcode::LLVMLShr
            | Opcode::LLVMAShr
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor => {
                let text = self.arithmetic(value)?;
                self.assign(value, &text)
            }
            Opcode::LLVMICmp => {
                let text = self.comparison(value.predicate(), value.operand(0), value.operand(1))?;
                self.assign(value, &text)
            }
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt => {
                let text = self.integer_conversion(value)?;
                self.assign(value, &text)
            }
            Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr => {
                let text = self.number_from_pointer(value.operand(0), value.ty())?;
                self.assign(value, &text)
            }
            Opcode::LLVMIntToPtr => {
                let text = self.converted(value.operand(0), 32)?;
                self.assign(value, &format!("(ptr)({text})"))
            }
            Opcode::LLVMBitCast if bits(value.ty()) == bits(value.operand(0).ty()) => {
                let text = self.operand(value.operand(0))?;
                self.assign(value, &text)
            }
            Opcode::LLVMFreeze => {
                let text = self.operand(value.operand(0))?;
                self.assign(value, &text)
            }
            Opcode::LLVMGetElementPtr => {
                let text = self.address(value)?;
                self.assign(value, &text)
            }
            Opcode::LLVMSelect => {
                let [condition, yes, no] = [0, 1, 2].map(|index| self.operand(value.operand(index)));
                self.assign(value, &format!("{} ? {} : {}", condition?, yes?, no?))
            }
            Opcode::LLVMLoad => self.load(value),
            Opcode::LLVMStore => self.store(value),
            Opcode::LLVMExtractValue => {
                let path = field_path(&value.indices());
                let text = self.operand(value.operand(0))?;
                self.assign(value, &format!("({text}){path}"))
            }
            Opcode::LLVMInsertValue => self.insert_value(value),
            Opcode::LLVMFence => {
                self.statement("__asm__ volatile(\"\" ::: \"memory\")");
                Ok(())
            }
            Opcode::LLVMCall => self.call(value),
            Opcode::LLVMFAdd
            | Opcode::LLVMFSub
            | Opcode::LLVMFMul
            | Opcode::LLVMFDiv
            | Opcode::LLVMFRem
            | Opcode::LLVMFNeg
            | Opcode::LLVMFCmp
            | Opcode::LLVMFPToUI
            | Opcode::LLVMFPToSI
            | Opcode::LLVMUIToFP
            | Opcode::LLVMSIToFP
            | Opcode::LLVMFPTrunc
            | Opcode::LLVMFPExt => bail!("floating-point arithmetic: {NO_FLOATS}"),
            other => bail!("an instruction that the translator does not know ({other:?})"),
        }
    }

    fn arithmetic(&self, value: Value) -> Result<String> {
        let width = bits(value.ty());
        let opcode = value.opcode();
        let left = self.operand(value.operand(0))?;
        let right = self.operand(value.operand(1))?;
        if width > 64 {
            let name = match opcode {
                Opcode::LLVMAdd => "add128",
                Opcode::LLVMSub => "sub128",
                Opcode::LLVMMul => "mul128",
                Opcode::LLVMUDiv => "udiv128",
                Opcode::LLVMURem => "urem128",
                Opcode::LLVMSDiv => "sdiv128",
                Opcode::LLVMSRem => "srem128",
                Opcode::LLVMShl => "shl128",
                Opcode::LLVMLShr => "lshr128",
                Opcode::LLVMAShr => "ashr128",
                Opcode::LLVMAnd => "and128",
                Opcode::LLVMOr => "or128",
                _ => "xor128",
            };
            return match (width, opcode) {
                (128, Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr) => {
                    Ok(format!("{name}({left}, (u32)({right}).low)"))
                }
                (128, _) => Ok(format!("{name}({left}, {right})")),
                (256, Opcode::LLVMMul) => Ok(format!("mul256({left}, {right})")),
                (256, Opcode::LLVMAdd) => Ok(format!("add256({left}, {right})")),
                (256, Opcode::LLVMLShr) => Ok(format!("lshr256({left}, (u32)({right}).low.low)")),
                _ => bail!(
                    "arithmetic on {width} bits; beyond 64 the translator knows 128 and a little of 256"
                ),
            };
        }
        // A C operation on u8 and u16 happens in `int`: cast back before anything looks at the upper bits.
        let storage = storage_bits(width);
        let unsigned = |text: String| format!("(u{storage})({text})");
        let signed_pair = || {
            (
                self.sign_extended(&left, width),
                self.sign_extended(&right, width),
            )
        };
        let fault = |mutant| self.unit.mutant == Some(mutant);
        Ok(match opcode {
            Opcode::LLVMAdd => self.masked(&format!("{left} + {right}"), width),
            Opcode::LLVMSub => self.masked(&format!("{left} - {right}"), width),
            Opcode::LLVMMul => self.masked(&format!("{left} * {right}"), width),
            Opcode::LLVMShl => self.masked(&format!("{left} << {right}"), width),
            Opcode::LLVMSDiv | Opcode::LLVMSRem if !fault(Mutant::UnsignedDivision) => {
                let (left, right) = signed_pair();
                let sign = if opcode == Opcode::LLVMSDiv { '/' } else { '%' };
                self.masked(&format!("{left} {sign} {right}"), width)
            }
            Opcode::LLVMUDiv | Opcode::LLVMSDiv => unsigned(format!("{left} / {right}")),
            Opcode::LLVMURem | Opcode::LLVMSRem => unsigned(format!("{left} % {right}")),
            Opcode::LLVMAShr if !fault(Mutant::LogicalShift) => {
                self.masked(&format!("{} >> {right}", self.sign_extended(&left, width)), width)
            }
            Opcode::LLVMLShr | Opcode::LLVMAShr => unsigned(format!("{left} >> {right}")),
            Opcode::LLVMAnd => unsigned(format!("{left} & {right}")),
            Opcode::LLVMOr => unsigned(format!("{left} | {right}")),
            _ => self.masked(&format!("{left} ^ {right}"), width),
        })
    }

    /// Cuts an expression to `width` bits (at most 64) in its storage type.
    pub fn masked(&self, text: &str, width: u32) -> String {
        let storage = storage_bits(width);
        if width == storage {
            format!("(u{storage})({text})")
        } else {
            format!(
                "(u{storage})(({text}) & {})",
                literal((1u128 << width) - 1, storage)
            )
        }
    }

    /// A number of `width` bits (at most 64) as a signed C expression of its storage type.
    pub fn sign_extended(&self, text: &str, width: u32) -> String {
        let storage = storage_bits(width);
        if width == storage {
            format!("((i{storage})({text}))")
        } else {
            let gap = storage - width;
            format!("((i{storage})((u{storage})({text}) << {gap}) >> {gap})")
        }
    }

    /// Cuts a number of `from` bits to `to` bits.
    pub fn truncation(&self, text: &str, from: u32, to: u32) -> String {
        let low = match from {
            0..=64 => text.to_owned(),
            65..=128 => format!("({text}).low"),
            _ => format!("({text}).low.low"),
        };
        self.masked(&low, to)
    }

    /// An integer value converted with zeros to 32 or 64 bits.
    pub fn converted(&self, value: Value, width: u32) -> Result<String> {
        let text = self.operand(value)?;
        Ok(if bits(value.ty()) > 64 {
            format!("(u{width})({text}).low")
        } else {
            format!("(u{width})({text})")
        })
    }

    fn integer_conversion(&self, value: Value) -> Result<String> {
        let source = value.operand(0);
        let text = self.operand(source)?;
        let (from, to) = (bits(source.ty()), bits(value.ty()));
        let storage = storage_bits(to);
        Ok(match value.opcode() {
            Opcode::LLVMTrunc if (from, to) == (256, 128) => format!("({text}).low"),
            Opcode::LLVMZExt if (from, to) == (128, 256) => format!("make256(make128(0, 0), {text})"),
            Opcode::LLVMTrunc if to <= 64 => self.truncation(&text, from, to),
            Opcode::LLVMZExt if to <= 64 => format!("(u{storage})({text})"),
            Opcode::LLVMZExt if to == 128 && from <= 64 => format!("make128(0, {text})"),
            Opcode::LLVMSExt if self.unit.mutant == Some(Mutant::LostSignExtension) && to <= 64 => {
                format!("(u{storage})({text})")
            }
            Opcode::LLVMSExt if to <= 64 => {
                self.masked(&format!("(i{storage}){}", self.sign_extended(&text, from)), to)
            }
            Opcode::LLVMSExt if to == 128 && from <= 64 => {
                format!("sext128((i64){})", self.sign_extended(&text, from))
            }
            _ => bail!("a conversion from {from} to {to} bits, which the translator does not know"),
        })
    }

    /// A comparison of two integers or pointers, as 0 or 1.
    ///
    /// # Errors
    /// For operands that are not known.
    pub fn comparison(&self, predicate: Predicate, left: Value, right: Value) -> Result<String> {
        let width = bits(left.ty());
        let pointer = left.ty().kind() == TypeKind::LLVMPointerTypeKind;
        let (mut a, mut b) = (self.operand(left)?, self.operand(right)?);
        let (sign, is_signed) = match predicate {
            Predicate::LLVMIntEQ => ("==", false),
            Predicate::LLVMIntNE => ("!=", false),
            Predicate::LLVMIntUGT => (">", false),
            Predicate::LLVMIntUGE => (">=", false),
            Predicate::LLVMIntULT => ("<", false),
            Predicate::LLVMIntULE => ("<=", false),
            Predicate::LLVMIntSGT => (">", true),
            Predicate::LLVMIntSGE => (">=", true),
            Predicate::LLVMIntSLT => ("<", true),
            Predicate::LLVMIntSLE => ("<=", true),
        };
        let is_signed = is_signed && self.unit.mutant != Some(Mutant::UnsignedCompare);
        if width > 64 {
            let function = if is_signed {
                "compare_signed128"
            } else {
                "compare128"
            };
            return Ok(format!("{function}({a}, {b}) {sign} 0"));
        }
        if pointer {
            // The optimiser also turns `address as i32 < 0` into a signed comparison of pointers.
            let number = if is_signed { "i32" } else { "u32" };
            (a, b) = (format!("({number})({a})"), format!("({number})({b})"));
        } else if is_signed {
            (a, b) = (self.sign_extended(&a, width), self.sign_extended(&b, width));
        }
        Ok(format!("({a} {sign} {b})"))
    }

    fn insert_value(&mut self, value: Value) -> Result<()> {
        if value.is_unused() {
            return Ok(());
        }
        let path = field_path(&value.indices());
        let part = self.operand(value.operand(1))?;
        let variable = self.local(value)?;
        let base = value.operand(0);
        if base.kind() != Kind::Undefined {
            let text = self.operand(base)?;
            self.statement(&format!("{variable} = {text}"));
        }
        self.statement(&format!("{variable}{path} = {part}"));
        Ok(())
    }

    fn call(&mut self, value: Value) -> Result<()> {
        let called = value.called();
        if called.kind() == Kind::InlineAssembly {
            return self.inline_assembly(value, called);
        }
        if called.kind() == Kind::Function && called.name().starts_with("llvm.") {
            return self.intrinsic(value, &called.name());
        }
        if value.is_must_tail() {
            bail!("a call that must be a jump (`become`)");
        }
        let ty = value.called_type();
        let (result, parameters) = self.call_types(value, ty)?;
        let mut arguments = Vec::new();
        for (index, argument) in value.arguments().into_iter().enumerate() {
            let text = self.operand(argument)?;
            arguments.push(match value.by_value_type(index as u32) {
                Some(_) => format!("*({} *)({text})", parameters[index]),
                None => text,
            });
        }
        let direct = called.kind() == Kind::Function && called.value_type() == ty;
        let target = if direct {
            self.unit.names.identifier(called).to_owned()
        } else {
            let list = if parameters.is_empty() {
                "void".into()
            } else {
                parameters.join(", ")
            };
            format!("(({result} (*)({list}))({}))", self.operand(called)?)
        };
        let call = format!("{target}({})", arguments.join(", "));
        let kind = ty.result().kind();
        if kind == TypeKind::LLVMVoidTypeKind || value.is_unused() {
            self.statement(&call);
        } else if kind == TypeKind::LLVMPointerTypeKind {
            self.assign(value, &format!("(ptr){call}"))?;
        } else if self.unit.types.is_packed_pair(ty.result()) {
            let variable = self.local(value)?;
            let first = self.unit.types.c_type(ty.result().element(0))?;
            let second = self.unit.types.c_type(ty.result().element(1))?;
            let (high, low) = match self.unit.mutant {
                Some(Mutant::SwappedPair) => ("(u32)whole", "(u32)(whole >> 32)"),
                _ => ("(u32)(whole >> 32)", "(u32)whole"),
            };
            self.statement(&format!(
                "{{ u64 whole = {call}; {variable}.f0 = ({first}){high}; {variable}.f1 = ({second}){low}; }}"
            ));
        } else {
            self.assign(value, &call)?;
        }
        Ok(())
    }
}

/// `[1, 0]` as `.f1.f0`.
fn field_path(indices: &[u32]) -> String {
    indices.iter().map(|index| format!(".f{index}")).collect()
}
