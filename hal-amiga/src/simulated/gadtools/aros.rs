//! AROS' layout: every gadget an object of a nameless class that tells its kind when it is asked.
//!
//! Source: AROS' gadtools, which puts the arrows and the knob of a list view before the list, and the display of a level
//! before its slider.

use super::{NewGadget, NewKind, inset, scroll_bar, sized, text};
use crate::Rect;
use crate::classify::{
    AROS_ARROW_PART, BUTTON_KIND, CHECKBOX_HEIGHT, CHECKBOX_KIND, CHECKBOX_WIDTH, CYCLE_KIND, IMMEDIATE,
    INTEGER_KIND, LISTVIEW_KIND, LONG_INTEGER, MADE_BY_GADTOOLS, MX_KIND, RELEASE_VERIFY, SCROLLER_KIND,
    SELECTED, SLIDER_KIND, STRING_KIND, TEXT_KIND,
};
use crate::simulated::structures::{Behaviour, RawGadget};

/// The gadgets that AROS' GadTools makes for one.
pub(super) fn make_gadgets(gadget: &NewGadget) -> Vec<RawGadget> {
    let label = (!gadget.label.is_empty()).then(|| gadget.label.clone());
    let make = |kind: u32, part: u32, activation: u16, bounds: Rect, behaviour: Behaviour| RawGadget {
        gadget_type: MADE_BY_GADTOOLS | 5,
        activation,
        class: Some(""),
        aros_kind: Some((kind, part)),
        behaviour,
        ..RawGadget::new(gadget.id, bounds)
    };
    let bounds = gadget.bounds;
    match &gadget.kind {
        NewKind::Button => vec![RawGadget {
            label,
            ..make(BUTTON_KIND, BUTTON_KIND, RELEASE_VERIFY, bounds, Behaviour::Press)
        }],
        NewKind::String { limit, text: start } => vec![RawGadget {
            label,
            string: text(*limit, start),
            ..make(
                STRING_KIND,
                STRING_KIND,
                RELEASE_VERIFY,
                inset(bounds, 4, 2),
                Behaviour::Text,
            )
        }],
        NewKind::Integer(number) => vec![RawGadget {
            label,
            string: text(10, number.to_string().as_bytes()),
            ..make(
                INTEGER_KIND,
                INTEGER_KIND,
                RELEASE_VERIFY | LONG_INTEGER,
                inset(bounds, 4, 2),
                Behaviour::Text,
            )
        }],
        NewKind::Checkbox(checked) => vec![RawGadget {
            label,
            flags: if *checked { SELECTED } else { 0 },
            ..make(
                CHECKBOX_KIND,
                CHECKBOX_KIND,
                RELEASE_VERIFY,
                sized(bounds, CHECKBOX_WIDTH, CHECKBOX_HEIGHT),
                Behaviour::Toggle,
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
            let display = Rect {
                left: bounds.left - 28,
                top: bounds.top + 3,
                width: 16,
                height: 8,
            };
            vec![
                RawGadget {
                    id: 0,
                    ..make(SLIDER_KIND, TEXT_KIND, 0, display, Behaviour::Inert)
                },
                RawGadget {
                    label,
                    ..make(
                        SLIDER_KIND,
                        SLIDER_KIND,
                        RELEASE_VERIFY | IMMEDIATE,
                        inset(bounds, 4, 4),
                        behaviour,
                    )
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
                ..make(CYCLE_KIND, CYCLE_KIND, RELEASE_VERIFY, bounds, behaviour)
            }]
        }
        NewKind::Radio(labels) => {
            let count = labels.len() as u16;
            let behaviour = Behaviour::RadioGroup { count, active: 0 };
            let bounds = sized(bounds, 17, 12 * count as i16);
            vec![make(MX_KIND, MX_KIND, RELEASE_VERIFY, bounds, behaviour)]
        }
        NewKind::ListView(count) => {
            let (list, knob, [up, down]) = scroll_bar(bounds);
            let behaviour = Behaviour::List {
                count: *count,
                selected: None,
                top: 0,
            };
            let arrow = |place| {
                make(
                    LISTVIEW_KIND,
                    AROS_ARROW_PART,
                    RELEASE_VERIFY,
                    place,
                    Behaviour::Press,
                )
            };
            vec![
                arrow(down),
                arrow(up),
                make(
                    LISTVIEW_KIND,
                    SCROLLER_KIND,
                    RELEASE_VERIFY | IMMEDIATE,
                    knob,
                    Behaviour::Inert,
                ),
                RawGadget {
                    label,
                    ..make(LISTVIEW_KIND, LISTVIEW_KIND, RELEASE_VERIFY, list, behaviour)
                },
            ]
        }
    }
}
