//! What a gadget is for: the words of `ROLE=` in a request and of `role=` in a TREE line.
//!
//! The names and their order are those of AmiPilot 1.1 and stay as they are; new roles are added at the end only.

use crate::names::wire_names;

wire_names! {
    /// The purpose of a gadget.
    pub enum Role {
        /// A push button.
        Button = "button",
        /// A field for text.
        String = "string",
        /// A field for a whole number.
        Integer = "integer",
        /// A switch with two states.
        Checkbox = "checkbox",
        /// One choice out of several that are all visible.
        RadioButton = "radio_button",
        /// One choice out of several, shown one at a time.
        Cycle = "cycle",
        /// A knob that sets a level.
        Slider = "slider",
        /// A knob that moves a view.
        Scroller = "scroller",
        /// A list of lines.
        ListView = "listview",
        /// A list with columns (ReAction).
        ListBrowser = "listbrowser",
        /// A text that cannot be edited.
        Text = "text",
        /// A menu.
        Menu = "menu",
        /// An item of a menu.
        MenuItem = "menu_item",
        /// A row of page tabs.
        PageTabList = "page_tab_list",
        /// A colour wheel.
        ColorWheel = "color_wheel",
        /// A month calendar.
        Calendar = "calendar",
        /// A bar that shows progress.
        ProgressBar = "progress_bar",
        /// A field that opens a colour requester.
        ColorChooser = "color_chooser",
        /// A field that opens a file requester.
        FileChooser = "file_chooser",
        /// A field that opens a font requester.
        FontChooser = "font_chooser",
        /// A field that opens a screen mode requester.
        ScreenModeChooser = "screenmode_chooser",
        /// A choice of pens.
        Palette = "palette",
        /// A surface to draw on.
        Canvas = "canvas",
        /// A row of tool buttons.
        Toolbar = "toolbar",
        /// An editor for many lines.
        TextEditor = "text_editor",
        /// A BOOPSI gadget of a class that has no role of its own; system gadgets, too.
        Custom = "custom",
        /// Nothing is known of it.
        Unknown = "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::Role;

    #[test]
    fn names_and_order_are_those_of_1_1() {
        let names: Vec<&str> = Role::ALL.iter().map(|role| role.as_str()).collect();
        assert_eq!(
            names.join(" "),
            "button string integer checkbox radio_button cycle slider scroller listview listbrowser text menu menu_item \
             page_tab_list color_wheel calendar progress_bar color_chooser file_chooser font_chooser screenmode_chooser \
             palette canvas toolbar text_editor custom unknown"
        );
        for role in Role::ALL {
            assert_eq!(
                Role::from_bytes(role.as_str().to_uppercase().as_bytes()),
                Some(*role)
            );
        }
        assert_eq!(Role::from_bytes(b"buttons"), None);
    }
}
