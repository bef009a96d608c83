//! Every kind in every layout: what the structures of a gadget and of its neighbours say it is.

mod answers;
mod structure;

use hal_amiga::classify::{
    AROS_ARROW_PART, Answers, BUTTON_KIND, CHECKBOX_KIND, CYCLE_KIND, INTEGER_KIND, LISTVIEW_KIND,
    LONG_INTEGER, MADE_BY_GADTOOLS, MX_KIND, NUMBER_KIND, PALETTE_KIND, PROBES, RELEASE_VERIFY,
    SCROLLER_KIND, SLIDER_KIND, STRING_KIND, SYSTEM_GADGET, TEXT_KIND, TOGGLE_SELECT, classify, label_owner,
};
use hal_amiga::{GadgetFacts, GadgetKind, GadgetType, Rect, SystemGadget};

const BOOL: u16 = 1;
const PROP: u16 = 3;
const STRING: u16 = 4;
const CUSTOM: u16 = 5;

/// A gadget that GadTools made.
fn gadtools(id: u16, structure: u16, (left, top, width, height): (i16, i16, i16, i16)) -> GadgetFacts {
    GadgetFacts {
        id,
        gadget_type: MADE_BY_GADTOOLS | structure,
        activation: RELEASE_VERIFY,
        bounds: Rect {
            left,
            top,
            width,
            height,
        },
        ..GadgetFacts::default()
    }
}

fn aros(id: u16, kind: u32, part: u32, bounds: (i16, i16, i16, i16)) -> GadgetFacts {
    GadgetFacts {
        is_boopsi: true,
        gadtools_kind: Some(kind),
        gadtools_part: Some(part),
        ..gadtools(id, CUSTOM, bounds)
    }
}

fn labelled(gadget: GadgetFacts) -> GadgetFacts {
    GadgetFacts {
        has_label: true,
        ..gadget
    }
}

/// The same gadgets where `GT_GetGadgetAttrsA` can be asked and answers this for each.
fn answering(gadgets: &[GadgetFacts], answers: &[Answers]) -> Vec<GadgetFacts> {
    let pairs = gadgets.iter().zip(answers);
    pairs
        .map(|(gadget, answers)| GadgetFacts {
            answers: Some(*answers),
            ..*gadget
        })
        .collect()
}

fn kinds(gadgets: &[GadgetFacts]) -> Vec<GadgetKind> {
    (0..gadgets.len()).map(|index| classify(gadgets, index)).collect()
}

/// A list view of Commodore's: list, knob, two arrows.
fn list_view(id: u16) -> [GadgetFacts; 4] {
    [
        gadtools(id, BOOL, (300, 30, 132, 80)),
        gadtools(id, PROP, (438, 32, 8, 56)),
        gadtools(id, BOOL, (434, 90, 16, 10)),
        gadtools(id, BOOL, (434, 100, 16, 10)),
    ]
}

const LIST_VIEW: [GadgetKind; 4] = [
    GadgetKind::ListView,
    GadgetKind::Scroller,
    GadgetKind::Button,
    GadgetKind::Button,
];
