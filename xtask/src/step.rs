//! Steps that say what they do and how long it took, and child programs that fail with their command line.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Does `work` between two lines that name the step and tell its time. A step of under a tenth of a second says
/// nothing but its name.
///
/// # Errors
/// Those of `work`, with the step's name.
pub fn step<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("==> {title}");
    let begin = Instant::now();
    let result = work().with_context(|| format!("this step failed: {title}"))?;
    if begin.elapsed() >= Duration::from_millis(100) {
        eprintln!("    done in {:.1} s", begin.elapsed().as_secs_f64());
    }
    Ok(result)
}

/// Runs a program that prints for itself. All it prints is progress, so it goes to the error output: the output
/// of a task is its result alone.
///
/// # Errors
/// It cannot be started, or ends with another status than 0.
pub fn run(command: &mut Command) -> Result<()> {
    command.stdout(std::io::stderr());
    let status = command
        .status()
        .with_context(|| format!("could not start {}", shown(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs a program and gives what it prints.
///
/// # Errors
/// It cannot be started, or ends with another status than 0: the message has its error output.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .output()
        .with_context(|| format!("could not start {}", shown(command)))?;
    if !output.status.success() {
        bail!(
            "{} ended with {}:\n{}{}",
            shown(command),
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program, prints its lines as they come, and hands each to `look`. Gives whether it ended with status 0.
///
/// # Errors
/// It cannot be started.
pub fn run_and_look(command: &mut Command, mut look: impl FnMut(&str)) -> Result<bool> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start {}", shown(command)))?;
    let pipe = child.stdout.take().context("the program's output is not there")?;
    for line in BufReader::new(pipe).split(b'\n') {
        let line = line.context("could not read the program's output")?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        look(&line);
    }
    Ok(child.wait().context("could not wait for the program")?.success())
}

/// The command as a person would type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
