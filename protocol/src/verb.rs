//! The verbs of the text protocol.
//!
//! The first 27 are the stable set of AmiPilot 1.1, in the order of its VERSION reply; the rest are extensions, which
//! a server names on the `EXTENDED` line that older clients skip.

use crate::names::wire_names;

wire_names! {
    /// The first word of a request.
    pub enum Verb {
        /// Who answers, and which verbs it knows.
        Version = "VERSION",
        /// The gadgets of a window.
        Tree = "TREE",
        /// Click a gadget.
        Click = "CLICK",
        /// Click a gadget, then type a text.
        Type = "TYPE",
        /// The text of a gadget.
        GetText = "GETTEXT",
        /// Load a file of logical names.
        Manifest = "MANIFEST",
        /// Start a shell command.
        Launch = "LAUNCH",
        /// The entries of a directory.
        FsList = "FSLIST",
        /// One entry of a directory.
        FsStat = "FSSTAT",
        /// Make a directory.
        FsMakeDir = "FSMKDIR",
        /// Delete a file or an empty directory.
        FsDelete = "FSDELETE",
        /// The bytes of a file.
        FsGet = "FSGET",
        /// Write a file; its bytes follow the line.
        FsPut = "FSPUT",
        /// Start a program as Workbench does.
        WbLaunch = "WBLAUNCH",
        /// The menus of a window.
        Menu = "MENU",
        /// Pick a menu item.
        MenuPick = "MENUPICK",
        /// Drag a gadget.
        Drag = "DRAG",
        /// Move a window.
        WindowMove = "WINDOWMOVE",
        /// Resize a window.
        WindowSize = "WINDOWSIZE",
        /// Wait until a condition holds.
        WaitFor = "WAITFOR",
        /// The screens.
        Screens = "SCREENS",
        /// The picture of a screen.
        Screenshot = "SCREENSHOT",
        /// Show the password.
        Auth = "AUTH",
        /// Send a command to an ARexx port.
        MuiRexx = "MUIREXX",
        /// Ask an application where its gadget is.
        Where = "WHERE",
        /// What is under the pointer.
        Pick = "PICK",
        /// End the server.
        Quit = "QUIT",
        /// Extension: is anybody there?
        Ping = "PING",
        /// Extension: the machine and the options in force.
        Info = "INFO",
        /// Extension: the last error text of this client.
        Why = "WHY",
    }
}

impl Verb {
    /// How many verbs of [`Verb::ALL`], from the first, are the stable set of AmiPilot 1.1.
    pub const STABLE_COUNT: usize = 27;

    /// Whether the verb belongs to the stable set of AmiPilot 1.1.
    pub const fn is_stable(self) -> bool {
        (self as usize) < Self::STABLE_COUNT
    }
}

#[cfg(test)]
mod tests {
    use super::Verb;

    #[test]
    fn the_stable_set_is_that_of_1_1() {
        let stable: Vec<&str> = Verb::ALL
            .iter()
            .filter(|verb| verb.is_stable())
            .map(|verb| verb.as_str())
            .collect();
        assert_eq!(
            stable.join(" "),
            "VERSION TREE CLICK TYPE GETTEXT MANIFEST LAUNCH FSLIST FSSTAT FSMKDIR FSDELETE FSGET FSPUT WBLAUNCH MENU \
             MENUPICK DRAG WINDOWMOVE WINDOWSIZE WAITFOR SCREENS SCREENSHOT AUTH MUIREXX WHERE PICK QUIT"
        );
    }

    #[test]
    fn names_match_in_either_case_and_whole() {
        assert_eq!(Verb::from_bytes(b"wHeRe"), Some(Verb::Where));
        assert_eq!(Verb::from_bytes(b"WHER"), None);
        assert_eq!(Verb::from_bytes(b"WHEREX"), None);
        assert_eq!(Verb::from_bytes(b""), None);
    }
}
