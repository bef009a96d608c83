//! Inline assembly with fixed registers, as GCC's extended `asm` with register variables.
//!
//! The crate `amiga-sys` calls every library function through one template: it saves d1, a0, a1 and a6, loads the base into
//! a6, jumps through the library vector, and restores. A C compiler knows that a library call changes d0, d1, a0 and a1 and
//! nothing else, so the template is recognised and written as the bare `jsr` with those registers marked as changed. The
//! base changes places with a6 for the call. Binding it to a6 would be two bytes shorter, but GCC may decide late that a
//! function needs a6 as frame pointer, and does not notice the clash. Any other text is passed on as it is.
//! Source of the register rule: RKRM Libraries, "Calling library functions".

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Result, bail};

use crate::function::Function;
use crate::ir::{TypeKind, Value};

/// Registers that a library call may change.
const SCRATCH: [&str; 4] = ["d0", "d1", "a0", "a1"];

/// What the template may do with a result of 8 bits.
const WIDENING: [&str; 2] = ["ext.w %d0", "and.w #0x00ff, %d0"];

/// One operand of the constraint string.
struct Operand {
    /// Fixed register, if one is named.
    register: Option<String>,
    /// Letter of the class otherwise: `r`, `a`, `d`.
    class: char,
    /// An output that is written before all inputs are read.
    early: bool,
    /// For an input: the output whose place it shares.
    tied: Option<usize>,
}

/// The constraint string, taken apart.
struct Constraints {
    outputs: Vec<Operand>,
    inputs: Vec<Operand>,
    clobbers: Vec<String>,
}

impl Function<'_> {
    /// Translates a call of inline assembly.
    ///
    /// # Errors
    /// For constraints that the translator does not know.
    pub fn inline_assembly(&mut self, value: Value, assembly: Value) -> Result<()> {
        let constraints = parse(&assembly.assembly_constraints())?;
        let text = assembly.assembly_text();
        let lean = library_call(&text);
        // Text that loads a6 by itself must not find another operand there.
        let avoid_a6 = lean.is_none() && changes_a6(&text);
        let arguments = value
            .arguments()
            .into_iter()
            .map(|argument| self.converted(argument, 32))
            .collect::<Result<Vec<_>>>()?;
        if arguments.len() != constraints.inputs.len() {
            bail!(
                "{} values for {} inputs",
                arguments.len(),
                constraints.inputs.len()
            );
        }
        // Position of each operand in the GCC statement, by its position in the template.
        let mut order = Vec::new();
        let mut declarations = String::new();
        let (mut outputs, mut inputs) = (Vec::new(), Vec::new());
        let mut clobbers: Vec<String> = constraints.clobbers.clone();
        let mut bound: BTreeMap<String, usize> = BTreeMap::new();
        let mut taken = Vec::new();
        for (index, output) in constraints.outputs.iter().enumerate() {
            write!(declarations, "{}; ", output.declare(&format!("o{index}")))?;
            if let Some(register) = &output.register {
                bound.insert(register.clone(), index);
            }
            outputs.push((
                format!("o{index}"),
                // A library call needs no early output: the base has a register of its own.
                output.early && lean.is_none(),
                output.class,
                false,
            ));
            order.push(format!("o{index}"));
        }
        for (index, input) in constraints.inputs.iter().enumerate() {
            let argument = &arguments[index];
            if let Some(output) = input
                .tied
                .or_else(|| input.register.as_ref().and_then(|name| bound.get(name).copied()))
            {
                write!(declarations, "o{output} = {argument}; ")?;
                outputs[output].3 = true;
                order.push(format!("o{output}"));
                continue;
            }
            let is_base = lean
                .as_ref()
                .is_some_and(|call| call.base == constraints.outputs.len() + index);
            let fixed = if is_base || (avoid_a6 && input.register.is_none()) {
                let register = free_register(&constraints, &taken)?;
                taken.push(register.clone());
                Some(register)
            } else {
                input.register.clone()
            };
            let name = format!("i{index}");
            let declared = Operand {
                register: fixed.clone(),
                class: input.class,
                early: false,
                tied: None,
            };
            write!(declarations, "{} = {argument}; ", declared.declare(&name))?;
            order.push(name.clone());
            if lean.is_some()
                && fixed
                    .as_deref()
                    .is_some_and(|register| SCRATCH.contains(&register))
            {
                bound.insert(fixed.unwrap_or_default(), outputs.len());
                outputs.push((name, true, input.class, true));
            } else {
                inputs.push((name, input.class));
            }
        }
        if lean.is_some() {
            clobbers.extend(
                SCRATCH
                    .iter()
                    .filter(|name| !bound.contains_key(**name))
                    .map(|name| (*name).to_owned()),
            );
        }
        let template = lean.map_or(text, |call| call.text);
        let position = |name: &str| {
            outputs
                .iter()
                .map(|output| output.0.as_str())
                .chain(inputs.iter().map(|input| input.0.as_str()))
                .position(|known| known == name)
        };
        let template = rewrite(&template, |number| {
            order.get(number).and_then(|name| position(name))
        })?;
        let output_list: Vec<_> = outputs
            .iter()
            .map(|(name, early, class, both)| {
                format!(
                    "\"{}{}{class}\"({name})",
                    if *both { '+' } else { '=' },
                    if *early { "&" } else { "" }
                )
            })
            .collect();
        let input_list: Vec<_> = inputs
            .iter()
            .map(|(name, class)| format!("\"{class}\"({name})"))
            .collect();
        let clobber_list: Vec<_> = clobbers.iter().map(|name| format!("\"{name}\"")).collect();
        let qualifier = if assembly.assembly_has_effects() {
            " volatile"
        } else {
            ""
        };
        let mut statement = format!(
            "{{ {declarations}__asm__{qualifier}(\"{template}\" : {} : {} : {}); ",
            output_list.join(", "),
            input_list.join(", "),
            clobber_list.join(", ")
        );
        if !value.is_unused() {
            let variable = self.local(value)?;
            let ty = value.ty();
            for index in 0..constraints.outputs.len() {
                let (path, part) = match constraints.outputs.len() {
                    1 => (String::new(), ty),
                    _ => (format!(".f{index}"), ty.element(index as u64)),
                };
                if part.kind() == TypeKind::LLVMIntegerTypeKind && part.bits() > 32 {
                    bail!("a result of {} bits in a register", part.bits());
                }
                write!(
                    statement,
                    "{variable}{path} = ({})o{index}; ",
                    self.unit.types.c_type(part)?
                )?;
            }
        }
        statement.push('}');
        self.statement(&statement);
        Ok(())
    }
}

impl Operand {
    fn declare(&self, name: &str) -> String {
        match &self.register {
            Some(register) => format!("register u32 {name} __asm__(\"{register}\")"),
            None => format!("u32 {name}"),
        }
    }
}

/// Takes a constraint string such as `=&{d0},r,{a1},~{memory}` apart.
fn parse(text: &str) -> Result<Constraints> {
    let mut all = Constraints {
        outputs: Vec::new(),
        inputs: Vec::new(),
        clobbers: Vec::new(),
    };
    for part in text.split(',').filter(|part| !part.is_empty()) {
        if let Some(name) = part.strip_prefix("~{").and_then(|rest| rest.strip_suffix('}')) {
            let name = if name == "ccr" { "cc" } else { name };
            all.clobbers.push(name.to_owned());
            continue;
        }
        let (output, rest) = match part.strip_prefix('=') {
            Some(rest) => (true, rest),
            None => (false, part),
        };
        let (early, rest) = match rest.strip_prefix('&') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let mut operand = Operand {
            register: None,
            class: 'r',
            early,
            tied: None,
        };
        if let Some(name) = rest.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
            operand.register = Some(name.to_owned());
        } else if let Ok(number) = rest.parse() {
            operand.tied = Some(number);
        } else if matches!(rest, "r" | "a" | "d") {
            operand.class = rest.chars().next().unwrap_or('r');
        } else {
            bail!("the constraint `{part}` of inline assembly, which the translator does not know");
        }
        if output {
            all.outputs.push(operand)
        } else {
            all.inputs.push(operand)
        }
    }
    Ok(all)
}

/// Whether text changes a6, so that no operand may be there.
fn changes_a6(text: &str) -> bool {
    text.contains(", %a6")
}

/// A register that a library call leaves alone and that no other operand is in. The base is in a named one, since GCC
/// would otherwise let it share d0 with the result, or move the result out of d0.
fn free_register(constraints: &Constraints, taken: &[String]) -> Result<String> {
    let operands = || constraints.inputs.iter().chain(&constraints.outputs);
    let is_free = |name: &&str| {
        !operands().any(|operand| operand.register.as_deref() == Some(*name))
            && !taken.iter().any(|register| register == name)
    };
    match ["a5", "a4", "a3", "a2", "d7", "d6"].into_iter().find(is_free) {
        Some(name) => Ok(name.to_owned()),
        None => bail!("inline assembly with operands in every register"),
    }
}

/// A library call without what saves registers around it.
struct LibraryCall {
    text: String,
    /// The operand that holds the library's base.
    base: usize,
}

/// Recognises the template of `amiga-sys`, and leaves of it what changes a6 and jumps.
fn library_call(text: &str) -> Option<LibraryCall> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let (first, last) = (lines.first()?, lines.last()?);
    let saved = first.strip_prefix("movem.l ")?.strip_suffix(", -(%sp)")?;
    let restored = last.strip_prefix("movem.l (%sp)+, ")?;
    if saved != restored || !matches!(saved, "%d1/%a0-%a1" | "%d0-%d1/%a0-%a1") {
        return None;
    }
    let inner = &lines[1..lines.len() - 1];
    let base = inner.get(1)?.strip_prefix("move.l $")?.strip_suffix(", %a6")?;
    let exchange = format!("exg ${base}, %a6");
    match inner {
        [
            "move.l %a6, -(%sp)",
            _,
            ".short 0x4eae",
            vector,
            after @ ..,
            "move.l (%sp)+, %a6",
        ] if after.iter().all(|line| WIDENING.contains(line)) => {
            let call = [&exchange, ".short 0x4eae", vector, &exchange];
            Some(LibraryCall {
                text: call
                    .into_iter()
                    .chain(after.iter().copied())
                    .collect::<Vec<_>>()
                    .join("\n"),
                base: base.trim_matches(['{', '}']).parse().ok()?,
            })
        }
        _ => None,
    }
}

/// Rewrites LLVM's template (`$0`, `${1}`, `$$`) as GCC's (`%0`, `%1`, `$`), ready for a C string.
fn rewrite(text: &str, position: impl Fn(usize) -> Option<usize>) -> Result<String> {
    let mut result = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => result += "%%",
            '\n' => result += "\\n\\t",
            '\t' => result += "\\t",
            '"' | '\\' => {
                result.push('\\');
                result.push(letter);
            }
            '$' if letters.peek() == Some(&'$') => {
                letters.next();
                result.push('$');
            }
            '$' => {
                let braces = letters.next_if_eq(&'{').is_some();
                let mut digits = String::new();
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                if braces && letters.next() != Some('}') {
                    bail!(
                        "an operand modifier in inline assembly `{text}`, which the translator does not know"
                    );
                }
                let number: usize = digits.parse()?;
                match position(number) {
                    Some(place) => write!(result, "%{place}")?,
                    None => bail!("inline assembly `{text}` names operand {number}, which it does not have"),
                }
            }
            _ => result.push(letter),
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: &str = "movem.l %d1/%a0-%a1, -(%sp)\nmove.l %a6, -(%sp)\nmove.l ${1}, %a6\n.short 0x4eae\n.short -60\n\
                        move.l (%sp)+, %a6\nmovem.l (%sp)+, %d1/%a0-%a1";

    #[test]
    fn a_library_call_is_stripped() {
        let lean = library_call(CALL).expect("the template of amiga-sys");
        assert_eq!(lean.base, 1);
        assert_eq!(
            lean.text,
            "exg ${1}, %a6\n.short 0x4eae\n.short -60\nexg ${1}, %a6"
        );
    }

    #[test]
    fn anything_else_between_keeps_the_template() {
        assert!(library_call(&CALL.replace(".short -60", ".short -60\nnop")).is_none());
        assert!(library_call(&CALL.replace("(%sp)+, %d1/%a0-%a1", "(%sp)+, %d1/%a0")).is_none());
    }

    #[test]
    fn templates_change_their_marks() {
        let text = rewrite("move.l ${1}, %d0\n$$5 $0", |number| Some(number + 1)).expect("a template");
        assert_eq!(text, "move.l %2, %%d0\\n\\t$5 %1");
        assert!(rewrite("${0:w}", Some).is_err());
    }

    #[test]
    fn constraints_are_taken_apart() {
        let all = parse("=&{d0},r,{a1},0,~{ccr},~{memory}").expect("constraints");
        assert_eq!(all.outputs[0].register.as_deref(), Some("d0"));
        assert!(all.outputs[0].early);
        assert_eq!(all.inputs.len(), 3);
        assert_eq!(all.inputs[2].tied, Some(0));
        assert_eq!(all.clobbers, ["cc", "memory"]);
        assert!(parse("=m").is_err());
    }
}
