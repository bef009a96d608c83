//! Request lines whose meaning is known from the parser of AmiPilot 1.1, and ours where it is better.

use protocol::request::{Argument, Condition, DragTo, Expectation, Problem, Request, StartupOptions, Target};
use protocol::{Role, Word, parse};

fn word(text: &str) -> Word<'_> {
    Word::plain(text.as_bytes())
}

fn by_id(window: &str, id: u32) -> Target<'_> {
    Target::ById {
        screen: None,
        window: word(window),
        id,
    }
}

fn by_name(name: &str) -> Target<'_> {
    Target::ByName {
        screen: None,
        name: word(name),
    }
}

fn problem(line: &str) -> Problem {
    parse(line.as_bytes()).expect_err(line).problem
}

#[test]
fn lines_that_are_taken() {
    let tree = |window| Request::Tree {
        screen: None,
        window: word(window),
    };
    let click = |target| Request::Click {
        target,
        expect: None,
        timeout: 10,
    };
    let by_role = |role, label, index| Target::ByRole {
        screen: None,
        window: word("W"),
        role,
        label,
        index,
    };
    let typed = |text| Request::Type {
        target: by_id("W", 2),
        text: word(text),
    };
    let put = |count, timeout| Request::FsPut {
        path: word("RAM:x"),
        count,
        timeout,
    };
    let drag = |to| Request::Drag {
        target: by_id("W", 5),
        to,
    };
    let wait = |condition, timeout| Request::WaitFor {
        screen: None,
        condition,
        timeout,
    };
    let screen = Some(word("My Screen"));
    let cases = [
        ("\tTREE\tGadTools", tree("GadTools")),
        ("TREE \"\"", tree("")),
        ("tree \"My App\" trailing", tree("My App")),
        ("TREE a\"b", tree("a\"b")),
        ("TREE \"a\\n\"", tree("a\\n")),
        ("TREE \"open end", tree("open end")),
        ("TREE @x", tree("@x")),
        (
            "TREE screen=x y",
            Request::Tree {
                screen: Some(word("x")),
                window: word("y"),
            },
        ),
        ("TREE SCREEN= y", tree("y")),
        ("TREE \"SCREEN=x\" y", tree("SCREEN=x")),
        (
            "MENU SCREEN=\"My Screen\" y",
            Request::Menu {
                screen,
                window: word("y"),
            },
        ),
        ("CLICK GadTools -1", click(by_id("GadTools", 0xFFFF_FFFF))),
        ("CLICK W 4294967295", click(by_id("W", 0xFFFF_FFFF))),
        ("CLICK W abc", click(by_id("W", 0))),
        ("CLICK W 0x10", click(by_id("W", 0))),
        ("CLICK GadTools 1 TIMEOUT=5", click(by_id("GadTools", 1))),
        (
            "CLICK W 1 EXPECT=NOWINDOW=foo",
            Request::Click {
                target: by_id("W", 1),
                expect: Some(Expectation::NoWindow),
                timeout: 10,
            },
        ),
        (
            "CLICK W 1 expect=window=\"Two Words\" timeout=7",
            Request::Click {
                target: by_id("W", 1),
                expect: Some(Expectation::Window(word("Two Words"))),
                timeout: 7,
            },
        ),
        (
            "CLICK W 1 EXPECT=NOWINDOW TIMEOUT=0",
            Request::Click {
                target: by_id("W", 1),
                expect: Some(Expectation::NoWindow),
                timeout: 10,
            },
        ),
        (
            "CLICK W ROLE=button LABEL=\"Cancel Now\" INDEX=1",
            click(by_role(Some(Role::Button), Some(word("Cancel Now")), 1)),
        ),
        (
            "CLICK W INDEX=2 role=Button label= ROLE=CheckBox",
            click(by_role(Some(Role::Checkbox), None, 2)),
        ),
        ("CLICK W INDEX=1", click(by_role(None, None, 1))),
        ("CLICK W INDEX=-1", click(by_role(None, None, -1))),
        ("CLICK W ROLE=", click(by_role(None, None, 0))),
        ("CLICK @n 5", click(by_name("n"))),
        (
            "CLICK SCREEN=\"My Screen\" @n",
            click(Target::ByName {
                screen,
                name: word("n"),
            }),
        ),
        ("CLICK \"@n\" 5", click(by_id("@n", 5))),
        ("TYPE W 2 \"quoted \\\"x\\\" y\" rest", typed("quoted \"x\" y")),
        ("TYPE W 2 \"\"", typed("")),
        ("TYPE W 2 a\\nb", typed("a\\nb")),
        ("TYPE W 2  two  words ", typed("two  words ")),
        (
            "TYPE @n 5",
            Request::Type {
                target: by_name("n"),
                text: word("5"),
            },
        ),
        (
            "GETTEXT W 2 rest",
            Request::GetText {
                target: by_id("W", 2),
            },
        ),
        ("AUTH \"\"", Request::Auth { password: word("") }),
        ("MANIFEST T:x y", Request::Manifest { path: word("T:x") }),
        (
            "LAUNCH STACK=abc foo",
            Request::Launch {
                stack: None,
                command: b"foo",
            },
        ),
        (
            "LAUNCH STACK=8000  run \"a b\" >NIL: ",
            Request::Launch {
                stack: Some(8000),
                command: b"run \"a b\" >NIL: ",
            },
        ),
        ("FSPUT RAM:x 16384", put(16384, 30)),
        ("FSPUT RAM:x 163840", put(163_840, 30)),
        ("FSPUT RAM:x 4294967295", put(u32::MAX, 30)),
        ("FSPUT RAM:x abc", put(0, 30)),
        ("FSPUT RAM:x 3 TIMEOUT=5", put(3, 5)),
        ("FSPUT RAM:x 3 junk TIMEOUT=5", put(3, 30)),
        ("DRAG W 5 to @dest", drag(DragTo::Name(word("dest")))),
        ("DRAG W 5 TO 7", drag(DragTo::Id(7))),
        ("DRAG W 5 TOAST 7", drag(DragTo::Offset { dx: 0, dy: 7 })),
        (
            "DRAG W 5 -40000 70000",
            drag(DragTo::Offset {
                dx: -32768,
                dy: 32767,
            }),
        ),
        ("SCREENS junk", Request::Screens),
        ("VERSION foo", Request::Version),
        ("quit now", Request::Quit),
        ("PING", Request::Ping),
        ("INFO", Request::Info),
        ("WHY", Request::Why),
        (
            "MENUPICK W 0 1",
            Request::MenuPick {
                screen: None,
                window: word("W"),
                menu: 0,
                item: 1,
                sub: None,
            },
        ),
        (
            "MENUPICK W 0 1 -1",
            Request::MenuPick {
                screen: None,
                window: word("W"),
                menu: 0,
                item: 1,
                sub: None,
            },
        ),
        (
            "MENUPICK W 0 -1 2",
            Request::MenuPick {
                screen: None,
                window: word("W"),
                menu: 0,
                item: -1,
                sub: Some(2),
            },
        ),
        (
            "WINDOWMOVE W -3 4",
            Request::WindowMove {
                screen: None,
                window: word("W"),
                dx: -3,
                dy: 4,
            },
        ),
        (
            "WINDOWSIZE W 320 200",
            Request::WindowSize {
                screen: None,
                window: word("W"),
                width: 320,
                height: 200,
            },
        ),
        (
            "SCREENSHOT",
            Request::Screenshot {
                screen: None,
                window: None,
            },
        ),
        (
            "SCREENSHOT WINDOW= SCREEN=",
            Request::Screenshot {
                screen: None,
                window: None,
            },
        ),
        (
            "SCREENSHOT WINDOW=W SCREEN=\"My Screen\"",
            Request::Screenshot {
                screen,
                window: Some(word("W")),
            },
        ),
        ("PICK", Request::Pick { screen: None }),
        ("PICK SCREEN=\"My Screen\"", Request::Pick { screen }),
        (
            "WAITFOR WINDOW=a TIMEOUT=3",
            wait(Condition::Window(word("a")), 3),
        ),
        (
            "WAITFOR NOWINDOW=\"a b\"",
            wait(Condition::NoWindow(word("a b")), 10),
        ),
        ("WAITFOR REQUESTER TIMEOUT=-4", wait(Condition::Requester, 10)),
        ("WAITFOR RequesterX TIMEOUT=4", wait(Condition::Requester, 4)),
        (
            "WAITFOR \"Requester Window\" 1 TEXT=x",
            wait(
                Condition::Text {
                    target: by_id("Requester Window", 1),
                    text: word("x"),
                },
                10,
            ),
        ),
        (
            "WAITFOR @n TEXT= TIMEOUT=2",
            wait(
                Condition::Text {
                    target: by_name("n"),
                    text: word(""),
                },
                2,
            ),
        ),
        (
            "MUIREXX \"My App\" TIMEOUT=3 quit",
            Request::MuiRexx {
                base: word("My App"),
                timeout: 3,
                command: b"quit",
            },
        ),
        (
            "MUIREXX APP info \"title\"",
            Request::MuiRexx {
                base: word("APP"),
                timeout: 10,
                command: b"info \"title\"",
            },
        ),
        (
            "WHERE @name TIMEOUT=4",
            Request::Where {
                name: word("name"),
                timeout: 4,
            },
        ),
    ];
    for (line, request) in cases {
        assert_eq!(parse(line.as_bytes()), Ok(request), "{line:?}");
    }
}

#[test]
fn workbench_options_come_in_any_order() {
    let line = b"WBLAUNCH p TOOLTYPE=PORT=1 ARG=a TOOLTYPE=\"G=hello there\" ARG=\"b c\"";
    let tool_types = [(word("PORT"), word("1")), (word("G"), word("hello there"))];
    let arguments = [word("a"), word("b c")];
    let options = StartupOptions::new(&tool_types, &arguments);
    assert_eq!(
        parse(line),
        Ok(Request::WbLaunch {
            icon: word("p"),
            options
        })
    );
    let plain = Request::WbLaunch {
        icon: word("p"),
        options: StartupOptions::new(&[], &[]),
    };
    assert_eq!(parse(b"WBLAUNCH p"), Ok(plain));
    assert_ne!(parse(line), Ok(plain));

    assert_eq!(problem("WBLAUNCH p junk"), Problem::Unexpected(11));
    assert_eq!(
        problem("WBLAUNCH p TOOLTYPE=x"),
        Problem::Missing(Argument::ToolType)
    );
    assert_eq!(
        problem("WBLAUNCH p TOOLTYPE==x"),
        Problem::Missing(Argument::ToolType)
    );
    assert_eq!(
        problem("WBLAUNCH p ARG="),
        Problem::Missing(Argument::WorkbenchArgument)
    );
    let many = |option: &str, count| format!("WBLAUNCH p {}", format!("{option} ").repeat(count));
    assert!(parse((many("ARG=a", 8) + "TOOLTYPE=k=v").as_bytes()).is_ok());
    assert_eq!(
        problem(&many("ARG=a", 9)),
        Problem::TooMany(Argument::WorkbenchArgument)
    );
    assert_eq!(
        problem(&many("TOOLTYPE=k=v", 9)),
        Problem::TooMany(Argument::ToolType)
    );
}
