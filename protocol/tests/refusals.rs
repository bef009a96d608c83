//! Request lines that are refused, the size limits, and the texts that say why.

use protocol::parse;
use protocol::request::{Argument, Problem};

fn problem(line: &str) -> Problem {
    parse(line.as_bytes()).expect_err(line).problem
}

#[test]
fn lines_that_are_refused() {
    let cases = [
        (" \t ", Problem::Blank),
        ("", Problem::Blank),
        ("TREES x", Problem::UnknownVerb),
        ("VERSIONVERSIONVERSION", Problem::UnknownVerb),
        ("TREE", Problem::Missing(Argument::Window)),
        ("TREE ", Problem::Missing(Argument::Window)),
        ("CLICK GadTools", Problem::Missing(Argument::Gadget)),
        ("CLICK @", Problem::Missing(Argument::Name)),
        ("CLICK @ n", Problem::Missing(Argument::Name)),
        ("CLICK W ROLE=nonsense", Problem::UnknownRole),
        ("CLICK W 1 EXPECT=REQUESTER", Problem::BadExpectation),
        ("CLICK W 1 EXPECT=", Problem::BadExpectation),
        ("CLICK W 1 EXPECT=WINDOW=", Problem::Missing(Argument::Window)),
        ("TYPE W 2", Problem::Missing(Argument::Text)),
        ("AUTH", Problem::Missing(Argument::Password)),
        ("LAUNCH", Problem::Missing(Argument::Command)),
        ("LAUNCH STACK= foo", Problem::Missing(Argument::Stack)),
        ("FSPUT RAM:x", Problem::Missing(Argument::Count)),
        ("FSPUT RAM:x -1", Problem::NegativeCount),
        ("MENUPICK W 0", Problem::Missing(Argument::MenuNumber)),
        ("DRAG W 5", Problem::Missing(Argument::Destination)),
        ("DRAG W 5 3", Problem::Missing(Argument::Pixels)),
        ("DRAG W 5 TO", Problem::Missing(Argument::Destination)),
        ("DRAG W 5 TO ROLE=button", Problem::BadDestination),
        ("SCREENSHOT foo", Problem::Unexpected(11)),
        ("PICK WINDOW=x", Problem::Unexpected(5)),
        ("WAITFOR", Problem::Missing(Argument::Window)),
        ("WAITFOR TIMEOUT=5 WINDOW=x", Problem::Missing(Argument::Text)),
        ("WAITFOR W 2", Problem::Missing(Argument::Text)),
        ("WAITFOR NOWINDOW", Problem::Missing(Argument::Gadget)),
        ("WAITFOR WINDOW= TIMEOUT=3", Problem::Missing(Argument::Window)),
        ("MUIREXX APP TIMEOUT=3", Problem::Missing(Argument::Command)),
        ("WHERE name", Problem::NotAName),
        ("WHERE", Problem::NotAName),
    ];
    for (line, expected) in cases {
        assert_eq!(problem(line), expected, "{line:?}");
    }
}

/// Every size limit: the longest argument is taken, one byte more is refused by name.
#[test]
fn sizes_are_limits_and_never_cuts() {
    let cases = [
        ("TREE ?", 127, Argument::Window),
        ("TREE \"?\"", 127, Argument::Window),
        ("TREE SCREEN=? w", 127, Argument::Screen),
        ("CLICK @?", 31, Argument::Name),
        ("CLICK W LABEL=?", 255, Argument::Label),
        ("CLICK W 1 EXPECT=WINDOW=?", 127, Argument::Window),
        ("CLICK W 1 EXPECT=NOWINDOW=?", 127, Argument::Window),
        ("CLICK W ?", 15, Argument::Gadget),
        ("CLICK W INDEX=?", 15, Argument::Number),
        ("TYPE W 1 ?", 255, Argument::Text),
        ("TYPE W 1 \"?\"", 255, Argument::Text),
        ("WAITFOR W 1 TEXT=?", 255, Argument::Text),
        ("WAITFOR WINDOW=?", 127, Argument::Window),
        ("WAITFOR REQUESTER TIMEOUT=?", 15, Argument::Number),
        ("AUTH ?", 255, Argument::Password),
        ("MANIFEST ?", 255, Argument::Path),
        ("FSGET ?", 255, Argument::Path),
        ("FSPUT x ?", 15, Argument::Count),
        ("LAUNCH ?", 255, Argument::Command),
        ("LAUNCH STACK=? x", 15, Argument::Stack),
        ("MUIREXX ? quit", 31, Argument::PortBase),
        ("MUIREXX X ?", 255, Argument::Command),
        ("WBLAUNCH x TOOLTYPE=?=v", 31, Argument::ToolType),
        ("WBLAUNCH x TOOLTYPE=k=?", 191, Argument::ToolTypeValue),
        ("WBLAUNCH x ARG=?", 255, Argument::WorkbenchArgument),
        ("MENUPICK W ? 1", 15, Argument::MenuNumber),
        ("WINDOWMOVE W ? 1", 15, Argument::Pixels),
        ("DRAG W 1 TO ?", 15, Argument::Destination),
    ];
    for (line, most, argument) in cases {
        assert!(
            parse(line.replace('?', &"1".repeat(most)).as_bytes()).is_ok(),
            "{line}"
        );
        assert_eq!(
            problem(&line.replace('?', &"1".repeat(most + 1))),
            Problem::TooLong(argument),
            "{line}"
        );
        assert_eq!(argument.max_bytes(), most);
    }
    // A role of 31 bytes is unknown, one of 32 too long; escapes count as the byte that they mean.
    assert_eq!(
        problem(&format!("CLICK W ROLE={}", "x".repeat(31))),
        Problem::UnknownRole
    );
    assert_eq!(
        problem(&format!("CLICK W ROLE={}", "x".repeat(32))),
        Problem::TooLong(Argument::Role)
    );
    assert!(parse(format!("TREE \"{}\"", "\\\"".repeat(127)).as_bytes()).is_ok());
}

/// Every refusal has a text of its own that fits on a line, and RC 10.
#[test]
fn error_texts_teach() {
    let text = |line: &str| {
        let error = parse(line.as_bytes()).expect_err(line);
        assert_eq!(error.code().number(), 10);
        let mut bytes = Vec::new();
        error.write_to(&mut |piece: &[u8]| bytes.extend_from_slice(piece));
        String::from_utf8(bytes).expect("ASCII")
    };
    let cases = [
        (
            " ",
            "the line holds only blanks; send a verb, for example VERSION",
        ),
        (
            "tre",
            "unknown command; VERSION names the commands of this server",
        ),
        ("tree", "TREE: bad arguments, missing the window title"),
        (
            "click W role=b",
            "CLICK: unknown role; TREE shows the role of every gadget",
        ),
        ("PICK me", "PICK: does not take the word at column 6"),
        ("FSPUT x -1", "FSPUT: the byte count is negative"),
        ("WHERE x", "WHERE: takes a manifest name, written @name"),
        (
            "CLICK W 1 EXPECT=x",
            "CLICK: EXPECT= takes WINDOW=title or NOWINDOW",
        ),
        (
            "DRAG W 1 TO LABEL=x",
            "DRAG: after TO comes a gadget id or @name in the same window",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(text(line), expected);
    }
    let long = format!("TREE {}", "x".repeat(128));
    assert_eq!(
        text(&long),
        "TREE: argument too long: the window title takes at most 127 bytes; nothing was done"
    );
    let many = format!("WBLAUNCH p {}", "ARG=a ".repeat(9));
    assert_eq!(
        text(&many),
        "WBLAUNCH: too many options: at most 8 times ARG=path"
    );
    let mut bytes = Vec::new();
    protocol::ParseError::LINE_TOO_LONG.write_to(&mut |piece: &[u8]| bytes.extend_from_slice(piece));
    assert_eq!(
        bytes,
        b"request line too long: at most 511 bytes; nothing was done"
    );
}
