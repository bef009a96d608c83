//! `MONITOR`, the debugger's machine-readable side on newer servers: forms, their numbers, and the state they need.
//!
//! Promise: a text that can never work is refused here; one that Amiberry always refuses points to the right command.
//!
//! Source: the description of Amiberry's MONITOR command, and for the grammar the WinUAE branch it comes from. It could
//! not be compared with a running server.

use crate::client::{Client, Effect};
use crate::command::{Call, Needs};
use crate::error::{Error, Reason, Result};
use crate::refusal;
use crate::wire::Framing;

/// A word of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// This one.
    Is(&'static str),
    /// One of these.
    Of(&'static [&'static str]),
    /// Hexadecimal, from the first to the second.
    Hex(u64, u64),
    /// Decimal, from the first to the second.
    Decimal(u64, u64),
    /// Any text.
    Any,
    /// Any text, or nothing.
    MayBe,
}

use Word::{Any, Decimal, Hex, Is, MayBe, Of};

const WORD: u64 = u32::MAX as u64;
const READS: Needs = Needs::Nothing;
const STILL: Needs = Needs::PausedOrStopped;

/// Every form, and the state it needs.
const FORMS: &[(&[Word], Needs)] = &[
    (&[Is("capabilities")], READS),
    (&[Is("execution-status")], READS),
    (&[Is("memory-map")], READS),
    (&[Is("memory-check"), Hex(0, WORD), Hex(1, 0x80_0000)], READS),
    (&[Is("tasks")], READS),
    (&[Is("segments"), MayBe], READS),
    (&[Is("history"), Of(&["on", "off"])], STILL),
    (&[Is("history"), Is("read"), Hex(1, 0x80)], READS),
    (
        &[
            Is("condition"),
            Is("add"),
            Hex(0, 0x20),
            Hex(0, 0x10),
            Hex(0, WORD),
            Hex(0, WORD),
            Hex(0, 1),
        ],
        STILL,
    ),
    (&[Is("condition"), Is("list")], READS),
    (&[Is("condition"), Is("remove"), Hex(0, WORD)], STILL),
    (
        &[
            Is("watch"),
            Is("add"),
            Hex(0, WORD),
            Hex(1, 4),
            Hex(1, 3),
            Hex(0, WORD),
            Hex(0, 1),
            Hex(0, WORD),
            Hex(0, WORD),
            Hex(0, 1),
            Hex(0, 1),
        ],
        STILL,
    ),
    (
        &[Is("watch"), Of(&["list", "last", "events", "clear-events"])],
        READS,
    ),
    (&[Is("watch"), Is("remove"), Hex(0, WORD)], STILL),
    (
        &[
            Is("dma-watch"),
            Is("add"),
            Hex(0, WORD),
            Hex(1, 0x1_0000),
            Hex(0, WORD),
            Hex(0, WORD),
        ],
        STILL,
    ),
    (&[Is("dma-watch"), Is("list")], READS),
    (&[Is("dma-watch"), Is("remove"), Hex(0, WORD)], STILL),
    (&[Is("exception-mask"), Hex(0, u64::MAX)], STILL),
    (&[Is("exception")], READS),
    (&[Is("process-break"), Is("name"), Any], STILL),
    (&[Is("process-break"), Is("address"), Hex(0, WORD)], STILL),
    (&[Is("process-break"), Is("status")], READS),
    (&[Is("process-break"), Is("clear")], STILL),
    (&[Is("guest-output"), Of(&["on", "off", "clear"])], STILL),
    (&[Is("guest-output"), Is("read")], READS),
    (&[Is("disasm"), Hex(0, WORD), Decimal(1, 100)], READS),
    (&[Is("screenshot"), Any], READS),
    (
        &[
            Is("input"),
            Is("event"),
            Hex(0, 2),
            Hex(0, 3),
            Hex(0, 0x67),
            Hex(0, WORD),
        ],
        READS,
    ),
    (&[Is("input"), Of(&["status", "release"])], READS),
];

/// What Amiberry always refuses, and what does it instead.
const INSTEAD: &[(&[&str], &str)] = &[
    (&["step-over"], "`debug debug-step-over`"),
    (&["checkpoint", "save"], "`state savestate`"),
    (&["checkpoint", "restore"], "`state loadstate`"),
    (&["checkpoint"], "`state savestate` and `state loadstate`"),
    (
        &["input", "sequence"],
        "`monitor input event …`, one event at a time",
    ),
];

/// A checked text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    words: Vec<String>,
    needs: Needs,
}

impl Text {
    /// Checks the words of a text. A path or a name with blanks is one word.
    ///
    /// # Errors
    /// [`Reason::UnsupportedCapability`] for what Amiberry always refuses, with the right command; [`Reason::Argument`].
    pub fn parse(words: &[String]) -> Result<Text> {
        let begins = |start: &&[&str]| {
            words
                .iter()
                .zip(start.iter())
                .filter(|(word, begin)| word == begin)
                .count()
                == start.len()
        };
        if let Some((start, instead)) = INSTEAD.iter().find(|(start, _)| begins(start)) {
            return Err(Error::new(
                Reason::UnsupportedCapability,
                format!(
                    "Amiberry refuses `{}` over this interface. Use {instead}",
                    start.join(" ")
                ),
            ));
        }
        let form = FORMS.iter().find(|(form, _)| fits(form, words));
        let (_, needs) = form.ok_or_else(|| {
            let near = FORMS
                .iter()
                .filter(|(form, _)| fits(&form[..1], &words[..words.len().min(1)]));
            let shown: Vec<String> = near.map(|(form, _)| show(form)).collect();
            Error::argument(if shown.is_empty() {
                let mut names: Vec<String> = FORMS.iter().map(|(form, _)| show(&form[..1])).collect();
                names.dedup();
                format!("a monitor text begins with one of {}", names.join(", "))
            } else {
                format!(
                    "no such monitor text; numbers are bare hexadecimal. Write one of: {}",
                    shown.join("; ")
                )
            })
        })?;
        extra_rules(words)?;
        Ok(Text {
            words: words.to_vec(),
            needs: *needs,
        })
    }

    /// The state that it needs.
    pub fn needs(&self) -> Needs {
        self.needs
    }

    /// Checks the state, sends it, and gives the result's lines; JSON results are one line.
    ///
    /// # Errors
    /// [`Reason::WrongState`] before anything is changed; [`Reason::UnsupportedCapability`] for a server without MONITOR;
    /// what Amiberry refuses.
    pub fn send(&self, client: &Client) -> Result<Vec<String>> {
        client.require("MONITOR")?;
        if self.needs == STILL {
            let truth = |name, field| -> Result<bool> {
                let answer = client.call(&Call::new(name, &[])?)?;
                Ok(answer.get(field) == Some(&crate::value::Value::Truth(true)))
            };
            if !truth("GET_STATUS", "Paused")? && !truth("DEBUG_STATUS", "stopped")? {
                return Err(Error::new(
                    Reason::WrongState,
                    "this changes the debugger's tables, so the machine must stand still. Send `run pause` first; nothing \
                     was changed",
                ));
            }
        }
        let effect = match self.needs == READS && self.words[0] != "input" && self.words[0] != "screenshot" {
            true => Effect::Repeatable,
            false => Effect::Once,
        };
        let reply = client.exchange("MONITOR", &self.words, effect, Framing::Line)?;
        if reply.ok {
            Ok(reply.fields)
        } else {
            Err(refusal::error("MONITOR", &reply))
        }
    }
}

fn hexadecimal(text: &str) -> Option<u64> {
    let bare = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    bare.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

fn fits(form: &[Word], words: &[String]) -> bool {
    let possible =
        words.len() == form.len() || (form.last() == Some(&MayBe) && words.len() + 1 == form.len());
    possible
        && form.iter().zip(words).all(|(word, text)| match word {
            Is(expected) => text == expected,
            Of(several) => several.contains(&text.as_str()),
            Hex(low, high) => hexadecimal(text).is_some_and(|value| (*low..=*high).contains(&value)),
            Decimal(low, high) => text
                .parse()
                .is_ok_and(|value: u64| (*low..=*high).contains(&value)),
            Any | MayBe => !text.is_empty() && !text.chars().any(char::is_control),
        })
}

fn show(form: &[Word]) -> String {
    let words = form.iter().map(|word| match word {
        Is(word) => (*word).to_owned(),
        Of(words) => words.join("|"),
        Hex(low, high) => format!("{low:x}..{high:x}"),
        Decimal(low, high) => format!("{low}..{high} (decimal)"),
        Any => "TEXT".into(),
        MayBe => "[TEXT]".into(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Rules that tie words together.
fn extra_rules(words: &[String]) -> Result<()> {
    let number = |place: usize| {
        words
            .get(place)
            .and_then(|word| hexadecimal(word))
            .unwrap_or_default()
    };
    let starts =
        |first: &str, second: &str| words[0] == first && words.get(1).is_some_and(|word| word == second);
    let refuse = |text: &str| Err(Error::argument(text));
    if starts("watch", "add") {
        let (address, size) = (number(2), number(3));
        if size == 3 || address % size != 0 {
            return refuse("a watch covers 1, 2 or 4 bytes at an address that is a multiple of that");
        }
        if number(9) == 1 && number(4) != 2 {
            return refuse("a watch for changes only needs access 2 (write)");
        }
    }
    if starts("dma-watch", "add") && number(5) & 7 != 0 {
        return refuse("a DMA watch takes no CPU sources (bits 0 to 2 of its mask). Use `watch add`");
    }
    if words[0] == "exception-mask" && number(1) & 3 != 0 {
        return refuse("exceptions 0 and 1 cannot be masked: bits 0 and 1 must be 0");
    }
    if starts("process-break", "address") && number(2) % 4 != 0 {
        return refuse("a process's address is a multiple of 4");
    }
    if starts("process-break", "name") {
        let name = words[2].as_bytes();
        if name.len() > 255 || !name.iter().all(|byte| (b' '..=b'~').contains(byte)) {
            return refuse("a process's name has 1 to 255 printable ASCII characters");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Text> {
        Text::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn every_form_is_taken_and_knows_its_state() {
        let texts = [
            ("capabilities", READS),
            ("execution-status", READS),
            ("memory-map", READS),
            ("memory-check 1000 800000", READS),
            ("tasks", READS),
            ("segments", READS),
            ("segments Shell", READS),
            ("history on", STILL),
            ("history read 80", READS),
            ("condition add 0 0 1234 ffffffff 0", STILL),
            ("condition list", READS),
            ("condition remove 1", STILL),
            ("watch add dff180 2 2 6 0 0 ffff 1 0", STILL),
            ("watch events", READS),
            ("watch clear-events", READS),
            ("watch remove 0", STILL),
            ("dma-watch add 0 10000 1 8", STILL),
            ("dma-watch list", READS),
            ("dma-watch remove 0", STILL),
            ("exception-mask fffffffffffffffc", STILL),
            ("exception", READS),
            ("process-break name Shell", STILL),
            ("process-break address 1000", STILL),
            ("process-break status", READS),
            ("process-break clear", STILL),
            ("guest-output on", STILL),
            ("guest-output read", READS),
            ("disasm f80000 100", READS),
            ("screenshot /a", READS),
            ("input event 0 0 45 1", READS),
            ("input status", READS),
            ("input release", READS),
        ];
        for (text, needs) in texts {
            assert_eq!(parse(text).unwrap().needs(), needs, "{text}");
        }
        for (form, _) in FORMS {
            assert!(
                texts
                    .iter()
                    .any(|(text, _)| { fits(form, &text.split(' ').map(str::to_owned).collect::<Vec<_>>()) }),
                "{form:?} is not tried"
            );
        }
    }

    #[test]
    fn what_never_works_is_refused() {
        for text in [
            "",
            "nothing",
            "memory-check 0 800001",
            "memory-check 0x10 1",
            "history read 81",
            "watch add 1 2 2 6 0 0 0 0 0",
            "watch add 0 3 2 6 0 0 0 0 0",
            "watch add 0 2 1 6 0 0 0 1 0",
            "dma-watch add 0 10 1 1",
            "dma-watch add 0 10001 1 8",
            "exception-mask 1",
            "process-break address 2",
            "process-break name \u{e9}",
            "disasm 0 101",
            "input event 0 0 68 1",
        ] {
            assert_eq!(parse(text).unwrap_err().reason, Reason::Argument, "{text}");
        }
        for (text, instead) in [
            ("step-over", "debug-step-over"),
            ("checkpoint save /a", "savestate"),
            ("checkpoint restore /a", "loadstate"),
            ("input sequence x", "input event"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(
                error.reason == Reason::UnsupportedCapability && error.message.contains(instead),
                "{error}"
            );
        }
    }
}
