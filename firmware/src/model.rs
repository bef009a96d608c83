//! From what a gadget is to what it is for: the roles of the protocol. Spec §4.1 and §4.2.

use hal_amiga::{Gadget, GadgetKind, GadgetTree};
use protocol::Role;

/// The BOOPSI classes whose gadgets have a role of their own; gadgets of any other class are [`Role::Custom`].
/// `speedbar` really has no suffix.
const CLASSES: &[(&[u8], Role)] = &[
    (b"button.gadget", Role::Button),
    (b"checkbox.gadget", Role::Checkbox),
    (b"string.gadget", Role::String),
    (b"getstring.gadget", Role::String),
    (b"integer.gadget", Role::Integer),
    (b"radiobutton.gadget", Role::RadioButton),
    (b"chooser.gadget", Role::Cycle),
    (b"scroller.gadget", Role::Scroller),
    (b"slider.gadget", Role::Slider),
    (b"gradientslider.gadget", Role::Slider),
    (b"listbrowser.gadget", Role::ListBrowser),
    (b"clicktab.gadget", Role::PageTabList),
    (b"colorwheel.gadget", Role::ColorWheel),
    (b"datebrowser.gadget", Role::Calendar),
    (b"fuelgauge.gadget", Role::ProgressBar),
    (b"getcolor.gadget", Role::ColorChooser),
    (b"getfile.gadget", Role::FileChooser),
    (b"getfont.gadget", Role::FontChooser),
    (b"getscreenmode.gadget", Role::ScreenModeChooser),
    (b"palette.gadget", Role::Palette),
    (b"sketchboard.gadget", Role::Canvas),
    (b"speedbar", Role::Toolbar),
    (b"texteditor.gadget", Role::TextEditor),
];

/// The role of a gadget of this kind; `class` is its BOOPSI class name, empty for other gadgets.
pub(crate) fn role(kind: GadgetKind, class: &[u8]) -> Role {
    match kind {
        GadgetKind::Button => Role::Button,
        GadgetKind::String => Role::String,
        GadgetKind::Integer => Role::Integer,
        GadgetKind::Checkbox => Role::Checkbox,
        GadgetKind::RadioButton => Role::RadioButton,
        GadgetKind::Cycle => Role::Cycle,
        GadgetKind::Slider => Role::Slider,
        GadgetKind::Scroller => Role::Scroller,
        GadgetKind::ListView => Role::ListView,
        GadgetKind::Text => Role::Text,
        GadgetKind::Palette => Role::Palette,
        GadgetKind::Boopsi => CLASSES
            .iter()
            .find(|(name, _)| *name == class)
            .map_or(Role::Custom, |(_, role)| *role),
        GadgetKind::Unknown => Role::Unknown,
    }
}

/// The role of a gadget of a snapshot.
pub(crate) fn gadget_role(tree: &GadgetTree, gadget: &Gadget) -> Role {
    role(gadget.kind, tree.text.get(gadget.class))
}

/// The text of a gadget as GETTEXT gives it: its contents if it is a string gadget, else its label. Spec §2.4.
pub(crate) fn gadget_text<'t>(tree: &'t GadgetTree, gadget: &Gadget) -> &'t [u8] {
    tree.text.get(gadget.value.unwrap_or(gadget.label))
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, role};
    use hal_amiga::GadgetKind;
    use protocol::Role;

    #[test]
    fn boopsi_classes_have_the_roles_of_1_1() {
        assert_eq!(role(GadgetKind::Boopsi, b"chooser.gadget"), Role::Cycle);
        assert_eq!(role(GadgetKind::Boopsi, b"speedbar"), Role::Toolbar);
        for custom in [
            &b""[..],
            b"buttongclass",
            b"frbuttonclass",
            b"layout.gadget",
            b"tabs.gadget",
            b"speedbar.gadget",
        ] {
            assert_eq!(role(GadgetKind::Boopsi, custom), Role::Custom);
        }
        assert_eq!(CLASSES.len(), 23);
    }

    #[test]
    fn the_class_counts_for_boopsi_gadgets_only() {
        assert_eq!(role(GadgetKind::Unknown, b"button.gadget"), Role::Unknown);
        assert_eq!(role(GadgetKind::Checkbox, b"button.gadget"), Role::Checkbox);
    }
}
