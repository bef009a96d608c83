//! Gadgets, conditions and effects as they are written on the command line.
//!
//! The same words everywhere: `WINDOW ID`, `WINDOW role=… label=… index=…`, or `@NAME`. A word is taken for a key only
//! behind the window, so a window may have any title. Source: `docs/hostctl.md`, "Naming a gadget".

use protocol::request::{Condition, Expectation, Target};
use protocol::{Role, Word};

use crate::failure::Failure;
use crate::latin1;

/// A gadget, in Latin-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locator {
    screen: Option<Vec<u8>>,
    gadget: Gadget,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Gadget {
    Number {
        window: Vec<u8>,
        id: u32,
    },
    Kind {
        window: Vec<u8>,
        role: Option<Role>,
        label: Option<Vec<u8>>,
        index: i32,
    },
    Name(Vec<u8>),
}

impl Locator {
    /// Reads the words that name a gadget, and the `--screen` option.
    ///
    /// # Errors
    /// [`crate::failure::FailureKind::Usage`] says what is missing or cannot be meant;
    /// [`crate::failure::FailureKind::NotLatin1`] names a character.
    pub fn read(words: &[String], screen: Option<&str>) -> Result<Locator, Failure> {
        Ok(Locator {
            screen: encode_screen(screen)?,
            gadget: Gadget::read(words)?,
        })
    }

    /// The gadget as the protocol names it.
    pub fn target(&self) -> Target<'_> {
        let screen = self.screen.as_deref().map(Word::plain);
        match &self.gadget {
            Gadget::Number { window, id } => Target::ById {
                screen,
                window: Word::plain(window),
                id: *id,
            },
            Gadget::Kind {
                window,
                role,
                label,
                index,
            } => Target::ByRole {
                screen,
                window: Word::plain(window),
                role: *role,
                label: label.as_deref().map(Word::plain),
                index: *index,
            },
            Gadget::Name(name) => Target::ByName {
                screen,
                name: Word::plain(name),
            },
        }
    }
}

impl Gadget {
    fn read(words: &[String]) -> Result<Gadget, Failure> {
        let (first, rest) = words
            .split_first()
            .ok_or_else(|| Failure::usage("no gadget is named"))?;
        if let Some(name) = first.strip_prefix('@') {
            return Gadget::named(name, rest);
        }
        let window = latin1::encode("the window pattern", first)?;
        match rest {
            [] => Err(Failure::usage(format!(
                "which gadget of the window \"{first}\"? Add its number, or role=, label= or index=; `hostctl tree \
                 \"{first}\"` lists them"
            ))),
            [id] if !id.contains('=') => Ok(Gadget::Number {
                window,
                id: number(id)?,
            }),
            keys => Gadget::of_kind(window, keys),
        }
    }

    fn named(name: &str, rest: &[String]) -> Result<Gadget, Failure> {
        if name.is_empty() {
            return Err(Failure::usage(
                "a manifest name must follow the @ directly, as in @save_button",
            ));
        }
        match rest.first() {
            None => Ok(Gadget::Name(latin1::encode("the manifest name", name)?)),
            Some(word) => Err(Failure::usage(format!(
                "\"{word}\" cannot follow @{name}: a manifest name stands for window and gadget"
            ))),
        }
    }

    fn of_kind(window: Vec<u8>, keys: &[String]) -> Result<Gadget, Failure> {
        let (mut role, mut label, mut index) = (None, None, None);
        for word in keys {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                Failure::usage(format!(
                    "\"{word}\" names no gadget: after the window comes one number, or words with role=, label= or \
                     index=. A window title with blanks needs quotes."
                ))
            })?;
            let twice = match key.to_ascii_lowercase().as_str() {
                "role" => role.replace(read_role(value)?).is_some(),
                "label" => label.replace(latin1::encode("the label", value)?).is_some(),
                "index" => index.replace(read_index(value)?).is_some(),
                _ => {
                    return Err(Failure::usage(format!(
                        "\"{key}=\" is not known here; a gadget has role=, label= and index="
                    )));
                }
            };
            if twice {
                return Err(Failure::usage(format!("\"{key}=\" is given twice")));
            }
        }
        Ok(Gadget::Kind {
            window,
            role,
            label,
            index: index.unwrap_or(0),
        })
    }
}

/// The screen pattern in Latin-1.
///
/// # Errors
/// [`crate::failure::FailureKind::NotLatin1`] names a character.
pub fn encode_screen(screen: Option<&str>) -> Result<Option<Vec<u8>>, Failure> {
    screen
        .map(|pattern| latin1::encode("the screen pattern", pattern))
        .transpose()
}

fn number(text: &str) -> Result<u32, Failure> {
    text.parse().map_err(|_| {
        Failure::usage(format!(
            "\"{text}\" is not a gadget number: those are whole, from 0 to 4294967295"
        ))
    })
}

fn read_index(text: &str) -> Result<i32, Failure> {
    match text.parse() {
        Ok(index) if index >= 0 => Ok(index),
        _ => Err(Failure::usage(format!(
            "index={text}: the index counts matches from 0"
        ))),
    }
}

fn read_role(text: &str) -> Result<Role, Failure> {
    Role::from_bytes(text.as_bytes()).ok_or_else(|| {
        let names: Vec<&str> = Role::ALL.iter().map(|role| role.as_str()).collect();
        Failure::usage(format!(
            "role={text}: there is no such role; known are: {}",
            names.join(" ")
        ))
    })
}

/// What `wait` waits for, in Latin-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// A window is open.
    Window(Vec<u8>),
    /// No such window is open.
    NoWindow(Vec<u8>),
    /// A requester is up.
    Requester,
    /// A gadget has this text.
    Text {
        /// The gadget, with the screen.
        locator: Locator,
        /// The text.
        text: Vec<u8>,
    },
}

impl Awaited {
    /// Reads the words of `wait`.
    ///
    /// # Errors
    /// As [`Locator::read`].
    pub fn read(words: &[String], screen: Option<&str>) -> Result<Awaited, Failure> {
        if let [word] = words {
            if word.eq_ignore_ascii_case("requester") {
                return Ok(Awaited::Requester);
            }
            if let Some(pattern) = key_value(word, "window") {
                return Ok(Awaited::Window(latin1::encode("the window pattern", pattern)?));
            }
            if let Some(pattern) = key_value(word, "nowindow") {
                return Ok(Awaited::NoWindow(latin1::encode("the window pattern", pattern)?));
            }
        }
        let Some((text, gadget)) = words
            .split_last()
            .and_then(|(last, gadget)| Some((key_value(last, "text")?, gadget)))
        else {
            return Err(Failure::usage(
                "wait for what? Give window=PATTERN, nowindow=PATTERN, requester, or a gadget followed by text=VALUE",
            ));
        };
        Ok(Awaited::Text {
            locator: Locator::read(gadget, screen)?,
            text: latin1::encode("the text", text)?,
        })
    }

    /// The condition as the protocol names it.
    pub fn condition(&self) -> Condition<'_> {
        match self {
            Awaited::Window(pattern) => Condition::Window(Word::plain(pattern)),
            Awaited::NoWindow(pattern) => Condition::NoWindow(Word::plain(pattern)),
            Awaited::Requester => Condition::Requester,
            Awaited::Text { locator, text } => Condition::Text {
                target: locator.target(),
                text: Word::plain(text),
            },
        }
    }
}

/// What `click --expect` expects, in Latin-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A window is open.
    Window(Vec<u8>),
    /// The clicked window is gone.
    NoWindow,
}

impl Effect {
    /// Reads the value of `--expect`.
    ///
    /// # Errors
    /// As [`Locator::read`].
    pub fn read(word: &str) -> Result<Effect, Failure> {
        if word.eq_ignore_ascii_case("nowindow") {
            return Ok(Effect::NoWindow);
        }
        match key_value(word, "window") {
            Some(pattern) => Ok(Effect::Window(latin1::encode("the expected window", pattern)?)),
            None => Err(Failure::usage(format!(
                "--expect {word} is not known: give window=PATTERN (such a window is open) or nowindow (the clicked \
                 window has closed)"
            ))),
        }
    }

    /// The effect as the protocol names it.
    pub fn expectation(&self) -> Expectation<'_> {
        match self {
            Effect::Window(pattern) => Expectation::Window(Word::plain(pattern)),
            Effect::NoWindow => Expectation::NoWindow,
        }
    }
}

/// The value of `word` when it is `key=value`; the key's letters match in either case.
fn key_value<'w>(word: &'w str, key: &str) -> Option<&'w str> {
    let (name, value) = word.split_once('=')?;
    name.eq_ignore_ascii_case(key).then_some(value)
}

#[cfg(test)]
mod tests {
    use protocol::request::{Condition, Target};
    use protocol::{Role, Word};

    use super::{Awaited, Effect, Locator};
    use crate::failure::Failure;

    fn words(text: &[&str]) -> Vec<String> {
        text.iter().map(|word| String::from(*word)).collect()
    }

    fn read(text: &[&str]) -> Result<Locator, Failure> {
        Locator::read(&words(text), None)
    }

    #[test]
    fn a_number_names_a_gadget() {
        let locator = Locator::read(&words(&["role=x", "4294967295"]), Some("Work")).unwrap();
        let screen = Some(Word::plain(b"Work"));
        assert_eq!(
            locator.target(),
            Target::ById {
                screen,
                window: Word::plain(b"role=x"),
                id: u32::MAX
            }
        );
    }

    #[test]
    fn role_label_and_index_name_a_gadget() {
        let locator = read(&["Prefs", "ROLE=Button", "label=a=b", "index=2"]).unwrap();
        let expected = Target::ByRole {
            screen: None,
            window: Word::plain(b"Prefs"),
            role: Some(Role::Button),
            label: Some(Word::plain(b"a=b")),
            index: 2,
        };
        assert_eq!(locator.target(), expected);
    }

    #[test]
    fn a_manifest_name_stands_alone() {
        let locator = read(&["@save"]).unwrap();
        assert_eq!(
            locator.target(),
            Target::ByName {
                screen: None,
                name: Word::plain(b"save")
            }
        );
        assert!(
            read(&["@save", "1"])
                .unwrap_err()
                .message
                .contains("cannot follow @save")
        );
        assert!(read(&["@"]).is_err());
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            (&["W"][..], "which gadget of the window \"W\"?"),
            (&["W", "-1"], "\"-1\" is not a gadget number"),
            (&["W", "x"], "\"x\" is not a gadget number"),
            (&["My", "Window", "1"], "A window title with blanks needs quotes"),
            (
                &["W", "role=knob"],
                "there is no such role; known are: button string",
            ),
            (&["W", "colour=red"], "\"colour=\" is not known here"),
            (&["W", "index=-1"], "the index counts matches from 0"),
            (&["W", "label=a", "label=b"], "\"label=\" is given twice"),
        ] {
            let failure = read(text).unwrap_err();
            assert!(failure.message.contains(part), "{text:?}: {failure}");
        }
    }

    #[test]
    fn conditions_are_read() {
        let awaited = |text: &[&str]| Awaited::read(&words(text), None);
        assert_eq!(awaited(&["Window=A=b"]), Ok(Awaited::Window(b"A=b".to_vec())));
        assert_eq!(awaited(&["nowindow="]), Ok(Awaited::NoWindow(Vec::new())));
        assert_eq!(awaited(&["REQUESTER"]), Ok(Awaited::Requester));
        let text = awaited(&["requester", "9", "text=pressed 1"]).unwrap();
        assert!(matches!(text.condition(), Condition::Text { text, .. } if text.equals(b"pressed 1")));
        for wrong in [&["W", "9"][..], &["text=x"], &["window=a", "window=b"], &[]] {
            assert!(awaited(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn effects_are_read() {
        assert_eq!(
            Effect::read("window=Über"),
            Ok(Effect::Window(b"\xDCber".to_vec()))
        );
        assert_eq!(Effect::read("NoWindow"), Ok(Effect::NoWindow));
        assert!(
            Effect::read("requester")
                .unwrap_err()
                .message
                .contains("--expect requester is not known")
        );
    }
}
