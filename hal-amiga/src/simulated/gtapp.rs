//! The twin of the test program GTApp: the same window, gadgets and reactions as on the emulated machine.

use super::SimulatedAmiga;
use super::events::{Idcmp, Program};
use super::gadtools::{NewGadget, NewKind, Style};
use super::keymap::latin1;
use super::menus::{NewItem, NewStrip};
use super::structures::NewWindow;
use crate::classify::DISABLED;
use crate::{Rect, WindowHandle};

/// The test program. It counts the presses of its button and tells them, and what was typed, in its status gadget.
#[derive(Debug, Default)]
pub struct GtApp {
    presses: u32,
}

impl GtApp {
    /// Its window's title.
    pub const TITLE: &'static str = "GTApp Fixture";
    /// Button `Connect`.
    pub const CONNECT: u16 = 1;
    /// String gadget `Host:`.
    pub const HOST: u16 = 2;
    /// Check box `Enabled`.
    pub const ENABLED: u16 = 3;
    /// Integer gadget `Port:`.
    pub const PORT: u16 = 4;
    /// Slider `Volume:`, 0 to 15.
    pub const VOLUME: u16 = 5;
    /// Cycle gadget of three texts.
    pub const PROTOCOL: u16 = 6;
    /// Radio buttons `7N1` and `8N1`.
    pub const FORMAT: u16 = 7;
    /// List view of 20 lines.
    pub const LINES: u16 = 8;
    /// String gadget `Status:`, which shows what happened and cannot be edited.
    pub const STATUS: u16 = 9;

    /// Starts the program: its window opens on the frontmost screen, active and in front.
    pub fn start(machine: &SimulatedAmiga, style: Style) -> WindowHandle {
        let program = machine.add_program(Self::default());
        let window = machine.open_window(machine.front_screen(), Self::window(style), Some(program));
        machine.set_menus(window, Self::menus());
        machine.change_gadget(window, Self::STATUS, |gadget| gadget.flags |= DISABLED);
        window
    }

    /// Its menu strip: Project with About (A), Toggle, Disabled, Sub (First with B, Second) and Quit (Q).
    pub fn menus() -> NewStrip {
        let toggle = NewItem {
            toggles: true,
            ..NewItem::text("Toggle")
        };
        let disabled = NewItem {
            enabled: false,
            ..NewItem::text("Disabled")
        };
        let sub = NewItem {
            subs: vec![NewItem::text("First").with_key(b'B'), NewItem::text("Second")],
            ..NewItem::text("Sub")
        };
        let about = NewItem::text("About").with_key(b'A');
        let quit = NewItem::text("Quit").with_key(b'Q');
        NewStrip(vec![(
            latin1("Project"),
            vec![about, toggle, disabled, sub, quit],
        )])
    }

    /// The window as it opens, before its status gadget is disabled.
    pub fn window(style: Style) -> NewWindow {
        let string = |limit| NewKind::String {
            limit,
            text: Vec::new(),
        };
        let formats = vec![b"7N1".to_vec(), b"8N1".to_vec()];
        let gadget = |id, label: &str, (left, top, width, height), kind| NewGadget {
            id,
            label: latin1(label),
            bounds: Rect {
                left,
                top,
                width,
                height,
            },
            kind,
        };
        let gadgets = [
            gadget(Self::CONNECT, "Connect", (20, 20, 100, 14), NewKind::Button),
            gadget(Self::HOST, "Host:", (80, 40, 200, 14), string(80)),
            gadget(
                Self::ENABLED,
                "Enabled",
                (20, 60, 26, 11),
                NewKind::Checkbox(false),
            ),
            gadget(Self::PORT, "Port:", (80, 76, 100, 14), NewKind::Integer(23)),
            gadget(
                Self::VOLUME,
                "Volume:",
                (120, 96, 160, 14),
                NewKind::Slider {
                    minimum: 0,
                    maximum: 15,
                    level: 5,
                },
            ),
            gadget(
                Self::PROTOCOL,
                "Protocol:",
                (100, 116, 120, 14),
                NewKind::Cycle(3),
            ),
            gadget(Self::FORMAT, "", (20, 136, 17, 9), NewKind::Radio(formats)),
            gadget(Self::LINES, "Lines", (300, 30, 150, 80), NewKind::ListView(20)),
            gadget(Self::STATUS, "Status:", (80, 166, 300, 14), string(120)),
        ];
        let bounds = Rect {
            left: 40,
            top: 20,
            width: 480,
            height: 200,
        };
        NewWindow {
            flags: 0x100F,
            ..NewWindow::titled(Self::TITLE, bounds)
        }
        .with_gadgets(style, &gadgets)
    }
}

impl Program for GtApp {
    fn react(&mut self, window: WindowHandle, message: &Idcmp, machine: &SimulatedAmiga) {
        match message {
            Idcmp::GadgetUp {
                id: Self::CONNECT, ..
            } => {
                self.presses += 1;
                machine.set_text(
                    window,
                    Self::STATUS,
                    format!("pressed {}", self.presses).as_bytes(),
                );
            }
            Idcmp::GadgetUp { id: Self::HOST, .. } => {
                let mut status = b"typed ".to_vec();
                status.extend(machine.text(window, Self::HOST).unwrap_or_default());
                machine.set_text(window, Self::STATUS, &status);
            }
            Idcmp::Level {
                id: Self::VOLUME,
                level,
            } => machine.set_text(window, Self::STATUS, format!("level {level}").as_bytes()),
            Idcmp::MenuPick(place) => {
                let number = |number: Option<u16>| number.map_or(-1, i32::from);
                let status = format!("menu {}/{}/{}", place.menu, number(place.item), number(place.sub));
                machine.set_text(window, Self::STATUS, status.as_bytes());
                if place.item == Some(4) {
                    machine.close_window(window);
                }
            }
            Idcmp::CloseWindow => machine.close_window(window),
            _ => {}
        }
    }
}
