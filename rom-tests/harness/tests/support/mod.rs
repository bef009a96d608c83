//! What the tests on emulated machines share. Each test program uses a part of it.
#![allow(
    dead_code,
    reason = "every test program compiles this module for itself and uses a part of it"
)]

use harness::{Bridge, Environment, Finished, Machine, Reply, run_with_deadline};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::Command;
use std::time::Duration;

/// What `cargo xtask test` prepared.
pub fn environment() -> Environment {
    Environment::from_variables().unwrap()
}

/// Runs a test on a machine; when it fails, picture and logs stay in `target/evidence/NAME`.
pub fn keeping_evidence(machine: &Machine, name: &str, test: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(test)) {
        let folder = environment().evidence.join(name);
        match machine.keep_evidence(&folder) {
            Ok(()) => eprintln!("picture and logs of the failure are in {}", folder.display()),
            Err(error) => eprintln!("the evidence of the failure could not be kept: {error:#}"),
        }
        resume_unwind(panic);
    }
}

/// `hostctl` at the other end of a bridge.
pub struct Hostctl {
    place: String,
}

impl Hostctl {
    /// For one bridge.
    pub fn over(bridge: &Bridge) -> Hostctl {
        Hostctl {
            place: format!("127.0.0.1:{}", bridge.port()),
        }
    }

    /// Runs one command.
    pub fn run(&self, arguments: &[&str]) -> Finished {
        let mut command = Command::new(environment().hostctl);
        command
            .args(["--tcp", &self.place, "--timeout", "60"])
            .args(arguments);
        run_with_deadline(&mut command, Duration::from_secs(300)).unwrap()
    }

    /// Runs one command that must succeed, and gives its output.
    pub fn good(&self, arguments: &[&str]) -> String {
        let finished = self.run(arguments);
        assert!(
            finished.status.success(),
            "hostctl {arguments:?} ended with {}: {}{}",
            finished.status,
            finished.text(),
            finished.error_text()
        );
        finished.text()
    }
}

/// Role of the close gadget, and its index among the gadgets of that role, in a window's tree. It is the system gadget
/// (number 0) in the upper left corner.
pub fn close_gadget(tree: &str) -> (String, usize) {
    let gadgets: Vec<&str> = tree
        .lines()
        .filter(|line| line.starts_with("  gadget "))
        .collect();
    let role = |line: &str| {
        line.split("role=")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .map(String::from)
    };
    let at = gadgets
        .iter()
        .position(|line| line.starts_with("  gadget id=0 ") && is_in_corner(line))
        .unwrap_or_else(|| panic!("no system gadget is in the upper left corner of\n{tree}"));
    let wanted = role(gadgets[at]).unwrap();
    let index = gadgets[..at]
        .iter()
        .filter(|line| role(line).as_ref() == Some(&wanted))
        .count();
    (wanted, index)
}

/// Looks at the `[left,top widthxheight]` that a line ends with.
fn is_in_corner(line: &str) -> bool {
    let bounds = line.rsplit('[').next().unwrap_or_default().trim_end_matches(']');
    let numbers: Vec<i32> = bounds
        .split([',', ' ', 'x'])
        .filter_map(|number| number.parse().ok())
        .collect();
    matches!(numbers[..], [left, top, width, height] if left <= 4 && top <= 4 && (1..60).contains(&width) && (1..40).contains(&height))
}

/// The number behind `key=` in the reply to INFO.
pub fn info_value(info: &Reply, key: &str) -> u64 {
    let text = info.text();
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix('=')?.parse().ok())
        .unwrap_or_else(|| panic!("INFO has no number {key}= in:\n{text}"))
}
