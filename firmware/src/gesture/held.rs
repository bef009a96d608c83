//! What a gesture holds down: a mouse button, a key, qualifier keys. Spec §4.6 and §4.7.
//!
//! Every press is noted before its event is sent, so that a press that may have arrived is let go of as well.

use hal_amiga::{Input, InputError, InputEvent, MouseButton, Qualifiers};

/// Raw key code of the left shift key; the other qualifier keys follow in the order of their bits in `ie_Qualifier`.
const FIRST_QUALIFIER_KEY: u8 = 0x60;

/// Qualifier keys, as many as there are bits for them: 0x60 to 0x67.
const QUALIFIER_KEYS: u8 = 8;

/// Keys and buttons that are down.
#[derive(Debug, Default)]
pub(super) struct Held {
    button: Option<MouseButton>,
    key: Option<u8>,
    qualifiers: Qualifiers,
}

impl Held {
    /// Presses a mouse button.
    pub(super) fn press_button(
        &mut self,
        input: &mut impl Input,
        button: MouseButton,
    ) -> Result<(), InputError> {
        self.button = Some(button);
        input.send(InputEvent::Button {
            button,
            down: true,
            qualifiers: self.qualifiers,
        })
    }

    /// Whether this mouse button is down.
    pub(super) fn holds(&self, button: MouseButton) -> bool {
        self.button == Some(button)
    }

    /// Lets the mouse button go.
    pub(super) fn let_button_go(&mut self, input: &mut impl Input) -> Result<(), InputError> {
        match self.button.take() {
            Some(button) => input.send(InputEvent::Button {
                button,
                down: false,
                qualifiers: self.qualifiers,
            }),
            None => Ok(()),
        }
    }

    /// Presses the qualifier keys that a key needs, in the order of their codes, then the key.
    pub(super) fn press_key(
        &mut self,
        input: &mut impl Input,
        code: u8,
        wanted: Qualifiers,
    ) -> Result<(), InputError> {
        // Caps lock is a state of the keyboard and no key to hold; MapANSI never asks for it.
        let wanted = wanted.without(Qualifiers::CAPS_LOCK);
        for index in 0..QUALIFIER_KEYS {
            let qualifier = Qualifiers(1 << index);
            if wanted.contains(qualifier) {
                self.qualifiers = self.qualifiers.with(qualifier);
                let code = FIRST_QUALIFIER_KEY + index;
                input.send(InputEvent::Key {
                    code,
                    down: true,
                    qualifiers: self.qualifiers,
                })?;
            }
        }
        self.key = Some(code);
        input.send(InputEvent::Key {
            code,
            down: true,
            qualifiers: self.qualifiers,
        })
    }

    /// Lets the key go, then its qualifier keys in reverse order. All are tried, also after a refusal.
    pub(super) fn let_key_go(&mut self, input: &mut impl Input) -> Result<(), InputError> {
        let mut result = Ok(());
        if let Some(code) = self.key.take() {
            result = input.send(InputEvent::Key {
                code,
                down: false,
                qualifiers: self.qualifiers,
            });
        }
        for index in (0..QUALIFIER_KEYS).rev() {
            let qualifier = Qualifiers(1 << index);
            if self.qualifiers.contains(qualifier) {
                self.qualifiers = self.qualifiers.without(qualifier);
                let code = FIRST_QUALIFIER_KEY + index;
                result = result.and(input.send(InputEvent::Key {
                    code,
                    down: false,
                    qualifiers: self.qualifiers,
                }));
            }
        }
        result
    }

    /// Lets everything go. A refusal changes nothing: there is no other way to let go.
    pub(super) fn release_all(&mut self, input: &mut impl Input) {
        let _ = self.let_key_go(input);
        let _ = self.let_button_go(input);
    }
}
