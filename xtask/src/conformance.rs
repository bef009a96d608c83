//! The conformance part of `cargo xtask test`: the same cases on this PC, under qemu, as a 68000 and as a 68020
//! program, all outputs equal; and deliberate faults of the code generator, each of which must be noticed.

use crate::build::{self, Kind, Programs};
use crate::report::Section;
use crate::step::output;
use crate::test::Run;
use anyhow::{Context, Result};
use harness::{Machine, Model, qemu_m68k};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The faults that the code generator can be told to make; `docs/toolchain.md` says what each is.
const MUTANTS: [&str; 10] = [
    "wide-odd-access",
    "lost-sign-extension",
    "phi-order",
    "unsigned-compare",
    "logical-shift",
    "lost-overflow",
    "lost-rotation",
    "unsigned-division",
    "forward-move",
    "swapped-pair",
];
/// Generous: a slow PC needs some seconds for all cases.
const PATIENCE: Duration = Duration::from_secs(300);
/// A program with a fault may never end; a sound one takes three seconds.
const MUTANT_PATIENCE: Duration = Duration::from_secs(45);

/// Runs all of it and counts one check for each case and way, and one for each mutant.
///
/// # Errors
/// Something does not build, or a program does not end.
pub fn run(run: &Run, section: &mut Section) -> Result<bool> {
    let expected = on_this_pc(run)?;
    let cases = u32::try_from(expected.lines().count()).context("more cases than can be counted")?;
    section
        .notes
        .push(format!("{cases} cases, {} mutants", MUTANTS.len()));
    let linux = build_cases(run, &"conformance-linux", None)?;
    let machine = build_cases(run, &"conformance-amiga", None)?;
    let ways = [
        ("qemu-m68k", qemu_m68k(&linux, &[], PATIENCE)?.text()),
        ("A500", on_machine(run, &machine, Model::A500, PATIENCE)?),
        ("A1200", on_machine(run, &machine, Model::A1200, PATIENCE)?),
    ];
    for (way, found) in ways {
        let differences = differences(&expected, &found);
        for difference in differences.iter().take(20) {
            eprintln!("    {way}: {difference}");
        }
        let failed = u32::try_from(differences.len()).unwrap_or(u32::MAX);
        section.failed += failed;
        section.passed += cases.saturating_sub(failed);
    }
    for mutant in MUTANTS {
        if mutant_is_noticed(run, mutant, &expected)? {
            section.passed += 1;
        } else {
            eprintln!("    the mutant {mutant} of the code generator passes all cases: a case is missing");
            section.failed += 1;
        }
    }
    Ok(section.failed == 0)
}

/// The expected output: the same cases, compiled by the ordinary compiler.
fn on_this_pc(run: &Run) -> Result<String> {
    let mut command = Command::new("cargo");
    command.current_dir(&run.paths.root).args([
        "run",
        "--quiet",
        "--package",
        "conformance",
        "--bin",
        "conformance-pc",
    ]);
    output(&mut command).context("the conformance cases do not run on this PC")
}

/// Builds the cases as a program of that name, with a fault or without.
fn build_cases(run: &Run, binary: &&str, mutant: Option<&str>) -> Result<PathBuf> {
    let mut made = build::build(run.paths, &cases_as(binary, mutant))?;
    made.pop().context("the build gave no program")
}

/// The cases as a program of that name, with a fault or without.
fn cases_as<'names>(binary: &'names &'names str, mutant: Option<&'names str>) -> Programs<'names> {
    let is_linux = *binary == "conformance-linux";
    Programs {
        package: "conformance",
        binaries: std::slice::from_ref(binary),
        features: if is_linux { "linux-m68k" } else { "amiga" },
        panic: "abort",
        kind: if is_linux { Kind::Linux } else { Kind::Amiga },
        mutant,
    }
}

/// Runs the cases as a program of an emulated machine.
fn on_machine(run: &Run, program: &Path, model: Model, patience: Duration) -> Result<String> {
    let machine = Machine::builder(model)
        .file(program, "C/Cases")
        .startup("FailAt 21\nSYS:C/Cases >SYS:cases\nEcho \"yes\" >SYS:finished\n")
        .boot()?;
    let result = machine.wait_for_file("finished", patience);
    if result.is_err() {
        let name = format!("conformance-{}", model.name());
        machine.keep_evidence(&run.paths.environment().evidence.join(name))?;
    }
    result?;
    let cases = machine.wait_for_file("cases", patience)?;
    Ok(String::from_utf8_lossy(&cases).into_owned())
}

/// True when the cases differ from what is expected, or do not run to their end, with this fault in them. qemu is
/// asked first, being quick; it lets pass what only a 68000 traps.
fn mutant_is_noticed(run: &Run, mutant: &str, expected: &str) -> Result<bool> {
    let program = build_cases(run, &"conformance-linux", Some(mutant))?;
    let under_qemu = qemu_m68k(&program, &[], MUTANT_PATIENCE);
    if !under_qemu.is_ok_and(|finished| finished.status.success() && finished.text() == expected) {
        return Ok(true);
    }
    let program = build_cases(run, &"conformance-amiga", Some(mutant))?;
    Ok(on_machine(run, &program, Model::A500, MUTANT_PATIENCE).map_or(true, |found| found != expected))
}

/// Lines of `expected` that `found` has not in the same place, with what is there instead.
fn differences(expected: &str, found: &str) -> Vec<String> {
    let (expected, found): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let length = expected.len().max(found.len());
    let line = |lines: &[&str], at: usize| lines.get(at).copied().unwrap_or("(nothing)").to_string();
    (0..length)
        .filter(|&at| expected.get(at) != found.get(at))
        .map(|at| format!("expected {:?}, found {:?}", line(&expected, at), line(&found, at)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_both_lines_and_a_missing_end() {
        assert!(differences("a: 1\nb: 2\n", "a: 1\nb: 2\n").is_empty());
        let found = differences("a: 1\nb: 2\n", "a: 3\n");
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("a: 1") && found[0].contains("a: 3") && found[1].contains("(nothing)"));
    }
}
