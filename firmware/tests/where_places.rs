//! WHERE, and CLICK and TYPE on places that an application tells: every return code, and the defects of 1.1 that are gone.

mod bench;

use bench::{Bench, amiga_with_files, with_server};
use hal_amiga::WindowHandle;
use hal_amiga::simulated::{GtApp, PortAnswer, Style};

const FILE: &str = "MANIFEST 2\nAPP GTApp\nWHEREPORT GTAPP.WHERE\nWINDOW main GTApp\nWINDOW other Other\n\
    GADGET connect_button main 1\nWHEREGADGET drawn main\nWHEREGADGET field main\nWHEREGADGET away other\n\
    WHEREGADGET unknown main\nWHEREGADGET crooked main\nWHEREGADGET late main\nWHEREGADGET never main\n\
    WHEREGADGET outside main\nWHEREGADGET slow main\n";

/// Runs `test` with GTApp, which draws its button and its text field itself as far as the manifest says, and a server.
fn with_places(test: impl FnOnce(&mut Bench<'_>, WindowHandle)) {
    let amiga = amiga_with_files();
    amiga.add_file("WORK:GTApp.manifest", FILE.as_bytes());
    let window = GtApp::start(&amiga, Style::V40);
    amiga.open_port("GTAPP.WHERE", |command| match command {
        b"WHERE drawn" => PortAnswer::ok("20 20 100 14"),
        b"WHERE field" => PortAnswer::ok(" 80  40 200 14 "),
        b"WHERE crooked" => PortAnswer::ok("1 2 3"),
        b"WHERE late" => PortAnswer::After(12_000, 0, b"20 20 100 14".to_vec()),
        b"WHERE slow" => PortAnswer::After(3000, 0, b"20 20 100 14".to_vec()),
        b"WHERE never" => PortAnswer::Never,
        b"WHERE outside" => PortAnswer::ok("470 190 100 14"),
        _ => PortAnswer::error(10, "no such place"),
    });
    with_server(&amiga, 2, |bench| {
        bench.expect(0, "MANIFEST WORK:GTApp.manifest");
        test(bench, window);
        bench.assert_in_order();
    });
}

#[test]
fn places_are_told_as_four_numbers() {
    with_places(|bench, _| {
        assert_eq!(bench.expect(0, "WHERE @drawn"), "20 20 100 14");
        assert_eq!(bench.expect(0, "WHERE @FIELD TIMEOUT=3"), "80 40 200 14");
        assert_eq!(bench.expect(0, "WHERE @outside"), "470 190 100 14");
        let (port, command) = bench.amiga.rexx_log().remove(1);
        assert_eq!(port, b"GTAPP.WHERE");
        assert_eq!(command, b"WHERE field", "the name as the manifest has it");
    });
}

#[test]
fn clicks_go_to_the_middle_of_the_place() {
    with_places(|bench, window| {
        bench.expect(0, "CLICK @drawn");
        assert_eq!(bench.expect(0, "GETTEXT GTApp 9"), "pressed 1");
        // The place is the window's, wherever that is by now.
        bench.amiga.move_window(window, 50, 20);
        bench.expect(0, "CLICK @drawn EXPECT=WINDOW=GTApp");
        assert_eq!(bench.expect(0, "GETTEXT GTApp 9"), "pressed 2");
        bench.expect(0, "TYPE @field Z\u{fc}rich");
        assert_eq!(bench.expect(0, "GETTEXT GTApp 2"), "Z\u{fc}rich");
    });
}

#[test]
fn the_window_may_move_while_the_application_thinks() {
    with_places(|bench, window| {
        bench
            .amiga
            .after(1000, move |amiga| amiga.move_window(window, 60, 30));
        bench.expect(0, "CLICK @slow");
        assert_eq!(bench.expect(0, "GETTEXT GTApp 9"), "pressed 1");
    });
}

#[test]
fn what_is_not_there_is_5() {
    with_places(|bench, window| {
        for verb in ["WHERE @away", "CLICK @away", "TYPE @away x"] {
            assert!(bench.expect(5, verb).contains("Other"), "{verb}");
        }
        assert!(
            bench.amiga.rexx_log().is_empty(),
            "nobody is asked without a window"
        );
        bench.amiga.close_port("GTAPP.WHERE");
        for verb in ["WHERE @drawn", "CLICK @drawn", "TYPE @drawn x"] {
            assert!(bench.expect(5, verb).contains("port"), "{verb}");
        }
        bench
            .amiga
            .open_port("GTAPP.WHERE", |_| PortAnswer::After(2000, 0, b"1 2 3 4".to_vec()));
        bench.amiga.after(1000, move |amiga| amiga.close_window(window));
        assert!(bench.expect(5, "WHERE @drawn").contains("closed"));
        assert!(bench.events().is_empty());
    });
}

#[test]
fn a_window_that_closes_meanwhile_is_not_clicked() {
    with_places(|bench, window| {
        bench.amiga.after(1000, move |amiga| amiga.close_window(window));
        bench.expect(5, "CLICK @slow");
        assert!(bench.events().is_empty());
    });
}

#[test]
fn refusals_are_10() {
    with_places(|bench, _| {
        bench.expect(10, "WHERE drawn");
        bench.expect(10, "WHERE");
        assert!(bench.expect(10, "WHERE @nothing").contains("no gadget"));
        assert!(bench.expect(10, "WHERE @connect_button").contains("GADGET"));
        for verb in ["WHERE @unknown", "CLICK @unknown", "TYPE @unknown x"] {
            assert_eq!(bench.expect(10, verb), "10 no such place", "{verb}");
        }
        for verb in ["WHERE @crooked", "CLICK @crooked", "TYPE @crooked x"] {
            assert!(bench.expect(10, verb).contains("four whole numbers"), "{verb}");
        }
        // Beside its window a click would hit another program.
        for verb in ["CLICK @outside", "TYPE @outside x"] {
            assert!(bench.expect(10, verb).contains("outside"), "{verb}");
        }
        bench.amiga.remove_rexx_library();
        assert!(bench.expect(10, "WHERE @drawn").contains("rexxsyslib.library"));
        assert!(bench.events().is_empty(), "nothing was touched");
        bench.expect(10, "MANIFEST WORK:top");
        assert!(bench.expect(10, "WHERE @drawn").contains("MANIFEST"));
    });
}

#[test]
fn what_was_tried_and_failed_is_20() {
    with_places(|bench, _| {
        let before = bench.amiga.allocations();
        bench.expect(0, "WHERE @drawn");
        let blocks = bench.amiga.allocations() - before;
        for blocks in 0..blocks {
            bench.amiga.limit_allocations(Some(blocks));
            assert!(bench.expect(20, "WHERE @drawn").contains("memory"));
        }
        bench.amiga.limit_allocations(None);
        bench.amiga.refuse_event(1);
        bench.expect(20, "CLICK @drawn");
        assert_eq!(bench.amiga.rexx_messages(), 0);
    });
}

/// 1.1 deletes the reply port when it gives up, though the application still has the message and answers it. Here both
/// live until the answer: the simulated application panics when its message has been freed.
#[test]
fn d7_questions_outlive_the_wait() {
    with_places(|bench, _| {
        for verb in ["WHERE @late TIMEOUT=1", "CLICK @late", "TYPE @late x"] {
            assert!(bench.expect(15, verb).contains("did not answer"), "{verb}");
        }
        assert!(bench.events().is_empty());
        assert!(bench.settle());
        assert_eq!(
            bench.amiga.rexx_messages(),
            0,
            "the late answers have freed their messages"
        );
        bench.expect(15, "WHERE @never TIMEOUT=1");
        assert_eq!(bench.amiga.rexx_messages(), 1);
    });
}

/// A gesture that waits for its place does not hold up others, and takes its turn afterwards.
#[test]
fn gestures_of_others_go_on_while_an_application_thinks() {
    with_places(|bench, _| {
        bench.send(0, "CLICK @slow");
        bench.send(1, "CLICK @connect_button");
        assert_eq!(bench.reply(1).code, 0);
        assert_eq!(bench.expect_on(1, 0, "GETTEXT GTApp 9"), "pressed 1");
        assert_eq!(bench.reply(0).code, 0);
        assert_eq!(bench.expect(0, "GETTEXT GTApp 9"), "pressed 2");
    });
}
