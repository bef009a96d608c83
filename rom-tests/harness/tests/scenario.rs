//! The main job on both emulated machines: the same scenario by `hostctl` and by the original client.

mod support;

use harness::{Machine, Model, Speed, TEST_WINDOW, run_with_deadline};
use std::process::Command;
use std::time::Duration;
use support::{Hostctl, environment, keeping_evidence};

/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(300);

/// Handshake, tree, type a text and read it back, click the button, wait for the status to change, close the window.
fn scenario_by_hostctl(model: Model) {
    let machine = Machine::builder(model)
        .speed(Speed::Max)
        .with_display()
        .with_server(&environment(), "")
        .boot()
        .unwrap();
    keeping_evidence(&machine, &format!("hostctl-{}", model.name()), || {
        machine.wait_for_server().unwrap();
        let bridge = machine.serial().bridge(0).unwrap();
        let hostctl = Hostctl::over(&bridge);
        assert!(
            hostctl.good(&["info"]).contains("protocol"),
            "info names the protocol"
        );
        assert!(hostctl.good(&["screens"]).contains("screen"), "there is a screen");
        let tree = hostctl.good(&["tree", TEST_WINDOW]);
        for (id, role) in [
            (1, "button"),
            (2, "string"),
            (3, "checkbox"),
            (4, "integer"),
            (5, "slider"),
            (6, "cycle"),
            (7, "radio_button"),
            (8, "listview"),
            (9, "string"),
        ] {
            assert!(
                tree.contains(&format!("gadget id={id} role={role} ")),
                "gadget {id} is a {role} in:\n{tree}"
            );
        }
        hostctl.good(&["type", TEST_WINDOW, "2", "Z\u{fc}rich"]);
        assert_eq!(
            hostctl.good(&["get-text", TEST_WINDOW, "2"]).trim_end(),
            "Z\u{fc}rich"
        );
        hostctl.good(&["click", TEST_WINDOW, "1"]);
        hostctl.good(&["wait", TEST_WINDOW, "9", "text=pressed 1"]);
        let (role, index) = support::close_gadget(&tree);
        let (role, index) = (format!("role={role}"), format!("index={index}"));
        hostctl.good(&[
            "click",
            TEST_WINDOW,
            &role,
            &index,
            "--expect",
            "nowindow",
            "--expect-timeout",
            "30",
        ]);
        let gone = hostctl.run(&["tree", TEST_WINDOW]);
        assert!(
            !gone.status.success(),
            "the window is closed, and still has a tree: {}",
            gone.text()
        );
        hostctl.good(&["quit"]);
        drop(bridge);
        machine.wait_for_file("server.ended", DEADLINE).unwrap();
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn hostctl_does_the_main_job_on_an_a500() {
    scenario_by_hostctl(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn hostctl_does_the_main_job_on_an_a1200() {
    scenario_by_hostctl(Model::A1200);
}

/// The same with the client of the C version, which knows nothing of this server.
fn scenario_by_the_original_client(model: Model) {
    let machine = Machine::builder(model)
        .with_display()
        .with_server(&environment(), "")
        .boot()
        .unwrap();
    keeping_evidence(&machine, &format!("original-client-{}", model.name()), || {
        machine.wait_for_server().unwrap();
        let bridge = machine.serial().bridge(0).unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/scenario.py");
        let mut command = Command::new(environment().venv_program("python"));
        command.arg(script).arg(bridge.port().to_string());
        let finished = run_with_deadline(&mut command, DEADLINE).unwrap();
        print!("{}", finished.text());
        assert!(
            finished.status.success(),
            "{}{}",
            finished.text(),
            finished.error_text()
        );
        assert!(
            finished.text().ends_with("closed\n"),
            "the script did all steps: {}",
            finished.text()
        );
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn the_original_client_does_the_main_job_on_an_a500() {
    scenario_by_the_original_client(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn the_original_client_does_the_main_job_on_an_a1200() {
    scenario_by_the_original_client(Model::A1200);
}
