//! `cargo xtask test`: every test there is, on this PC, under qemu and on the emulated machines.

use crate::paths::Paths;
use crate::report::{self, Section};
use crate::step::{run as run_command, run_and_look};
use crate::{build, conformance, demo, setup, size, versions};
use anyhow::Result;
use clap::Args;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// The counts of `--long`, as variables that the tests read.
const LONG_COUNTS: [(&str, &str); 2] = [("AMIPILOT_FUZZ_COUNT", "10000000"), ("AMIPILOT_SOAK", "1")];

/// Options of `test`.
#[derive(Args)]
pub struct Options {
    /// The full counts (fuzzing, seeds, soaks), and a report in docs/reports
    #[arg(long)]
    long: bool,
    /// Only parts whose name holds this text, or else only tests whose name does
    filter: Option<String>,
}

/// One part of a run: its name, and what does it.
struct Part {
    name: &'static str,
    work: fn(&Run, &mut Section) -> Result<bool>,
}

/// All parts, the quick ones first.
const PARTS: [Part; 8] = [
    Part {
        name: "format",
        work: format,
    },
    Part {
        name: "clippy",
        work: clippy,
    },
    Part {
        name: "documentation",
        work: documentation,
    },
    Part {
        name: "host tests",
        work: host_tests,
    },
    Part {
        name: "build",
        work: build_programs,
    },
    Part {
        name: "conformance",
        work: conformance::run,
    },
    Part {
        name: "size",
        work: budget,
    },
    Part {
        name: "emulated machines",
        work: emulated_machines,
    },
];

/// What the parts of one run share.
pub struct Run<'run> {
    /// Where things are.
    pub paths: &'run Paths,
    /// Whether the full counts are wanted.
    pub long: bool,
    test_filter: Option<&'run str>,
}

impl Run<'_> {
    /// A cargo command at the root, with the counts of a long run in its environment.
    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command.current_dir(&self.paths.root).args(arguments);
        if self.long {
            command.envs(LONG_COUNTS);
        }
        command
    }

    /// A run of `cargo test` whose results are counted.
    fn cargo_test(&self, arguments: &[&str], options: &[&str], section: &mut Section) -> Result<bool> {
        let mut command = self.cargo(&["test", "--no-fail-fast"]);
        command
            .args(arguments)
            .arg("--")
            .args(self.test_filter)
            .args(options)
            .arg("--show-output");
        command.env("AMIPILOT_TARGET", &self.paths.target);
        let failed_before = section.failed;
        let good = run_and_look(&mut command, |line| section.look_at(line))?;
        // What does not even build has no result line to count.
        if !good && section.failed == failed_before {
            section.failed += 1;
        }
        Ok(good)
    }
}

/// Runs the parts that the options ask for; the last line is the sum.
///
/// # Errors
/// Setup failed. Failed tests are no error but an exit code.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    setup::run(paths)?;
    let filter = options.filter.as_deref();
    let whole_parts = filter.is_none_or(|filter| PARTS.iter().any(|part| part.name.contains(filter)));
    let run = Run {
        paths,
        long: options.long,
        test_filter: filter.filter(|_| !whole_parts),
    };
    let mut sections = Vec::new();
    for part in PARTS.iter().filter(|part| match filter {
        None => true,
        Some(filter) if whole_parts => part.name.contains(filter),
        Some(_) => ["host tests", "build", "emulated machines"].contains(&part.name),
    }) {
        eprintln!("==> test: {}", part.name);
        let begin = Instant::now();
        let mut section = Section {
            name: part.name.to_string(),
            ..Section::default()
        };
        let good = (part.work)(&run, &mut section).unwrap_or_else(|error| {
            eprintln!("{error:#}");
            false
        });
        if section.passed + section.failed == 0 || !good && section.failed == 0 {
            // A part without counts of its own is one check.
            if good {
                section.passed += 1
            } else {
                section.failed += 1
            }
        }
        section.time = begin.elapsed();
        eprintln!(
            "    {}: {} passed, {} failed in {:.1} s",
            part.name,
            section.passed,
            section.failed,
            section.time.as_secs_f64()
        );
        sections.push(section);
    }
    for section in sections.iter().filter(|section| section.failed > 0) {
        println!(
            "failed: {} ({} of {})",
            section.name,
            section.failed,
            section.passed + section.failed
        );
    }
    if options.long {
        let report = report::write(paths, &versions::check()?, &LONG_COUNTS, &sections)?;
        println!("report: {}", report.display());
    }
    println!("{}", report::summary(&sections));
    let failed = sections.iter().any(|section| section.failed > 0);
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// The code generator is a workspace of its own, so whatever looks at all code looks twice.
const CODEGEN: &str = "xtask/codegen/Cargo.toml";

fn format(run: &Run, _: &mut Section) -> Result<bool> {
    run_command(&mut run.cargo(&["fmt", "--all", "--check"]))?;
    run_command(&mut run.cargo(&["fmt", "--manifest-path", CODEGEN, "--check"]))?;
    Ok(true)
}

fn clippy(run: &Run, _: &mut Section) -> Result<bool> {
    run_command(&mut run.cargo(&[
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    let mut codegen = run.cargo(&["clippy", "--quiet", "--manifest-path", CODEGEN, "--all-targets"]);
    codegen
        .arg("--target-dir")
        .arg(run.paths.codegen())
        .args(["--", "-D", "warnings"]);
    run_command(codegen.env("LLVM_SYS_221_PREFIX", versions::llvm_folder()))?;
    Ok(true)
}

fn documentation(run: &Run, _: &mut Section) -> Result<bool> {
    let mut command = run.cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
    run_command(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(true)
}

fn host_tests(run: &Run, section: &mut Section) -> Result<bool> {
    run.cargo_test(&["--workspace"], &[], section)
}

fn build_programs(run: &Run, _: &mut Section) -> Result<bool> {
    build::run(run.paths)?;
    demo::build_hostctl(run.paths)?;
    Ok(true)
}

/// What the server may take at rest, in bytes. It was set a little above the measured size, so that growth is noticed;
/// the goal for the verbs of AmiPilot 1.1 is lower, see `docs/decisions/0005-size.md`.
const BUDGET: u64 = 106_496;

fn budget(run: &Run, section: &mut Section) -> Result<bool> {
    let total = size::measure(run.paths)?;
    section
        .notes
        .push(format!("the server takes {total} bytes at rest, of {BUDGET}"));
    anyhow::ensure!(
        total <= BUDGET,
        "the server takes {total} bytes at rest, and its budget is {BUDGET}"
    );
    Ok(true)
}

/// Tests that need an emulated machine are marked as ignored, so that `cargo test` alone passes on any PC. Two at a
/// time, since each emulator keeps one core busy.
fn emulated_machines(run: &Run, section: &mut Section) -> Result<bool> {
    run.cargo_test(
        &["--package", "harness", "--tests"],
        &["--ignored", "--test-threads=2"],
        section,
    )
}
