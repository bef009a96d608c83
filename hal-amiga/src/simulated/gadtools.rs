//! Gadgets as GadTools makes them, in the three layouts that the firmware meets.
//!
//! Source: RKRM Libraries, "GadTools Library"; spec §4.3 (what was measured on 3.2); AROS' gadtools for [`Style::Aros`].

use super::structures::{Behaviour, RawGadget, RawString};
use crate::Rect;
use crate::classify::{
    AROS_ARROW_PART, Answers, BUTTON_KIND, CHECKBOX_KIND, CYCLE_KIND, IMMEDIATE, INTEGER_KIND, LISTVIEW_KIND,
    LONG_INTEGER, MADE_BY_GADTOOLS, MX_KIND, RELEASE_VERIFY, SCROLLER_KIND, SELECTED, SLIDER_KIND,
    STRING_KIND, TEXT_KIND, TOGGLE_SELECT,
};

/// Whose GadTools lays the gadgets out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Commodore's before V39: classic gadgets, and no way to ask GadTools.
    V37,
    /// Commodore's from V39 on: classic gadgets, and `GT_GetGadgetAttrsA` answers.
    V40,
    /// AROS': every gadget a BOOPSI object of a nameless class.
    Aros,
}

/// The kind of a GadTools gadget, and its state at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewKind {
    /// `BUTTON_KIND`
    Button,
    /// `STRING_KIND` with so many bytes at most.
    String {
        /// `GTST_MaxChars`
        limit: usize,
        /// `GTST_String`
        text: Vec<u8>,
    },
    /// `CHECKBOX_KIND`, `GTCB_Checked`
    Checkbox(bool),
    /// `INTEGER_KIND`, `GTIN_Number`
    Integer(i32),
    /// `SLIDER_KIND`
    Slider {
        /// `GTSL_Min`
        minimum: i16,
        /// `GTSL_Max`
        maximum: i16,
        /// `GTSL_Level`
        level: i16,
    },
    /// `CYCLE_KIND` with so many texts.
    Cycle(u16),
    /// `MX_KIND` with these labels, the first of them down.
    Radio(Vec<Vec<u8>>),
    /// `LISTVIEW_KIND` with so many lines.
    ListView(u16),
}

/// A gadget as a program asks GadTools for it (`struct NewGadget`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGadget {
    /// `ng_GadgetID`
    pub id: u16,
    /// `ng_GadgetText`; empty for none.
    pub label: Vec<u8>,
    /// Place in the window and size.
    pub bounds: Rect,
    /// What it is.
    pub kind: NewKind,
}

/// `CreateContext` and one `CreateGadgetA` after another: the gadgets in chain order.
pub(super) fn create(style: Style, gadgets: &[NewGadget]) -> Vec<RawGadget> {
    let context = RawGadget {
        gadget_type: MADE_BY_GADTOOLS,
        ..RawGadget::new(0, Rect::default())
    };
    let mut chain = vec![context];
    for gadget in gadgets {
        match style {
            Style::V37 | Style::V40 => chain.extend(commodore(style, gadget)),
            Style::Aros => chain.extend(aros(gadget)),
        }
    }
    chain
}

fn inset(bounds: Rect, x: i16, y: i16) -> Rect {
    Rect {
        left: bounds.left + x,
        top: bounds.top + y,
        width: bounds.width - 2 * x,
        height: bounds.height - 2 * y,
    }
}

fn sized(bounds: Rect, width: i16, height: i16) -> Rect {
    Rect {
        width,
        height,
        ..bounds
    }
}

/// The scroll bar of a list view: 16 pixels at its right end, two arrows of 10 lines below the knob.
fn scroll_bar(bounds: Rect) -> (Rect, Rect, [Rect; 2]) {
    let list = Rect {
        width: bounds.width - 18,
        ..bounds
    };
    let bar = Rect {
        left: bounds.left + bounds.width - 16,
        width: 16,
        ..bounds
    };
    let knob = inset(
        Rect {
            height: bar.height - 20,
            ..bar
        },
        4,
        2,
    );
    let arrow = |from_end: i16| Rect {
        top: bar.top + bar.height - from_end,
        height: 10,
        ..bar
    };
    (list, knob, [arrow(20), arrow(10)])
}

fn text(limit: usize, text: &[u8]) -> Option<RawString> {
    Some(RawString {
        buffer: text.to_vec(),
        cursor: 0,
        limit,
        undo: text.to_vec(),
    })
}

fn commodore(style: Style, gadget: &NewGadget) -> Vec<RawGadget> {
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
                sized(bounds, 26, 11),
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

fn aros(gadget: &NewGadget) -> Vec<RawGadget> {
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
                sized(bounds, 26, 11),
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

impl super::NewWindow {
    /// The same window with these GadTools gadgets in it, laid out in that style.
    pub fn with_gadgets(mut self, style: Style, gadgets: &[NewGadget]) -> Self {
        self.style = style;
        self.gadgets = create(style, gadgets);
        self
    }
}
