//! `docs/emulators-amiberry.md` lists reasons, commands, error texts, rejections and tests. This checks that the tables are
//! those of the code and the recorded exchange, and that every test they name exists.
//!
//! `AMIBERRY_WRITE_TABLES=1` writes the tables into the page.

mod common;

use amiberry_control::command;
use amiberry_control::error::Reason;
use amiberry_control::refusal::{REJECTIONS, TEXTS};
use common::recording;
use std::collections::BTreeSet;
use std::path::PathBuf;

const TESTS: [&str; 6] = [
    include_str!("commands.rs"),
    include_str!("recorded.rs"),
    include_str!("session.rs"),
    include_str!("automation.rs"),
    include_str!("interruptions.rs"),
    include_str!("fuzz.rs"),
];

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/emulators-amiberry.md")
}

fn table(head: &str, rows: impl Iterator<Item = String>) -> String {
    let line = "|---".repeat(head.matches('|').count() - 1);
    format!(
        "{head}\n{line}|\n{}",
        rows.map(|row| row + "\n").collect::<String>()
    )
}

/// The tables, by the placeholder that a new page has for them.
fn tables() -> [(&'static str, &'static str, String); 4] {
    let recorded = recording();
    let seen_in_replies = |text: &str| {
        let reply = |line: &str| {
            line.strip_prefix("ERROR\t")
                .is_some_and(|fields| fields.starts_with(text))
        };
        if recorded.iter().any(|(_, line)| reply(line)) {
            "exchange"
        } else {
            "description"
        }
    };
    let reasons = Reason::ALL.iter().map(|reason| {
        format!(
            "| {} | `{}` | {} |",
            reason.exit_code(),
            reason.name(),
            reason.meaning()
        )
    });
    let commands = command::all().map(|specification| {
        let replies = recorded
            .iter()
            .filter(|(line, _)| line.split('\t').next() == Some(specification.name));
        let replies: Vec<&String> = replies.map(|(_, reply)| reply).collect();
        let seen = match (
            replies.iter().any(|reply| reply.starts_with("OK")),
            replies.is_empty(),
        ) {
            (true, _) => "exchange",
            (false, false) => "refusals",
            (false, true) => "description",
        };
        format!("| {} | {} | {seen} |", specification.name, specification.about)
    });
    let texts = TEXTS.iter().map(|(text, reason)| {
        format!(
            "| {} | `{}` | {} |",
            text.trim_end(),
            reason.name(),
            seen_in_replies(text)
        )
    });
    let rejections = REJECTIONS.iter().map(|(name, reason, _)| {
        let seen = recorded
            .iter()
            .any(|(_, reply)| reply.contains(&format!("reason={name}")));
        format!(
            "| {name} | `{}` | {} |",
            reason.name(),
            if seen { "exchange" } else { "description" }
        )
    });
    [
        (
            "REASONS",
            "| code | reason | what happened |",
            table("| code | reason | what happened |", reasons),
        ),
        (
            "COMMANDS",
            "| command | what it does | seen in |",
            table("| command | what it does | seen in |", commands),
        ),
        (
            "TEXTS",
            "| text begins with | reason | seen in |",
            table("| text begins with | reason | seen in |", texts),
        ),
        (
            "REJECTIONS",
            "| rejection | reason | seen in |",
            table("| rejection | reason | seen in |", rejections),
        ),
    ]
}

#[test]
fn the_tables_are_those_of_the_code_and_the_recording() {
    let mut text = std::fs::read_to_string(page()).unwrap();
    for (placeholder, head, table) in tables() {
        if std::env::var_os("AMIBERRY_WRITE_TABLES").is_some() {
            text = text.replace(&format!("\n{placeholder}\n"), &format!("\n{table}"));
            if let Some(begin) = text.find(head) {
                let end = text[begin..]
                    .find("\n\n")
                    .map_or(text.len(), |end| begin + end + 1);
                text.replace_range(begin..end, &table);
            }
            std::fs::write(page(), &text).unwrap();
        }
        assert!(
            text.contains(&format!("\n{table}\n")),
            "the table below {head:?} differs"
        );
    }
}

#[test]
fn every_test_is_listed_and_every_listed_test_exists() {
    let text = std::fs::read_to_string(page()).unwrap();
    let name = |line: &str| {
        line.trim()
            .strip_prefix("fn ")?
            .split('(')
            .next()
            .map(str::to_owned)
    };
    let mut tests = BTreeSet::new();
    for source in TESTS {
        let lines: Vec<&str> = source.lines().collect();
        let pairs = lines.windows(2).filter(|pair| pair[0].trim() == "#[test]");
        tests.extend(pairs.filter_map(|pair| name(pair[1])));
    }
    let quoted: BTreeSet<String> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let missing: Vec<&String> = tests.difference(&quoted).collect();
    assert!(missing.is_empty(), "not listed: {missing:?}");
    let (_, rules) = text.split_once("\n## Rules\n").unwrap();
    let (rules, _) = rules.split_once("\n`AMIPILOT").unwrap();
    for listed in rules.split('`').skip(1).step_by(2) {
        assert!(tests.contains(listed), "there is no test {listed}");
    }
}
