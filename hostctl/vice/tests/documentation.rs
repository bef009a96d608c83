//! `docs/emulators.md` says which test covers which command, event, error code and rule of the binary monitor. This
//! checks that the tables and the tests agree, in both directions.

use std::collections::BTreeSet;
use std::path::PathBuf;
use vice_monitor::command::CommandCode;
use vice_monitor::error::ErrorCode;
use vice_monitor::event;

const TESTS: [(&str, &str); 6] = [
    ("commands", include_str!("commands.rs")),
    ("machine_commands", include_str!("machine_commands.rs")),
    ("events", include_str!("events.rs")),
    ("session", include_str!("session.rs")),
    ("recorded", include_str!("recorded.rs")),
    ("fuzz", include_str!("fuzz.rs")),
];
const RECORDING: &str = include_str!("data/recorded-exchange.txt");

/// The rows of the table under a heading of the VICE half, as trimmed cells.
fn table(heading: &str) -> Vec<Vec<String>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/emulators.md");
    let text = std::fs::read_to_string(path).expect("docs/emulators.md");
    let (_, vice) = text.split_once("\n## VICE").expect("a VICE half");
    let (_, section) = vice
        .split_once(&format!("\n### {heading}\n"))
        .expect("the heading");
    let section = section.split("\n#").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    })
    .collect()
}

/// The test names in a cell, which stand in back quotes.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// All tests in the sources.
fn tests() -> BTreeSet<String> {
    let name = |line: &str| {
        line.trim()
            .strip_prefix("fn ")?
            .split('(')
            .next()
            .map(str::to_owned)
    };
    TESTS
        .iter()
        .flat_map(|(_, source)| {
            let lines: Vec<&str> = source.lines().collect();
            lines
                .windows(2)
                .filter(|pair| pair[0].trim() == "#[test]")
                .filter_map(|pair| name(pair[1]))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn frames(mark: &str) -> Vec<Vec<u8>> {
    RECORDING
        .lines()
        .filter_map(|line| line.strip_prefix(mark))
        .map(|line| {
            line.split_whitespace()
                .map_while(|byte| u8::from_str_radix(byte, 16).ok())
                .collect()
        })
        .filter(|frame: &Vec<u8>| frame.len() >= 11)
        .collect()
}

/// A table names each number once, with its name, a test that exists, and rightly whether the exchange has it.
fn check(heading: &str, expected: &[(u8, String)], recorded: &BTreeSet<u8>) {
    let tests = tests();
    let rows = table(heading);
    let listed: Vec<(u8, String)> = rows
        .iter()
        .map(|row| {
            (
                u8::from_str_radix(&row[0], 16).expect("a hexadecimal number"),
                row[1].clone(),
            )
        })
        .collect();
    assert_eq!(listed, expected, "{heading}");
    for (row, (number, _)) in rows.iter().zip(expected) {
        let names = names(&row[2]);
        assert!(!names.is_empty(), "{row:?} names no test");
        for name in names {
            assert!(tests.contains(name), "{heading}: there is no test {name}");
        }
        assert_eq!(
            row[3].starts_with("exchange"),
            recorded.contains(number),
            "{heading}: where was {row:?} seen?"
        );
    }
}

#[test]
fn every_command_is_listed() {
    let recorded = frames("C>").into_iter().map(|frame| frame[10]).collect();
    let expected: Vec<(u8, String)> = CommandCode::ALL
        .into_iter()
        .map(|(code, name)| (code.byte(), name.to_owned()))
        .collect();
    check("Commands", &expected, &recorded);
}

#[test]
fn every_event_is_listed() {
    let events = frames("S>")
        .into_iter()
        .filter(|frame| frame[8..].starts_with(&[0xff; 4]))
        .map(|frame| frame[6])
        .collect();
    let expected: Vec<(u8, String)> = event::ALL
        .into_iter()
        .map(|(kind, name)| (kind, name.to_owned()))
        .collect();
    check("Events", &expected, &events);
}

#[test]
fn every_error_code_is_listed() {
    let recorded = frames("S>")
        .into_iter()
        .map(|frame| frame[7])
        .filter(|code| *code != 0)
        .collect();
    let rows = table("Error codes");
    let expected: Vec<(u8, String)> = ErrorCode::ALL
        .into_iter()
        .zip(&rows)
        .map(|(code, row)| (code.byte(), row[1].clone()))
        .collect();
    assert_eq!(rows.len(), ErrorCode::ALL.len());
    check("Error codes", &expected, &recorded);
}

#[test]
fn every_test_is_listed_and_every_listed_test_exists() {
    let headings = ["Commands", "Events", "Error codes", "Rules"];
    let cells: Vec<String> = headings
        .into_iter()
        .flat_map(|heading| {
            let column = if heading == "Rules" { 1 } else { 2 };
            table(heading).into_iter().map(move |row| row[column].clone())
        })
        .collect();
    let listed: BTreeSet<String> = cells
        .iter()
        .flat_map(|cell| names(cell))
        .map(str::to_owned)
        .collect();
    assert_eq!(listed, tests());
}

#[test]
fn exit_codes_are_those_of_the_table() {
    use std::time::Duration;
    use vice_monitor::error::Error;
    let nothing = || std::io::Error::other("nothing");
    let refused = |code| Error::Refused {
        command: "PING".into(),
        code,
    };
    let errors = [
        Error::Argument(String::new()),
        Error::Connect {
            address: String::new(),
            source: nothing(),
        },
        Error::Busy {
            address: String::new(),
            waited: Duration::ZERO,
        },
        Error::NoAnswer {
            command: String::new(),
            waited: Duration::ZERO,
        },
        Error::Noise { skipped: 1 },
        Error::Malformed {
            what: "",
            detail: String::new(),
        },
        Error::Unexpected {
            command: String::new(),
            kind: 0,
        },
        refused(ErrorCode::InvalidApiVersion),
        Error::NotFound {
            what: "",
            name: String::new(),
            known: Vec::new(),
        },
        refused(ErrorCode::ObjectMissing),
        refused(ErrorCode::InvalidMemspace),
        refused(ErrorCode::InvalidLength),
        refused(ErrorCode::InvalidParameter),
        refused(ErrorCode::UnknownCommand),
        Error::Deadline {
            what: String::new(),
            waited: Duration::ZERO,
        },
        refused(ErrorCode::GeneralFailure),
        Error::Lost {
            during: String::new(),
            source: None,
        },
        Error::File {
            path: PathBuf::new(),
            source: nothing(),
        },
        Error::Emulator(String::new()),
        Error::Stopped {
            pc: None,
            why: String::new(),
        },
    ];
    let real: BTreeSet<(String, String)> = errors
        .iter()
        .map(|error| (error.exit_code().to_string(), error.name().to_owned()))
        .collect();
    let listed: BTreeSet<(String, String)> = table("Exit codes")
        .into_iter()
        .map(|row| (row[0].clone(), row[1].trim_matches('`').to_owned()))
        .collect();
    assert_eq!(listed, real);
    assert!(
        real.iter()
            .all(|(code, _)| (100..=125).contains(&code.parse::<u8>().expect("a number")))
    );
}
