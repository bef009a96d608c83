//! The harness itself on both emulated machines, with nothing on them but the ROM's own shell.

use harness::{Machine, Model};
use std::time::Duration;

/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(120);

#[test]
#[ignore = "needs cargo xtask test"]
fn a_machine_boots_runs_its_startup_sequence_and_sees_a_volume() {
    for model in Model::ALL {
        let work = tempfile::tempdir().unwrap();
        let machine = Machine::builder(model)
            .startup("Echo \"it runs\" >SYS:result\nEcho \"volume\" >WORK:result\n")
            .volume("WORK", work.path())
            .boot()
            .unwrap();
        assert_eq!(
            machine.wait_for_file("result", DEADLINE).unwrap(),
            b"it runs\n",
            "{model:?}"
        );
        let boot_log = machine.serial().read_until(b"\n", DEADLINE).unwrap();
        assert!(
            !boot_log.is_empty(),
            "{model:?} printed nothing on its serial line while it booted"
        );
        let end = std::time::Instant::now() + DEADLINE;
        while !work.path().join("result").exists() {
            assert!(
                std::time::Instant::now() < end,
                "{model:?} did not write to WORK:"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        machine.end();
    }
}

#[test]
#[ignore = "needs cargo xtask test"]
fn a_picture_shows_the_whole_amiga_screen_and_evidence_is_kept() {
    let machine = Machine::builder(Model::A500)
        .with_display()
        .startup("Echo here >SYS:result\n")
        .boot()
        .unwrap();
    machine.wait_for_file("result", DEADLINE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    machine.keep_evidence(folder.path()).unwrap();
    let picture = std::fs::read(folder.path().join("screen.png")).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    // Width and height stand at a fixed place in every PNG file.
    assert_eq!(picture[16..24], [0, 0, 2, 128, 0, 0, 2, 0], "640 by 512 pixels");
    assert_eq!(
        std::fs::read(folder.path().join("guest/result")).unwrap(),
        b"here\n"
    );
    assert!(std::fs::metadata(folder.path().join("serial.log")).unwrap().len() > 100);
}
