//! What keys do to texts, and characters to keys.

use super::*;

#[test]
fn a_text_is_edited_at_the_cursor() {
    let (mut machine, window) = started(Style::V40);
    let host = place(&machine, window, GtApp::HOST);
    let text = |machine: &SimulatedAmiga| machine.text(window, GtApp::HOST).expect("a text");
    machine.set_text(window, GtApp::HOST, b"abcdef");
    // The click puts the cursor between the third and the fourth character.
    click(
        &mut machine,
        Point {
            x: host.left + 25,
            y: host.top + 2,
        },
    );
    type_text(&mut machine, b"-");
    assert_eq!(text(&machine), b"abc-def");
    strike(&mut machine, 0x41, Qualifiers::default());
    assert_eq!(text(&machine), b"abcdef");
    strike(&mut machine, 0x46, Qualifiers::default());
    assert_eq!(text(&machine), b"abcef");
    strike(&mut machine, 0x4F, Qualifiers::LEFT_SHIFT);
    type_text(&mut machine, b"<");
    strike(&mut machine, 0x4E, Qualifiers::LEFT_SHIFT);
    type_text(&mut machine, b">");
    assert_eq!(text(&machine), b"<abcef>");
    strike(&mut machine, 0x10, Qualifiers::RIGHT_AMIGA);
    assert_eq!(text(&machine), b"abcdef", "right Amiga and q undoes");
    strike(&mut machine, 0x32, Qualifiers::RIGHT_AMIGA);
    assert_eq!(text(&machine), b"", "right Amiga and x clears");
    type_text(&mut machine, &[b'x'; 100]);
    assert_eq!(text(&machine).len(), 80, "no more than fits");
    // A click elsewhere ends the editing without a message, and further keys go to the program.
    click(&mut machine, Point { x: 600, y: 250 });
    type_text(&mut machine, b"y");
    assert_eq!(text(&machine).len(), 80);
    assert_eq!(messages(&machine), [Idcmp::VanillaKey { character: b'y' }]);
}

#[test]
fn an_integer_gadget_takes_digits_only() {
    let (mut machine, window) = started(Style::Aros);
    let port = place(&machine, window, GtApp::PORT);
    click(
        &mut machine,
        Point {
            x: port.left,
            y: port.top + 2,
        },
    );
    type_text(&mut machine, b"-8a0.");
    assert_eq!(machine.text(window, GtApp::PORT).as_deref(), Some(&b"-8023"[..]));
}

#[test]
fn keys_without_their_qualifiers_give_other_characters() {
    let (mut machine, window) = started(Style::V40);
    let host = place(&machine, window, GtApp::HOST).centre();
    click(&mut machine, host);
    // Z with shift in the event, and Z with the shift key pressed but not in the event.
    strike(&mut machine, 0x15, Qualifiers::LEFT_SHIFT);
    machine
        .send(InputEvent::Key {
            code: 0x60,
            down: true,
            qualifiers: Qualifiers::LEFT_SHIFT,
        })
        .expect("taken");
    strike(&mut machine, 0x15, Qualifiers::default());
    assert!(!machine.nothing_held());
    machine
        .send(InputEvent::Key {
            code: 0x60,
            down: false,
            qualifiers: Qualifiers::default(),
        })
        .expect("taken");
    assert_eq!(machine.text(window, GtApp::HOST).as_deref(), Some(&b"Zz"[..]));
    assert!(machine.nothing_held());
}

#[test]
fn keys_that_come_too_fast_are_lost() {
    let (mut machine, window) = started(Style::V40);
    machine.set_key_time(20);
    let host = place(&machine, window, GtApp::HOST).centre();
    click(&mut machine, host);
    type_text(&mut machine, b"abc");
    for character in b"def" {
        pause(&mut machine, 20);
        type_text(&mut machine, &[*character]);
    }
    assert_eq!(machine.text(window, GtApp::HOST).as_deref(), Some(&b"adef"[..]));
}

#[test]
fn every_character_of_the_keymap_comes_back_from_its_keys() {
    let mut producible = 0;
    for character in 0..=255_u8 {
        let Ok(keys) = keymap::keystrokes(character) else {
            continue;
        };
        let mut decoder = keymap::Decoder::default();
        let strokes = keys.as_slice();
        let given: Vec<u8> = strokes
            .iter()
            .filter_map(|key| decoder.strike(key.code, key.qualifiers))
            .collect();
        if character >= 0x20 {
            assert_eq!(given, [character]);
            producible += 1;
        }
    }
    // All of ASCII, and the letters of western Europe.
    assert!((0x20..0x7F).all(|character| keymap::keystrokes(character).is_ok()));
    assert!(
        b"\xe4\xf6\xfc\xdf\xe9\xe8\xea\xeb\xf1\xe7"
            .iter()
            .all(|character| keymap::keystrokes(*character).is_ok())
    );
    assert!(producible > 140);
    assert_eq!(keymap::keystrokes(0xFE), Err(InputError::NotProducible));
}
