//! What the structures alone tell.

use super::*;

#[test]
fn gadgets_that_gadtools_did_not_make_are_told_by_their_type() {
    let plain = |structure| GadgetFacts {
        gadget_type: structure,
        ..GadgetFacts::default()
    };
    let integer = GadgetFacts {
        activation: LONG_INTEGER,
        ..plain(STRING)
    };
    // A switch and a group with one id mean nothing outside GadTools.
    let switch = GadgetFacts {
        activation: TOGGLE_SELECT,
        ..plain(BOOL)
    };
    let gadgets = [
        plain(BOOL),
        plain(BOOL),
        switch,
        plain(PROP),
        plain(STRING),
        integer,
        plain(CUSTOM),
        plain(0),
    ];
    assert_eq!(
        kinds(&gadgets),
        [
            GadgetKind::Button,
            GadgetKind::Button,
            GadgetKind::Button,
            GadgetKind::Slider,
            GadgetKind::String,
            GadgetKind::Integer,
            GadgetKind::Boopsi,
            GadgetKind::Unknown,
        ]
    );
}

#[test]
fn the_type_field_is_a_value_and_not_a_set_of_bits() {
    for (value, structure) in [
        (1, GadgetType::Bool),
        (2, GadgetType::Other),
        (3, GadgetType::Prop),
        (4, GadgetType::String),
        (5, GadgetType::Custom),
        (0xFF03, GadgetType::Prop),
    ] {
        let facts = GadgetFacts {
            gadget_type: value,
            ..GadgetFacts::default()
        };
        assert_eq!(facts.kind_of_structure(), structure, "{value:#x}");
    }
}

#[test]
fn system_gadgets_are_told_only_with_the_system_bit() {
    for (code, system) in [
        (0x10, SystemGadget::Size),
        (0x20, SystemGadget::Drag),
        (0x40, SystemGadget::Depth),
        (0x60, SystemGadget::Zoom),
        (0x80, SystemGadget::Close),
        (0x00, SystemGadget::None),
        (0x30, SystemGadget::None),
    ] {
        let facts = |gadget_type| GadgetFacts {
            gadget_type,
            ..GadgetFacts::default()
        };
        assert_eq!(facts(SYSTEM_GADGET | code | BOOL).system(), system);
        assert_eq!(facts(code | BOOL).system(), SystemGadget::None);
    }
}

#[test]
fn before_v39_structure_alone_tells() {
    let check_box = GadgetFacts {
        activation: RELEASE_VERIFY | TOGGLE_SELECT,
        ..gadtools(3, BOOL, (20, 60, 26, 11))
    };
    let integer = GadgetFacts {
        activation: RELEASE_VERIFY | LONG_INTEGER,
        ..gadtools(4, STRING, (86, 79, 88, 8))
    };
    // A program turned this GadTools button into a switch.
    let switch = GadgetFacts {
        activation: RELEASE_VERIFY | TOGGLE_SELECT,
        ..gadtools(10, BOOL, (0, 0, 80, 14))
    };
    let gadgets = [
        gadtools(0, 0, (0, 0, 0, 0)),
        gadtools(1, BOOL, (20, 20, 100, 14)),
        gadtools(2, STRING, (86, 43, 188, 8)),
        check_box,
        integer,
        gadtools(6, BOOL, (100, 116, 120, 14)),
        switch,
    ];
    assert_eq!(
        kinds(&gadgets),
        [
            GadgetKind::Unknown,
            GadgetKind::Button,
            GadgetKind::String,
            GadgetKind::Checkbox,
            GadgetKind::Integer,
            GadgetKind::Button,
            GadgetKind::Button,
        ]
    );
}

#[test]
fn radio_buttons_are_several_of_one_id_and_size_in_a_line() {
    let column = [
        gadtools(7, BOOL, (20, 136, 17, 9)),
        gadtools(7, BOOL, (20, 148, 17, 9)),
    ];
    assert_eq!(kinds(&column), [GadgetKind::RadioButton; 2]);
    let row = [
        gadtools(7, BOOL, (20, 136, 17, 9)),
        gadtools(7, BOOL, (90, 136, 17, 9)),
    ];
    assert_eq!(kinds(&row), [GadgetKind::RadioButton; 2]);
    // A program that gives all its buttons the id 0 has them in other places and sizes.
    let buttons = [
        gadtools(0, BOOL, (20, 20, 100, 14)),
        gadtools(0, BOOL, (20, 40, 60, 14)),
    ];
    assert_eq!(kinds(&buttons), [GadgetKind::Button; 2]);
    // Neighbours with other ids are other gadgets.
    let alone = [
        gadtools(7, BOOL, (20, 136, 17, 9)),
        gadtools(8, BOOL, (20, 148, 17, 9)),
    ];
    assert_eq!(kinds(&alone), [GadgetKind::Button; 2]);
}

#[test]
fn a_list_view_is_known_by_its_parts_in_any_order() {
    let mut parts = list_view(8);
    assert_eq!(kinds(&parts), LIST_VIEW);
    parts.rotate_left(1);
    assert_eq!(
        kinds(&parts),
        [
            GadgetKind::Scroller,
            GadgetKind::Button,
            GadgetKind::Button,
            GadgetKind::ListView
        ]
    );
    // Two list views in a row are two groups, as they have two ids.
    let mut two = list_view(8).to_vec();
    two.extend(list_view(9));
    assert_eq!(kinds(&two), [LIST_VIEW, LIST_VIEW].concat());
    // Whatever structure the list itself has.
    let mut other = list_view(8);
    other[0].gadget_type = MADE_BY_GADTOOLS;
    assert_eq!(kinds(&other), LIST_VIEW);
}

#[test]
fn a_scroller_has_arrows_and_a_slider_has_none() {
    let scroller = [
        gadtools(5, PROP, (24, 122, 150, 10)),
        gadtools(5, BOOL, (178, 120, 16, 14)),
        gadtools(5, BOOL, (194, 120, 16, 14)),
    ];
    assert_eq!(
        kinds(&scroller),
        [GadgetKind::Scroller, GadgetKind::Button, GadgetKind::Button]
    );
    // Two buttons as wide as the knob are no arrows.
    let buttons = [
        gadtools(5, PROP, (24, 122, 150, 10)),
        gadtools(5, BOOL, (24, 140, 150, 14)),
        gadtools(5, BOOL, (24, 156, 150, 14)),
    ];
    assert_eq!(kinds(&buttons)[0], GadgetKind::Slider);
    // The label of a scroller hangs on a companion that encloses the knob, and is no list.
    let mut with_label = scroller.to_vec();
    with_label.push(labelled(gadtools(5, 0, (20, 120, 190, 14))));
    assert_eq!(kinds(&with_label)[0], GadgetKind::Scroller);
    assert_eq!(kinds(&with_label)[3], GadgetKind::Unknown);
    assert_eq!(label_owner(&with_label, 0), 3);
    let companion = labelled(gadtools(5, 0, (20, 120, 100, 14)));
    let slider = [gadtools(5, PROP, (24, 122, 92, 10)), companion];
    assert_eq!(kinds(&slider), [GadgetKind::Slider, GadgetKind::Unknown]);
    assert_eq!(label_owner(&slider, 0), 1, "the label hangs on the companion");
    assert_eq!(label_owner(&slider, 1), 1);
}

#[test]
fn a_label_of_its_own_is_never_given_up() {
    let mut parts = list_view(8);
    parts[0] = labelled(parts[0]);
    for index in 0..4 {
        assert_eq!(label_owner(&parts, index), index);
    }
    assert_eq!(label_owner(&parts, 9), 9, "past the end");
    let plain = GadgetFacts {
        gadget_type: PROP,
        ..GadgetFacts::default()
    };
    let neighbour = GadgetFacts {
        gadget_type: 0,
        has_label: true,
        ..GadgetFacts::default()
    };
    assert_eq!(
        label_owner(&[plain, neighbour], 0),
        0,
        "outside GadTools nothing belongs together"
    );
}

#[test]
fn any_facts_give_an_answer() {
    let mut state = 0x2545_F491_u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let edges = [i16::MIN, -1, 0, 1, 16, i16::MAX];
    for _ in 0..2_000 {
        let gadgets: Vec<GadgetFacts> = (0..random() % 40)
            .map(|_| {
                let mut edge = || edges[random() as usize % edges.len()];
                let bounds = Rect {
                    left: edge(),
                    top: edge(),
                    width: edge(),
                    height: edge(),
                };
                let bits = random();
                GadgetFacts {
                    address: 0,
                    id: (bits >> 30) as u16,
                    gadget_type: (bits & 0x81F7) as u16
                        | if bits & 0x800 == 0 { MADE_BY_GADTOOLS } else { 0 },
                    flags: random() as u16,
                    activation: random() as u16,
                    bounds,
                    has_label: random() & 1 == 0,
                    is_boopsi: random() & 1 == 0,
                    gadtools_kind: (random() & 3 == 0).then(|| random() % 15),
                    gadtools_part: (random() & 3 == 0).then(|| random() % 15),
                    answers: (random() & 1 == 0).then(|| PROBES[random() as usize % PROBES.len()].1),
                }
            })
            .collect();
        for index in 0..gadgets.len() {
            let owner = label_owner(&gadgets, index);
            assert!(owner == index || gadgets[owner].has_label);
            assert!(owner == index || gadgets[owner].id == gadgets[index].id);
        }
    }
    assert_eq!(classify(&[], 0), GadgetKind::Unknown);
}

#[test]
fn only_near_neighbours_are_parts_of_a_gadget() {
    // Two arrows right behind the knob, and the same two behind thirty other gadgets of that id: on a slow machine a
    // window with thousands of gadgets of one id must cost no more for each of them.
    let knob = gadtools(0, PROP, (24, 122, 150, 10));
    let arrow = |left| gadtools(0, BOOL, (left, 120, 16, 14));
    let other = gadtools(0, STRING, (0, 200, 80, 10));
    let gadgets = |between: usize| [vec![knob], vec![other; between], vec![arrow(178), arrow(194)]].concat();
    assert_eq!(classify(&gadgets(0), 0), GadgetKind::Scroller);
    assert_eq!(classify(&gadgets(20), 0), GadgetKind::Scroller);
    assert_eq!(classify(&gadgets(30), 0), GadgetKind::Slider);
}

#[test]
fn a_gadget_of_the_program_is_no_part_of_one_of_gadtools() {
    let made = gadtools(7, BOOL, (20, 136, 17, 9));
    let own = GadgetFacts {
        gadget_type: BOOL,
        ..gadtools(7, BOOL, (20, 148, 17, 9))
    };
    assert_eq!(kinds(&[made, own]), [GadgetKind::Button; 2]);
}
