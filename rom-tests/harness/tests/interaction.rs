//! Menus, drags, window frames, PICK and requesters on both emulated machines, and programs that are hard to look at.

mod support;

use harness::{Machine, Model, TEST_WINDOW, ask};
use std::time::{Duration, Instant};
use support::{environment, keeping_evidence};

/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(120);

/// Asks, and expects this return code; gives the text.
fn expect(machine: &Machine, code: u32, line: &str) -> String {
    let reply = ask(machine.serial(), line.as_bytes(), DEADLINE).unwrap();
    assert_eq!(reply.code, code, "{line}: {}", reply.text());
    reply.text()
}

/// Waits until the test window's status gadget shows this.
fn await_status(machine: &Machine, text: &str) {
    expect(
        machine,
        0,
        &format!("WAITFOR \"{TEST_WINDOW}\" 9 TEXT=\"{text}\" TIMEOUT=30"),
    );
}

/// Boots a machine with the server, the test window and other programs, whose windows have these titles.
fn boot(model: Model, programs: &[&str], titles: &[&str]) -> Machine {
    let environment = environment();
    let start: String = programs
        .iter()
        .map(|program| format!("Run >NIL: SYS:C/{program}\n"))
        .collect();
    let machine = Machine::builder(model)
        .with_display()
        .with_programs(&environment, programs)
        .startup(&start)
        .with_server(&environment, "")
        .boot()
        .unwrap();
    machine.wait_for_server().unwrap();
    for title in titles {
        expect(&machine, 0, &format!("WAITFOR WINDOW=\"{title}\" TIMEOUT=60"));
    }
    machine
}

/// The window's `[left,top widthxheight]` in the first line of a TREE or PICK.
fn place(machine: &Machine, title: &str) -> String {
    let tree = expect(machine, 0, &format!("TREE \"{title}\""));
    let first = tree.lines().next().unwrap_or_default();
    first
        .rsplit('[')
        .next()
        .unwrap_or_default()
        .trim_end_matches(']')
        .to_owned()
}

fn menus_drags_and_frames(model: Model) {
    let machine = boot(model, &["LongMenu"], &["Long Menu"]);
    keeping_evidence(&machine, &format!("menus-{}", model.name()), || {
        let menu = expect(&machine, 0, "MENU GTApp");
        assert!(
            menu.contains("\n  item num=0/0 text=\"About\" shortcut=A checkit=0 checked=0 enabled=1\n"),
            "{menu}"
        );
        assert!(
            menu.contains("\n    subitem num=0/3/1 text=\"Second\" checkit=0 checked=0 enabled=1\n"),
            "{menu}"
        );
        // By its key, by the pointer, and both for sub-items.
        for (numbers, status) in [
            ("0 0", "menu 0/0/-1"),
            ("0 1", "menu 0/1/-1"),
            ("0 3 0", "menu 0/3/0"),
            ("0 3 1", "menu 0/3/1"),
        ] {
            expect(&machine, 0, &format!("MENUPICK GTApp {numbers}"));
            await_status(&machine, status);
        }
        assert!(expect(&machine, 0, "MENU GTApp").contains("text=\"Toggle\" checkit=1 checked=1"));
        expect(&machine, 20, "MENUPICK GTApp 0 2");
        expect(&machine, 5, "MENUPICK GTApp 0 5");

        // 60 items, and panels that the right edge of the screen pushes to the left.
        let long = expect(&machine, 0, "MENU \"Long Menu\"");
        assert_eq!(
            long.lines().filter(|line| line.starts_with("  item ")).count(),
            60,
            "{long}"
        );
        for (numbers, title) in [
            ("2 0", "Picked 0"),
            ("2 19", "Picked 19"),
            ("2 9 0", "Picked sub 0"),
            ("2 9 1", "Picked sub 1"),
        ] {
            let window = long_menu_title(&machine);
            expect(&machine, 0, &format!("MENUPICK \"{window}\" {numbers}"));
            expect(&machine, 0, &format!("WAITFOR WINDOW=\"{title}\" TIMEOUT=30"));
        }

        assert_eq!(place(&machine, TEST_WINDOW), "40,20 480x200");
        expect(&machine, 0, "WINDOWMOVE GTApp 37 -5");
        assert_eq!(place(&machine, TEST_WINDOW), "77,15 480x200");
        expect(&machine, 0, "WINDOWSIZE GTApp 401 150");
        assert_eq!(place(&machine, TEST_WINDOW), "77,15 401x150");
        expect(&machine, 0, "WINDOWSIZE GTApp 10 10");
        assert_eq!(
            place(&machine, TEST_WINDOW),
            "77,15 200x80",
            "the window's own limit"
        );
        expect(&machine, 0, "WINDOWSIZE GTApp 480 200");
        expect(&machine, 0, "WINDOWMOVE GTApp -37 5");
        assert_eq!(place(&machine, TEST_WINDOW), "40,20 480x200");

        // The slider stands at 5 of 15. A press right of its knob moves it, and so does a drag.
        expect(&machine, 0, "DRAG GTApp ROLE=slider 60 0");
        let status = expect(&machine, 0, "GETTEXT GTApp 9");
        assert!(status.starts_with("level ") && status != "level 5", "{status}");
        expect(&machine, 0, "DRAG GTApp 5 TO 1");
        let picked = expect(&machine, 0, "PICK");
        assert!(
            picked.contains("  gadget id=1 role=button "),
            "the pointer is on gadget 1: {picked}"
        );
        expect(&machine, 0, "CLICK GTApp 1");
        await_status(&machine, "pressed 1");
        expect(&machine, 0, "MENUPICK GTApp 0 4");
        expect(
            &machine,
            0,
            &format!("WAITFOR NOWINDOW=\"{TEST_WINDOW}\" TIMEOUT=30"),
        );
        expect(&machine, 0, "QUIT");
    });
}

/// The title that LongMenu's window has now.
fn long_menu_title(machine: &Machine) -> &'static str {
    let found = ["Long Menu", "Picked"].into_iter().find(|title| {
        let line = format!("TREE \"{title}\"");
        ask(machine.serial(), line.as_bytes(), DEADLINE).unwrap().code == 0
    });
    found.expect("LongMenu's window is open")
}

#[test]
#[ignore = "needs cargo xtask test"]
fn menus_drags_and_frames_on_an_a500() {
    menus_drags_and_frames(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn menus_drags_and_frames_on_an_a1200() {
    menus_drags_and_frames(Model::A1200);
}

fn windows_and_screens(model: Model) {
    let titles = ["Large in front", "Small behind", "Second Window", "Many Gadgets"];
    let machine = boot(model, &["Overlap", "TwoScreens", "ManyGadgets"], &titles);
    keeping_evidence(&machine, &format!("windows-{}", model.name()), || {
        // The pointer is put where both windows are; the large one is in front after the click on it.
        expect(&machine, 0, "CLICK Large 1");
        expect(&machine, 0, "DRAG Large 1 -70 -20");
        let picked = expect(&machine, 0, "PICK");
        assert!(picked.starts_with("window \"Large in front\" "), "{picked}");
        expect(&machine, 0, "CLICK Small 1");
        let picked = expect(&machine, 0, "PICK");
        assert!(picked.starts_with("window \"Small behind\" "), "{picked}");
        assert!(picked.contains("gadget id=1 "), "{picked}");

        assert_eq!(place(&machine, "Second Window"), "20,20 160x80");
        expect(&machine, 0, "WINDOWSIZE SCREEN=Second Second 200 100");
        assert_eq!(place(&machine, "Second Window"), "20,20 200x100");
        expect(&machine, 0, "WINDOWMOVE Second 30 40");
        assert_eq!(place(&machine, "Second Window"), "50,60 200x100");
        assert!(
            expect(&machine, 0, "SCREENS").contains("\"Second Screen\" [0,0 640x200] frontmost=1"),
            "the screen came to the front"
        );
        expect(&machine, 0, "CLICK Second 1");
        let picked = expect(&machine, 0, "PICK SCREEN=Second");
        assert!(picked.contains("gadget id=1 "), "{picked}");
        expect(&machine, 5, "PICK SCREEN=none");

        let tree = expect(&machine, 0, "TREE \"Many Gadgets\"");
        assert!(
            tree.contains("gadget id=150 ") && tree.ends_with('\n'),
            "150 gadgets, none cut"
        );
        assert!(tree.len() > 4096);

        expect(&machine, 0, "QUIT");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn windows_and_screens_on_an_a500() {
    windows_and_screens(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn windows_and_screens_on_an_a1200() {
    windows_and_screens(Model::A1200);
}

fn requesters(model: Model) {
    let machine = boot(model, &["Asker"], &["Asker", "Twin"]);
    keeping_evidence(&machine, &format!("requesters-{}", model.name()), || {
        expect(&machine, 15, "WAITFOR REQUESTER TIMEOUT=1");
        for (button, answer, title) in [(1, "Yes", "Asker: yes"), (2, "No", "Asker: no")] {
            expect(&machine, 0, &format!("CLICK Asker {button}"));
            expect(&machine, 0, "WAITFOR REQUESTER TIMEOUT=30");
            // A requester over a window has its title, one without a window has the system's.
            let requester = if button == 1 { "Asker" } else { "System Request" };
            expect(&machine, 0, &format!("CLICK \"{requester}\" LABEL={answer}"));
            expect(&machine, 0, &format!("WAITFOR WINDOW=\"{title}\" TIMEOUT=30"));
            expect(&machine, 15, "WAITFOR REQUESTER TIMEOUT=1");
        }
        expect(&machine, 0, "QUIT");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn requesters_on_an_a500() {
    requesters(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn requesters_on_an_a1200() {
    requesters(Model::A1200);
}

/// How long the programs that are hard to look at are looked at: 10 minutes in a long run.
fn soak() -> Duration {
    Duration::from_secs(if std::env::var_os("AMIPILOT_SOAK").is_some() {
        600
    } else {
        15
    })
}

fn junk_and_flicker(model: Model) {
    let machine = boot(model, &["JunkGadgets", "Flicker"], &["Junk", "Flicker"]);
    keeping_evidence(&machine, &format!("junk-{}", model.name()), || {
        let tree = expect(&machine, 0, "TREE Junk");
        for id in 1..=5 {
            let left = 20 + id * 20;
            let line = format!("  gadget id={id} role=custom class=\"\" label=\"\" [{left},20 16x10]\n");
            assert!(tree.contains(&line), "{line} is missing in\n{tree}");
        }
        let end = Instant::now() + soak();
        let mut counts = [0u32; 2];
        while Instant::now() < end {
            for line in [
                "TREE Flicker",
                "CLICK Flicker 12",
                "GETTEXT Flicker 3",
                "PICK",
                "MENU Flicker",
                "TREE Junk",
            ] {
                let reply = ask(machine.serial(), line.as_bytes(), DEADLINE).unwrap();
                assert!(
                    [0, 5].contains(&reply.code),
                    "{line}: RC {} {}",
                    reply.code,
                    reply.text()
                );
                // A window opens before it gets its gadgets, and may be met in between.
                if line == "TREE Flicker" && reply.code == 0 && reply.text().contains(" id=1 ") {
                    assert_eq!(
                        reply
                            .text()
                            .lines()
                            .filter(|line| line.contains(" role=button "))
                            .count(),
                        12,
                        "a whole tree: {}",
                        reply.text()
                    );
                }
                counts[usize::from(reply.code == 5)] += 1;
            }
        }
        println!(
            "{} requests met the window, {} came too late",
            counts[0], counts[1]
        );
        assert!(counts[0] > 10, "the window was met: {counts:?}");
        // No click that came too late went to the window below.
        assert_eq!(expect(&machine, 0, "GETTEXT GTApp 9"), "");
        expect(&machine, 0, "CLICK GTApp 1");
        await_status(&machine, "pressed 1");
        expect(&machine, 0, "QUIT");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn junk_and_flicker_on_an_a500() {
    junk_and_flicker(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn junk_and_flicker_on_an_a1200() {
    junk_and_flicker(Model::A1200);
}
