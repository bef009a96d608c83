//! ARexx on the emulated machine: our `rexxsyslib.library`, and the verbs that need it, with it and without it.

mod support;

use harness::{Machine, Model};
use std::time::Duration;
use support::{environment, keeping_evidence};

/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(120);

/// The test library behaves as its documentation says, and can be unloaded.
fn library(model: Model) {
    let machine = Machine::builder(model)
        .with_display()
        .with_programs(&environment(), &["CheckRexx"])
        .with_library(&environment(), "rexxsyslib.library")
        .startup("FailAt 21\nSYS:C/CheckRexx >SYS:checked\n")
        .boot()
        .unwrap();
    keeping_evidence(&machine, &format!("rexxsyslib-{}", model.name()), || {
        let printed = machine.wait_for_file("checked", DEADLINE).unwrap();
        assert_eq!(String::from_utf8_lossy(&printed), "all right\n");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn the_test_library_works_on_an_a500() {
    library(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn the_test_library_works_on_an_a1200() {
    library(Model::A1200);
}
