//! LLVM's intrinsic functions. One that is not listed here stops the build with its name.

use anyhow::{Result, bail};

use crate::function::Function;
use crate::ir::{Kind, Predicate, Value};
use crate::memory;
use crate::mutants::Mutant;
use crate::operands::literal;
use crate::types::{bits, storage_bits};

impl Function<'_> {
    /// Translates a call of the intrinsic `name`, such as `llvm.umax.i32`.
    ///
    /// # Errors
    /// When the intrinsic, or this width of it, is not known.
    pub fn intrinsic(&mut self, value: Value, name: &str) -> Result<()> {
        let stem = stem(name);
        match stem {
            "assume"
            | "lifetime.start"
            | "lifetime.end"
            | "experimental.noalias.scope.decl"
            | "dbg.value"
            | "dbg.declare"
            | "donothing"
            | "sideeffect"
            | "invariant.start"
            | "invariant.end" => Ok(()),
            "trap" | "debugtrap" | "ubsantrap" => {
                self.statement("amipilot_abort()");
                Ok(())
            }
            "memcpy" | "memcpy.inline" | "memmove" | "memset" | "memset.inline" => {
                memory::translate(self, value, stem)
            }
            "expect" | "expect.with.probability" => {
                let text = self.operand(value.operand(0))?;
                self.assign(value, &text)
            }
            "ptrmask" => {
                let [pointer, mask] = [0, 1].map(|index| self.operand(value.operand(index)));
                self.assign(value, &format!("(ptr)((u32)({}) & {})", pointer?, mask?))
            }
            "uadd.with.overflow" | "usub.with.overflow" | "umul.with.overflow" | "sadd.with.overflow"
            | "ssub.with.overflow" | "smul.with.overflow" => self.with_overflow(value, stem),
            _ => {
                let text = self.pure_intrinsic(value, stem)?;
                self.assign(value, &text)
            }
        }
    }

    fn pure_intrinsic(&mut self, value: Value, stem: &str) -> Result<String> {
        let first = value.operand(0);
        let width = bits(first.ty());
        let storage = storage_bits(width);
        if width != storage
            && !matches!(
                stem,
                "umin" | "umax" | "smin" | "smax" | "ucmp" | "scmp" | "cttz" | "ctpop"
            )
        {
            bail!("the intrinsic `{stem}` on {width} bits, which the translator does not know");
        }
        let a = self.operand(first)?;
        Ok(match stem {
            "umin" | "umax" | "smin" | "smax" => {
                let second = value.operand(1);
                let predicate = match stem {
                    "umin" => Predicate::LLVMIntULT,
                    "umax" => Predicate::LLVMIntUGT,
                    "smin" => Predicate::LLVMIntSLT,
                    _ => Predicate::LLVMIntSGT,
                };
                format!(
                    "{} ? {a} : {}",
                    self.comparison(predicate, first, second)?,
                    self.operand(second)?
                )
            }
            "ucmp" | "scmp" => {
                let second = value.operand(1);
                let (less, more) = match stem {
                    "ucmp" => (Predicate::LLVMIntULT, Predicate::LLVMIntUGT),
                    _ => (Predicate::LLVMIntSLT, Predicate::LLVMIntSGT),
                };
                let [less, more] = [less, more].map(|predicate| self.comparison(predicate, first, second));
                self.masked(&format!("({}) - ({})", more?, less?), bits(value.ty()))
            }
            "abs" if width == 128 => format!("(i64)({a}).high < 0 ? negate128({a}) : {a}"),
            "abs" => {
                let signed = self.sign_extended(&a, width);
                self.masked(&format!("{signed} < 0 ? -{signed} : {signed}"), width)
            }
            "ctpop" if width > 32 => self.counted("ones", &a, width),
            "ctpop" => format!("ones32({a})"),
            "ctlz" if width > 32 => self.counted("leading", &a, width),
            "ctlz" => format!("leading32({a}) - {}u", 32 - width),
            "cttz" if width > 32 => self.counted("trailing", &a, width),
            "cttz" if width == 32 => format!("trailing32({a})"),
            "cttz" => format!("trailing32({a} | {})", literal(1 << width, 32)),
            "bswap" => format!("swap{width}({a})"),
            "bitreverse" if width < 32 => format!("reverse32({a}) >> {}", 32 - width),
            "bitreverse" => format!("reverse{width}({a})"),
            "fshl" | "fshr" => self.funnel_shift(value, stem == "fshl")?,
            "uadd.sat" | "usub.sat" | "sadd.sat" | "ssub.sat" => self.saturated(value, stem)?,
            _ => bail!("the intrinsic `{stem}`, which the translator does not know"),
        })
    }

    /// A count whose result is a number of the operand's width.
    fn counted(&self, function: &str, text: &str, width: u32) -> String {
        let call = format!("{function}{width}({text})");
        if width == 128 {
            format!("make128(0, {call})")
        } else {
            call
        }
    }

    /// Two words side by side, shifted; the rotation when both are the same.
    fn funnel_shift(&self, value: Value, left: bool) -> Result<String> {
        let width = bits(value.ty());
        let [high, low, by] = [0, 1, 2].map(|index| self.operand(value.operand(index)));
        let (high, low, by) = (high?, low?, by?);
        if width == 128 {
            let by = format!("({by}).low & 127");
            let (up, down) = if left {
                (by.clone(), format!("128 - ({by})"))
            } else {
                (format!("128 - ({by})"), by.clone())
            };
            let whole = format!("or128(shl128({high}, {up}), lshr128({low}, {down}))");
            return Ok(format!(
                "({by}) == 0 ? {} : {whole}",
                if left { &high } else { &low }
            ));
        }
        let mask = width - 1;
        let rotation = value.operand(0) == value.operand(1);
        let (there, back) = if left { ("<<", ">>") } else { (">>", "<<") };
        let (moved, other) = if left { (&high, &low) } else { (&low, &high) };
        if self.unit.mutant == Some(Mutant::LostRotation) {
            return Ok(self.masked(&format!("{moved} {there} ({by} & {mask})"), width));
        }
        if rotation {
            return Ok(self.masked(
                &format!("({moved} {there} ({by} & {mask})) | ({other} {back} (-{by} & {mask}))"),
                width,
            ));
        }
        let whole =
            format!("({moved} {there} ({by} & {mask})) | ({other} {back} ({width} - ({by} & {mask})))");
        Ok(format!(
            "({by} & {mask}) == 0 ? {moved} : {}",
            self.masked(&whole, width)
        ))
    }

    fn with_overflow(&mut self, value: Value, stem: &str) -> Result<()> {
        let width = bits(value.operand(0).ty());
        let [a, b] = [0, 1].map(|index| self.operand(value.operand(index)));
        let (a, b) = (a?, b?);
        if value.is_unused() {
            return Ok(());
        }
        let variable = self.local(value)?;
        let operation = &stem[1..4];
        let signed = stem.starts_with('s');
        if width == 128 {
            let letter = &stem[..1];
            self.statement(&format!(
                "{variable}.f1 = {letter}{operation}_overflow128({a}, {b}, &{variable}.f0)"
            ));
        } else if width != storage_bits(width) {
            bail!("arithmetic with overflow on {width} bits, which the translator does not know");
        } else if signed {
            self.statement(&format!(
                "{{ i{width} whole; {variable}.f1 = __builtin_{operation}_overflow((i{width}){a}, (i{width}){b}, &whole); \
                 {variable}.f0 = whole; }}"
            ));
        } else {
            self.statement(&format!(
                "{{ u{width} whole; {variable}.f1 = __builtin_{operation}_overflow((u{width}){a}, (u{width}){b}, &whole); \
                 {variable}.f0 = whole; }}"
            ));
        }
        if self.unit.mutant == Some(Mutant::LostOverflow) {
            self.statement(&format!("{variable}.f1 = 0"));
        }
        Ok(())
    }

    fn saturated(&mut self, value: Value, stem: &str) -> Result<String> {
        let width = bits(value.ty());
        let [a, b] = [0, 1].map(|index| self.operand(value.operand(index)));
        let (a, b) = (a?, b?);
        let operation = &stem[1..4];
        if width == 128 {
            return Ok(format!("{}{operation}_saturated128({a}, {b})", &stem[..1]));
        }
        if stem == "usub.sat" {
            return Ok(format!(
                "({a} > {b}) ? {} : 0",
                self.masked(&format!("{a} - {b}"), width)
            ));
        }
        let letter = if stem.starts_with('s') { 'i' } else { 'u' };
        let whole = format!("w{}", self.unique());
        self.declare(&format!("{letter}{width} {whole};"));
        let (a, b) = (format!("({letter}{width}){a}"), format!("({letter}{width}){b}"));
        let limit = if letter == 'u' {
            literal((1 << width) - 1, width)
        } else {
            let (lowest, highest) = (
                literal(1 << (width - 1), width),
                literal((1 << (width - 1)) - 1, width),
            );
            format!("({a} < 0 ? {lowest} : {highest})")
        };
        Ok(format!(
            "__builtin_{operation}_overflow({a}, {b}, &{whole}) ? {limit} : (u{width}){whole}"
        ))
    }
}

/// The name without `llvm.` and without the types at its end.
fn stem(name: &str) -> &str {
    let mut rest = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((before, last)) = rest.rsplit_once('.') {
        let mut letters = last.chars();
        let is_type = matches!(letters.next(), Some('i' | 'p'))
            && letters.all(|letter| letter.is_ascii_digit())
            && last.len() > 1;
        if !is_type {
            break;
        }
        rest = before;
    }
    rest
}

/// Whether a value is a known number, and which.
pub fn known_number(value: Value) -> Option<u64> {
    (value.kind() == Kind::Integer).then(|| value.integer() as u64)
}
