//! Looks at every instruction of the finished program.
//!
//! The tools are asked for 68000 code; this check does not believe them. It disassembles as a 68020 and fails on any opcode
//! or address mode that a 68000 lacks, and on moves from SR or CCR: the first is privileged from the 68010 on, the second
//! does not exist on a 68000, and one binary has to run on both.
//! Source: M68000 Family Programmer's Reference Manual, section 3 and appendix A.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Result, bail};

use crate::assembly_text::{CODE_LABEL, TABLE_LABEL};
use crate::compile::{run, tool};
use crate::symbols::{self, Kind};

/// Instructions that came with later processors. A name ends where the text ends; size letters are listed where a 68000
/// knows the instruction with other sizes.
const LATER: [&str; 30] = [
    "extbl", "mulsl", "mulul", "divsl", "divul", "divsll", "divull", "bfextu", "bfexts", "bfins", "bfffo",
    "bftst", "bfset", "bfclr", "bfchg", "rtd", "bkpt", "movec", "moves", "callm", "rtm", "pack", "unpk",
    "casb", "casw", "casl", "cas2w", "cas2l", "linkl", "trapcc",
];

/// Checks an object file. Constants between the code have a symbol type, and jump tables labels, that tell them apart.
///
/// # Errors
/// When there is a forbidden instruction; the error shows function and instruction.
pub fn check(object: &Path) -> Result<()> {
    let listing = run(tool("objdump")
        .args(["-d", "--no-show-raw-insn", "-m", "m68k:68020"])
        .arg(object))?;
    let constants: HashSet<String> = symbols::read(object)?
        .into_iter()
        .filter(|symbol| symbol.kind == Kind::Object)
        .map(|symbol| symbol.name)
        .collect();
    let mut function = "";
    let mut table = false;
    for line in listing.lines() {
        if let Some((_, name)) = line.split_once('<').filter(|_| line.ends_with(">:")) {
            let name = name.trim_end_matches(">:");
            table = name.starts_with(TABLE_LABEL) || constants.contains(name);
            if !table && !name.starts_with(CODE_LABEL) {
                function = name;
            }
            continue;
        }
        if table {
            continue;
        }
        let Some((_, text)) = line.split_once(":\t") else {
            continue;
        };
        if let Some(reason) = fault(text.trim()) {
            bail!("`{}` in the function `{function}`: {reason}", text.trim());
        }
    }
    Ok(())
}

/// Why an instruction may not be in a program for both a 68000 and its successors.
fn fault(text: &str) -> Option<&'static str> {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    if name.starts_with("move") && (operands.starts_with("%sr,") || operands.starts_with("%ccr,")) {
        return Some(
            "a move from SR is privileged from the 68010 on, and a move from CCR does not exist on a 68000",
        );
    }
    if LATER.contains(&name) || name.starts_with('p') && !matches!(name, "pea") || name.starts_with('f') {
        return Some("a 68000 does not have this instruction");
    }
    let branch = name.starts_with('b') || name.starts_with("db");
    if branch
        && name.ends_with('l')
        && !matches!(name, "bclrl" | "bsetl" | "bchgl" | "btstl")
        && name.len() == 4
    {
        return Some("a branch over 32 bits needs a 68020");
    }
    if name.starts_with("cmp2") || name.starts_with("chk2") || name == "chkl" {
        return Some("a 68000 does not have this instruction");
    }
    // objdump writes the later address modes with a scale (`:2`) or with two pairs of parentheses.
    if operands.contains(":2)")
        || operands.contains(":4)")
        || operands.contains(":8)")
        || operands.contains(")@(")
    {
        return Some("a 68000 does not have this address mode");
    }
    if name.starts_with("tst") && operands.starts_with("%a") && !operands.contains('@') {
        return Some("a 68000 cannot test an address register");
    }
    if (name.starts_with("tst") && operands.starts_with("%pc"))
        || (name.starts_with("cmpi") && operands.contains("%pc"))
    {
        return Some("a 68000 cannot test or compare memory relative to the program counter");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn what_a_68000_lacks_is_refused() {
        for text in [
            "movew %sr,%d0",
            "movew %ccr,%sp@-",
            "mulsl %d1,%d0",
            "extbl %d0",
            "bral 12345",
            "bnel 12345",
            "movel %a0@(0,%d0:l:4),%d1",
            "bfextu %d0,4,8,%d1",
            "tstl %a0",
            "rtd #8",
            "fmovex %fp0,%fp1",
        ] {
            assert!(fault(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_a_68000_has_passes() {
        for text in [
            "movew %d0,%ccr",
            "mulsw %d1,%d0",
            "bclrl %d0,%d1",
            "extl %d0",
            "bsrw 12345",
            "movel %a0@(4,%d0:l),%d1",
            "pea %pc@(12)",
            "tstl %a0@",
            "rts",
        ] {
            assert!(fault(text).is_none(), "{text}");
        }
    }
}
