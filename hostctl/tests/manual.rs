//! The command lines that the README and the manual show are command lines that the tool understands.

use hostctl::arguments::{Arguments, Command};
use hostctl::commands;

/// The words of a command line as a shell splits it: blanks separate, double quotes keep together.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().expect("there is always a last word").push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[track_caller]
fn check(text: &str, at_least: usize) {
    let commands = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("hostctl "));
    let mut count = 0;
    for line in commands {
        let words = shell_words(line.split(" #").next().unwrap_or(line));
        let (arguments, sources) = Arguments::read(&words).unwrap_or_else(|error| panic!("{line}: {error}"));
        if let Command::Amiga(command) = &arguments.command
            && let Err(failure) = commands::prepare(command)
        {
            panic!("{line}: {failure}");
        }
        if line.contains("--port") || line.contains("--tcp") {
            assert!(arguments.global.route(sources).is_ok(), "{line}");
        }
        count += 1;
    }
    assert!(count >= at_least, "only {count} command lines were found");
}

#[test]
fn the_manual_shows_what_works() {
    check(include_str!("../../docs/hostctl.md"), 9);
}

#[test]
fn the_readme_shows_what_works() {
    check(include_str!("../../README.md"), 3);
}

#[test]
fn the_pages_on_emulators_show_what_works() {
    check(include_str!("../../docs/emulators.md"), 5);
    check(include_str!("../../docs/emulators-amiberry.md"), 8);
}
