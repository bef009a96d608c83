//! What GadTools tells when it is asked: Commodore's from V39 on, and AROS'.

use super::*;

#[test]
fn the_answers_of_gadtools_tell_from_v39_on() {
    let check_box = GadgetFacts {
        activation: RELEASE_VERIFY,
        ..gadtools(3, BOOL, (20, 60, 40, 20))
    };
    let switch = GadgetFacts {
        activation: RELEASE_VERIFY | TOGGLE_SELECT,
        ..gadtools(10, BOOL, (0, 0, 26, 11))
    };
    let gadgets = [
        gadtools(1, BOOL, (20, 20, 100, 14)),
        gadtools(2, STRING, (86, 43, 188, 8)),
        check_box,
        gadtools(4, STRING, (86, 79, 88, 8)),
        gadtools(5, PROP, (24, 122, 92, 10)),
        gadtools(6, BOOL, (100, 116, 120, 14)),
        gadtools(7, BOOL, (20, 136, 17, 9)),
        switch,
        gadtools(11, PROP, (24, 140, 92, 10)),
        gadtools(12, 0, (24, 160, 92, 10)),
        gadtools(13, 0, (24, 170, 92, 10)),
        gadtools(14, BOOL, (24, 180, 92, 10)),
        gadtools(15, CUSTOM, (24, 190, 92, 10)),
        gadtools(16, CUSTOM, (24, 200, 92, 10)),
    ];
    let answers = [
        Answers::NONE,
        Answers::STRING,
        Answers::CHECKBOX,
        Answers::INTEGER,
        Answers::SLIDER,
        Answers::CYCLE,
        Answers::RADIO_BUTTON,
        Answers::NONE,
        Answers::SCROLLER,
        Answers::TEXT,
        Answers::NUMBER,
        Answers::PALETTE,
        Answers::LIST_VIEW,
        Answers::NONE,
    ];
    assert_eq!(
        kinds(&answering(&gadgets, &answers)),
        [
            GadgetKind::Button,
            GadgetKind::String,
            GadgetKind::Checkbox,
            GadgetKind::Integer,
            GadgetKind::Slider,
            GadgetKind::Cycle,
            GadgetKind::RadioButton,
            // GadTools was asked and knows of no check box.
            GadgetKind::Button,
            GadgetKind::Scroller,
            GadgetKind::Text,
            GadgetKind::Text,
            GadgetKind::Palette,
            GadgetKind::ListView,
            GadgetKind::Boopsi,
        ]
    );
}

#[test]
fn whichever_part_of_a_list_view_answers_the_list_is_the_list() {
    for answering_part in 0..4 {
        let mut answers = [Answers::NONE; 4];
        answers[answering_part] = Answers::LIST_VIEW;
        assert_eq!(
            kinds(&answering(&list_view(8), &answers)),
            LIST_VIEW,
            "part {answering_part}"
        );
    }
    // All of them, as for a group that GadTools looks up by its first gadget.
    assert_eq!(
        kinds(&answering(&list_view(8), &[Answers::LIST_VIEW; 4])),
        LIST_VIEW
    );
}

#[test]
fn the_probes_have_the_numbers_of_the_include() {
    // GT_TagBase is TAG_USER + 0x80000; the offsets are those of libraries/gadtools.h.
    let offsets = [4, 47, 15, 10, 5, 40, 21, 45, 11, 13, 17];
    for ((tag, answers), offset) in PROBES.iter().zip(offsets) {
        assert_eq!(*tag, 0x8008_0000 + offset);
        assert!(answers.has(*answers));
    }
}

#[test]
fn aros_tells_the_kind_of_whole_and_part() {
    for (kind, expected) in [
        (BUTTON_KIND, GadgetKind::Button),
        (CHECKBOX_KIND, GadgetKind::Checkbox),
        (INTEGER_KIND, GadgetKind::Integer),
        (LISTVIEW_KIND, GadgetKind::ListView),
        (MX_KIND, GadgetKind::RadioButton),
        (NUMBER_KIND, GadgetKind::Text),
        (CYCLE_KIND, GadgetKind::Cycle),
        (PALETTE_KIND, GadgetKind::Palette),
        (SCROLLER_KIND, GadgetKind::Scroller),
        (SLIDER_KIND, GadgetKind::Slider),
        (STRING_KIND, GadgetKind::String),
        (TEXT_KIND, GadgetKind::Text),
        (99, GadgetKind::Unknown),
    ] {
        assert_eq!(
            classify(&[aros(1, kind, kind, (0, 0, 50, 20))], 0),
            expected,
            "kind {kind}"
        );
    }
}

#[test]
fn parts_on_aros_are_told_with_and_without_the_answer_for_the_part() {
    let list = [
        aros(8, LISTVIEW_KIND, AROS_ARROW_PART, (434, 100, 16, 10)),
        aros(8, LISTVIEW_KIND, AROS_ARROW_PART, (434, 90, 16, 10)),
        aros(8, LISTVIEW_KIND, SCROLLER_KIND, (438, 32, 8, 56)),
        aros(8, LISTVIEW_KIND, LISTVIEW_KIND, (300, 30, 132, 80)),
    ];
    let expected = [
        GadgetKind::Button,
        GadgetKind::Button,
        GadgetKind::Scroller,
        GadgetKind::ListView,
    ];
    assert_eq!(kinds(&list), expected);
    let silent = list.map(|part| GadgetFacts {
        gadtools_part: None,
        ..part
    });
    let found = kinds(&silent);
    assert_eq!(
        found.iter().filter(|kind| **kind == GadgetKind::ListView).count(),
        1
    );
    assert_eq!(found[3], GadgetKind::ListView);

    // A scroller by itself has arrows, too.
    let arrow = aros(5, SCROLLER_KIND, AROS_ARROW_PART, (434, 100, 16, 10));
    assert_eq!(classify(&[arrow], 0), GadgetKind::Button);

    let display = GadgetFacts {
        activation: 0,
        ..aros(0, SLIDER_KIND, TEXT_KIND, (92, 99, 16, 8))
    };
    let knob = aros(5, SLIDER_KIND, SLIDER_KIND, (124, 100, 152, 6));
    assert_eq!(kinds(&[display, knob]), [GadgetKind::Text, GadgetKind::Slider]);
    let silent = [display, knob].map(|part| GadgetFacts {
        gadtools_part: None,
        ..part
    });
    assert_eq!(kinds(&silent), [GadgetKind::Text, GadgetKind::Slider]);
}
