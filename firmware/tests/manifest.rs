//! MANIFEST, logical names in every verb that takes a gadget, and WHY.

mod bench;

use bench::{Bench, amiga_with_files, with_server};
use hal_amiga::simulated::{FileCall, GtApp, NewWindow, SimulatedAmiga, Style};
use hal_amiga::{FileError, Rect, WindowHandle};

const FILE: &str = "MANIFEST 2\nAPP GTApp ; the fixture\nWHEREPORT GTAPP.WHERE\nWINDOW main GTApp\nWINDOW other Other\n\
    GADGET connect_button main 1\nGADGET host_field main 2\nGADGET status main 9\nGADGET volume main 5\n\
    GADGET absent main 77\nGADGET elsewhere other 1\nWHEREGADGET drawn main\n";

const LOADED: &str = "loaded GTApp: 2 windows, 7 gadgets";

/// Runs `test` with GTApp, its manifest in a file, and a server with two lines.
fn with_manifest(test: impl FnOnce(&mut Bench<'_>, WindowHandle)) {
    let amiga = amiga_with_files();
    amiga.add_file("WORK:private/GTApp.manifest", FILE.as_bytes());
    amiga.add_file("WORK:a file", FILE.as_bytes());
    amiga.add_file("WORK:bad", b"MANIFEST 1\nAPP A\nBUTTON x\n");
    let window = GtApp::start(&amiga, Style::V40);
    with_server(&amiga, 2, |bench| {
        test(bench, window);
        assert_eq!(amiga.file_handles(), 0, "something is still locked or open");
    });
}

/// Opens a window that the manifest knows as `other`.
fn open_other(amiga: &SimulatedAmiga) {
    let place = Rect {
        left: 0,
        top: 100,
        width: 200,
        height: 80,
    };
    amiga.open_window(amiga.front_screen(), NewWindow::titled("Other", place), None);
}

#[test]
fn a_manifest_is_loaded_from_anywhere_and_for_all_clients() {
    with_manifest(|bench, _| {
        // No FSROOT is granted, and none is needed.
        assert_eq!(bench.expect(0, "MANIFEST WORK:private/GTApp.manifest"), LOADED);
        assert_eq!(bench.expect(0, "MANIFEST \"WORK:a file\" and more"), LOADED);
        assert_eq!(bench.expect_on(1, 0, "GETTEXT @status"), "");
        bench.expect(0, "CLICK @CONNECT_Button");
        assert_eq!(bench.expect_on(1, 0, "GETTEXT @STATUS"), "pressed 1");
    });
}

#[test]
fn names_stand_for_window_and_gadget_in_every_verb() {
    with_manifest(|bench, window| {
        bench.expect(0, "MANIFEST WORK:private/GTApp.manifest");
        bench.expect(0, "TYPE @host_field abc");
        assert_eq!(bench.expect(0, "GETTEXT @host_field"), "abc");
        bench.expect(0, "WAITFOR @host_field TEXT=abc");
        bench.expect(15, "WAITFOR @host_field TEXT=x TIMEOUT=1");
        bench.expect(0, "CLICK @connect_button 99 EXPECT=WINDOW=GTApp");
        bench.expect(0, "DRAG @volume 40 0");
        assert_ne!(bench.amiga.state(window, GtApp::VOLUME), Some(0));
        bench.expect(0, "DRAG @volume TO @host_field");
        bench.expect(0, "DRAG GTApp 5 TO @host_field");
        bench.expect(0, "DRAG @volume TO 2");
        bench.expect(0, "CLICK SCREEN=Workbench @connect_button");
        // TREE takes a title, and `@` is one of its characters.
        bench.expect(5, "TREE @main");
        bench.assert_in_order();
    });
}

/// 1.1: these replies came as `RC 10 0`, without any text, on serial lines and TCP.
#[test]
fn d1_manifest_locator_errors_carry_their_text() {
    with_manifest(|bench, _| {
        for line in [
            "CLICK @status",
            "TYPE @status x",
            "GETTEXT @status",
            "DRAG @status 1 1",
            "DRAG GTApp 5 TO @status",
            "WAITFOR @status TEXT=x",
        ] {
            assert_eq!(
                bench.expect(10, line),
                "no manifest is loaded: send MANIFEST first, or give the window and an id or ROLE=",
                "{line}"
            );
        }
        bench.expect(0, "MANIFEST WORK:private/GTApp.manifest");
        for line in [
            "CLICK @none",
            "TYPE @none x",
            "GETTEXT @main",
            "DRAG @none 1 1",
            "DRAG @volume TO @none",
            "WAITFOR @none TEXT=x",
        ] {
            assert_eq!(
                bench.expect(10, line),
                "the loaded manifest has no gadget of this name",
                "{line}"
            );
        }
        for line in [
            "GETTEXT @drawn",
            "DRAG @drawn 1 1",
            "DRAG @volume TO @drawn",
            "WAITFOR @drawn TEXT=x",
        ] {
            let text = bench.expect(10, line);
            assert!(text.contains("WHEREGADGET"), "{line}: {text}");
        }
        open_other(&bench.amiga);
        assert!(
            bench
                .expect(10, "DRAG @volume TO @elsewhere")
                .contains("another window")
        );
        assert!(bench.events().is_empty(), "nothing was touched");
    });
}

#[test]
fn what_is_not_there_is_5() {
    with_manifest(|bench, window| {
        bench.expect(0, "MANIFEST WORK:private/GTApp.manifest");
        for line in [
            "CLICK @elsewhere",
            "GETTEXT @elsewhere",
            "WAITFOR @elsewhere TEXT=",
        ] {
            assert_eq!(
                bench.expect(5, line),
                "no window whose title contains \"Other\" is open (letter case counts)"
            );
        }
        bench.expect(5, "CLICK SCREEN=Nowhere @connect_button");
        open_other(&bench.amiga);
        assert!(
            bench
                .expect(5, "GETTEXT @elsewhere")
                .starts_with("no such gadget in \"Other\"")
        );
        bench.expect(5, "GETTEXT @absent");
        bench.expect(5, "DRAG @volume TO @absent");
        bench.amiga.close_window(window);
        bench.expect(5, "GETTEXT @status");
        assert!(bench.events().is_empty(), "nothing was touched");
    });
}

#[test]
fn any_failure_forgets_the_manifest() {
    let mut large = Vec::from(FILE);
    large.resize(8191, b'\n');
    let cases: [(&str, u32, &str); 6] = [
        (
            "MANIFEST WORK:none",
            20,
            "\"WORK:none\": no such file or drawer (error 205)",
        ),
        (
            "MANIFEST WORK:open",
            20,
            "\"WORK:open\": a drawer, and no file (error 212)",
        ),
        (
            "MANIFEST CON:",
            20,
            "\"CON:\": this device holds no files (error 209)",
        ),
        ("MANIFEST WORK:bad", 10, "line 3: unknown record"),
        ("MANIFEST WORK:large", 20, "a manifest has 8190 bytes at most"),
        (
            "MANIFEST WORK:top",
            10,
            "line 1: the first record must be MANIFEST 1 or MANIFEST 2",
        ),
    ];
    with_manifest(|bench, _| {
        bench.amiga.add_file("WORK:large", &large);
        for (line, code, text) in cases {
            bench.expect(0, "MANIFEST WORK:private/GTApp.manifest");
            bench.expect(0, "GETTEXT @status");
            assert_eq!(bench.expect(code, line), text);
            assert!(bench.expect(10, "GETTEXT @status").starts_with("no manifest"));
        }
        bench.amiga.add_file("WORK:large", &large[..8190]);
        assert_eq!(bench.expect(0, "MANIFEST WORK:large"), LOADED);
        bench.expect(10, "MANIFEST");
        bench.expect(0, "GETTEXT @status");
    });
}

#[test]
fn a_disk_that_fails_is_20() {
    for call in [FileCall::Lock, FileCall::Examine, FileCall::Open, FileCall::Read] {
        for number in 1..=3 {
            if number > 1 && call != FileCall::Read {
                continue;
            }
            with_manifest(|bench, _| {
                bench.amiga.fail_file_call(call, number, FileError::NO_DISK);
                let text = bench.expect(20, "MANIFEST WORK:private/GTApp.manifest");
                assert!(text.ends_with("no disk in the drive (error 226)"), "{text}");
                bench.expect(0, "MANIFEST WORK:private/GTApp.manifest");
            });
        }
    }
}

/// 1.1 reads the file at one go; here it may be larger than what one turn takes, and others are served meanwhile.
#[test]
fn others_are_served_while_a_manifest_is_read() {
    with_manifest(|bench, _| {
        let mut file = String::from(FILE);
        while file.len() < 8000 {
            file += "; a line that says nothing\n";
        }
        bench.amiga.add_file("WORK:long", file.as_bytes());
        bench.send(0, "MANIFEST WORK:long");
        for _ in 0..3 {
            bench.server.turn();
        }
        assert_eq!(bench.expect_on(1, 0, "PING"), "pong");
        assert!(bench.is_silent(0), "it is still being read");
        assert_eq!(bench.reply(0).text, LOADED);
    });
}

#[test]
fn a_file_that_grows_while_it_is_read_stays_bounded() {
    with_manifest(|bench, _| {
        bench.send(0, "MANIFEST WORK:private/GTApp.manifest");
        for _ in 0..2 {
            bench.server.turn();
        }
        let mut file = String::from(FILE);
        file += &"\n".repeat(20_000);
        bench
            .amiga
            .add_file("WORK:private/GTApp.manifest", file.as_bytes());
        assert_eq!(bench.reply(0).code, 20);
        bench.expect(10, "GETTEXT @status");
    });
}

#[test]
fn quitting_ends_the_reading() {
    with_manifest(|bench, _| {
        bench.send(0, "MANIFEST WORK:private/GTApp.manifest");
        for _ in 0..2 {
            bench.server.turn();
        }
        bench.expect_on(1, 0, "QUIT");
        assert_eq!(bench.reply(0).code, 20);
    });
}

#[test]
fn why_repeats_the_last_error_of_its_client() {
    with_manifest(|bench, _| {
        assert_eq!(bench.expect(0, "WHY"), "");
        let error = bench.expect(5, "TREE none");
        assert_eq!(bench.expect(0, "WHY"), error);
        bench.expect(0, "PING");
        assert_eq!(bench.expect(0, "WHY"), error, "what succeeds changes nothing");
        assert_eq!(bench.expect_on(1, 0, "WHY"), "", "the other client made no error");
        let late = bench.expect(15, "WAITFOR WINDOW=none TIMEOUT=1");
        assert_eq!(bench.expect(0, "WHY"), late);
        let nonsense = bench.expect(10, "NONSENSE");
        assert_eq!(bench.expect(0, "WHY"), nonsense);
        bench.expect(0, "VERSION");
        assert_eq!(bench.expect(0, "WHY"), "", "a new client has made none");
        let error = bench.expect(5, "TREE none");
        bench.amiga.limit_allocations(Some(0));
        let memory = bench.expect(20, "SCREENS");
        bench.amiga.limit_allocations(None);
        assert_ne!(error, memory);
        assert_eq!(bench.expect(0, "WHY"), memory);
    });
}
