//! Commodore's layout: classic gadgets, several for one list view, slider or group of radio buttons.
//!
//! Source: spec §4.3, measured on 3.2; RKRM Libraries, "GadTools Library"; `libraries/gadtools.h` for the sizes.

use super::{NewGadget, NewKind, Style, inset, scroll_bar, sized, text};
use crate::Rect;
use crate::classify::{
    Answers, CHECKBOX_HEIGHT, CHECKBOX_WIDTH, IMMEDIATE, LONG_INTEGER, MADE_BY_GADTOOLS, RELEASE_VERIFY,
    SELECTED, TOGGLE_SELECT,
};
use crate::simulated::structures::{Behaviour, RawGadget};

/// The gadgets that Commodore's GadTools makes for one.
pub(super) fn make_gadgets(style: Style, gadget: &NewGadget) -> Vec<RawGadget> {
    let label = (!gadget.label.is_empty()).then(|| gadget.label.clone());
    let make =
        |structure: u16, activation: u16, bounds: Rect, behaviour: Behaviour, answers: Answers| RawGadget {
            gadget_type: MADE_BY_GADTOOLS | structure,
            activation,
            behaviour,
            answers: (style == Style::V40).then_some(answers),
            ..RawGadget::new(gadget.id, bounds)
        };
    let (boolean, prop, string, none) = (1, 3, 4, 0);
    let bounds = gadget.bounds;
    match &gadget.kind {
        // The text of a button is part of its picture, so no structure holds it.
        NewKind::Button => vec![make(
            boolean,
            RELEASE_VERIFY,
            bounds,
            Behaviour::Press,
            Answers::NONE,
        )],
        NewKind::String { limit, text: start } => vec![RawGadget {
            label,
            string: text(*limit, start),
            ..make(
                string,
                RELEASE_VERIFY,
                inset(bounds, 6, 3),
                Behaviour::Text,
                Answers::STRING,
            )
        }],
        NewKind::Integer(number) => vec![RawGadget {
            label,
            string: text(10, number.to_string().as_bytes()),
            ..make(
                string,
                RELEASE_VERIFY | LONG_INTEGER,
                inset(bounds, 6, 3),
                Behaviour::Text,
                Answers::INTEGER,
            )
        }],
        NewKind::Checkbox(checked) => vec![RawGadget {
            label,
            flags: if *checked { SELECTED } else { 0 },
            ..make(
                boolean,
                RELEASE_VERIFY | TOGGLE_SELECT,
                sized(bounds, CHECKBOX_WIDTH, CHECKBOX_HEIGHT),
                Behaviour::Toggle,
                Answers::CHECKBOX,
            )
        }],
        NewKind::Slider {
            minimum,
            maximum,
            level,
        } => {
            let behaviour = Behaviour::Level {
                minimum: *minimum,
                maximum: *maximum,
                level: *level,
            };
            vec![
                make(
                    prop,
                    RELEASE_VERIFY | IMMEDIATE,
                    inset(bounds, 4, 2),
                    behaviour,
                    Answers::SLIDER,
                ),
                RawGadget {
                    label,
                    ..make(none, 0, bounds, Behaviour::Inert, Answers::NONE)
                },
            ]
        }
        NewKind::Cycle(count) => {
            let behaviour = Behaviour::Cycle {
                count: *count,
                active: 0,
            };
            vec![RawGadget {
                label,
                ..make(boolean, RELEASE_VERIFY, bounds, behaviour, Answers::CYCLE)
            }]
        }
        NewKind::Radio(labels) => (0..)
            .zip(labels)
            .map(|(index, label)| RawGadget {
                label: Some(label.clone()),
                flags: if index == 0 { SELECTED } else { 0 },
                ..make(
                    boolean,
                    IMMEDIATE,
                    Rect {
                        top: bounds.top + index as i16 * 12,
                        ..sized(bounds, 17, 9)
                    },
                    Behaviour::Radio { index },
                    Answers::RADIO_BUTTON,
                )
            })
            .collect(),
        NewKind::ListView(count) => {
            let (list, knob, arrows) = scroll_bar(bounds);
            let behaviour = Behaviour::List {
                count: *count,
                selected: None,
                top: 0,
            };
            let mut parts = vec![
                RawGadget {
                    label,
                    ..make(
                        boolean,
                        RELEASE_VERIFY | IMMEDIATE,
                        list,
                        behaviour,
                        Answers::LIST_VIEW,
                    )
                },
                make(
                    prop,
                    RELEASE_VERIFY | IMMEDIATE,
                    knob,
                    Behaviour::Inert,
                    Answers::NONE,
                ),
            ];
            parts.extend(
                arrows.map(|arrow| make(boolean, RELEASE_VERIFY, arrow, Behaviour::Press, Answers::NONE)),
            );
            parts
        }
    }
}
