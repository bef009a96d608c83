//! The fake's machine: what is pressed and set, and the replies of the commands that touch it.

use super::Generation;
use std::collections::BTreeMap;
use std::path::Path;

/// A machine's state.
#[derive(Clone, Debug)]
pub struct Machine {
    generation: Generation,
    /// The mouse buttons that are down.
    pub buttons: u8,
    /// The keys that are down.
    pub keys: Vec<u8>,
    /// What sticks are held, by connection and port.
    sticks: BTreeMap<(u64, u8), (u8, u8)>,
    /// The ports' modes.
    pub modes: [u8; 4],
    /// Tablet mode and untrap, pending and effective.
    pub pending: (String, String),
    effective: (String, String),
    /// The input settings' revision.
    pub revision: u64,
    /// The window's revision.
    pub geometry: u64,
    /// The emulator's run.
    pub runtime: String,
    /// Whether the window takes input.
    pub focus: bool,
    /// The window positions and masks that were applied.
    pub inputs: Vec<(i64, i64, u8)>,
    captures: u32,
    paused: bool,
    stopped: bool,
    connections: u64,
}

const WIDTH: i64 = 40;
const HEIGHT: i64 = 20;

impl Machine {
    pub(super) fn new(generation: Generation) -> Machine {
        let settings = || ("off".to_owned(), "middle".to_owned());
        Machine {
            generation,
            buttons: 0,
            keys: Vec::new(),
            sticks: BTreeMap::new(),
            modes: [0; 4],
            pending: settings(),
            effective: settings(),
            revision: 1,
            geometry: 8,
            runtime: "1-2".into(),
            focus: true,
            inputs: Vec::new(),
            captures: 0,
            paused: false,
            stopped: false,
            connections: 0,
        }
    }

    pub(super) fn connect(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// Drops what the connection held.
    pub(super) fn disconnect(&mut self, connection: u64) {
        self.sticks.retain(|(owner, _), _| *owner != connection);
    }

    /// Whether a button, a key or a stick is held.
    pub fn is_anything_pressed(&self) -> bool {
        self.buttons != 0 || !self.keys.is_empty() || self.sticks.values().any(|state| *state != (0, 0))
    }

    /// What is held on a port: directions and buttons.
    pub fn stick(&self, port: u8) -> (u8, u8) {
        let held = self.sticks.iter().filter(|((_, held), _)| *held == port);
        held.fold((0, 0), |sum, (_, state)| (sum.0 | state.0, sum.1 | state.1))
    }

    fn settings(&self) -> String {
        format!(
            "pending_tablet_mode={}\teffective_tablet_mode={}\tpending_mouse_untrap={}\teffective_mouse_untrap={}\t\
             pending_effective_diverged={}\tinput_config_revision={}",
            self.pending.0,
            self.effective.0,
            self.pending.1,
            self.effective.1,
            self.pending != self.effective,
            self.revision
        )
    }

    /// The reply to a request line.
    pub(super) fn answer(&mut self, line: &str, connection: u64) -> String {
        let mut words = line.split('\t');
        let name = words.next().unwrap_or_default().to_ascii_uppercase();
        let words: Vec<&str> = words.collect();
        // The pending settings become effective a frame after their change, and the revision rises again.
        if self.pending != self.effective && name != "SET_GUI_AUTOMATION_CONFIG" {
            self.effective = self.pending.clone();
            self.revision += 1;
        }
        let new = self.generation == Generation::New;
        match (name.as_str(), words.as_slice()) {
            ("PING", []) => "OK\tPONG".into(),
            ("GET_VERSION", []) => "OK\tversion=Amiberry 8.3.0\tsdl=SDL 3".into(),
            ("HELP", []) if new => {
                "OK\tAvailable commands:\tPING, HELP\tSEND_JOYSTICK <port> <directions> <buttons>\tMONITOR <text>\t\
                 SETTINGS_GET <key>, SETTINGS_SET <key> <value>, SETTINGS_COMMIT, SETTINGS_APPLY restart\t\
                 SETTINGS_RESET_SESSION, MOUNT_LIST, SAVE_CONFIG <path>"
                    .into()
            }
            ("HELP", []) => "OK\tAvailable commands:\tPING, HELP, GET_VERSION".into(),
            ("GET_STATUS", []) => format!("OK\tPaused={}\tConfig=fake", self.paused),
            ("DEBUG_STATUS", []) => {
                format!("OK\tactive=0\tstopped={}\tdebugging=0\texception_debugging=0", u8::from(self.stopped))
            }
            ("PAUSE", []) => self.set(|machine| machine.paused = true),
            ("RESUME", []) => self.set(|machine| machine.paused = false),
            ("DEBUG_ACTIVATE", []) => self.set(|machine| machine.stopped = true),
            ("QUIT", []) => "OK".into(),
            ("SEND_KEY", [code, down]) => {
                let code = code.parse().unwrap_or_default();
                self.keys.retain(|key| *key != code);
                if *down == "1" {
                    self.keys.push(code);
                }
                "OK".into()
            }
            ("SCREENSHOT", [path, "ACTIONABLE"]) => self.screenshot(path),
            ("GET_GUI_AUTOMATION_STATE", []) => format!(
                "OK\tschema_version=1\truntime_id={}\tgeometry_revision={}\tmonitor_id=0\tgeometry_valid=true\t{}\t\
                 focus_ready={}\tsupported_button_mask=7\tbutton_mask={}",
                self.runtime,
                self.geometry,
                self.settings(),
                self.focus,
                self.buttons
            ),
            ("SET_GUI_AUTOMATION_CONFIG", [tablet, untrap, revision, new_tablet, new_untrap]) => {
                let expected = ((*tablet).to_owned(), (*untrap).to_owned());
                if expected != self.pending || *revision != self.revision.to_string() {
                    return format!("ERROR\tschema_version=1\treason=input_config_conflict\t{}", self.settings());
                }
                self.pending = ((*new_tablet).to_owned(), (*new_untrap).to_owned());
                self.revision += 1;
                format!("OK\tschema_version=1\treason=none\t{}", self.settings())
            }
            ("SEND_MOUSE_ABS_GUARDED", words) => self.guarded(words),
            ("RELEASE_MOUSE_BUTTONS", []) => {
                self.buttons = 0;
                "OK\tschema_version=1\tbutton_mask=0".into()
            }
            ("GET_JOYPORT_MODE", [port]) => {
                let port: usize = port.parse().unwrap_or_default();
                format!("OK\t{}\tmode", self.modes[port.min(3)])
            }
            ("SET_JOYPORT_MODE", [port, mode]) => {
                let port: usize = port.parse().unwrap_or_default();
                self.modes[port.min(3)] = mode.parse().unwrap_or_default();
                "OK".into()
            }
            ("SEND_JOYSTICK", [port, directions, buttons]) if new => {
                let number = |text: &str| text.parse::<u8>().ok();
                match (number(port), number(directions), number(buttons)) {
                    (Some(port @ 0..=3), Some(directions @ 0..=15), Some(buttons @ 0..=127)) => {
                        self.sticks.insert((connection, port), (directions, buttons));
                        "OK".into()
                    }
                    _ => "ERROR\tInvalid joystick state".into(),
                }
            }
            ("SETTINGS_GET", [key]) if new => format!("OK\t{key}=value"),
            ("SETTINGS_COMMIT", []) if new => "OK\tapply=restart".into(),
            ("SETTINGS_SET" | "SETTINGS_APPLY" | "SETTINGS_RESET_SESSION", _) if new => "OK".into(),
            ("MOUNT_LIST", []) if new => "OK\tunit0=dir:/a".into(),
            ("MONITOR", words) if new && words == ["capabilities"] => "OK\t{\"protocol\":1}".into(),
            ("MONITOR", ["history", _]) if new => "OK".into(),
            _ => format!("ERROR\tUnknown command: {name}"),
        }
    }

    fn set(&mut self, change: impl FnOnce(&mut Machine)) -> String {
        change(self);
        "OK".into()
    }

    fn guarded(&mut self, words: &[&str]) -> String {
        let (mut position, mut mask) = ((0, 0), 0);
        let reason = match words {
            [x, y, wanted, runtime, geometry, monitor, revision] => {
                match (x.parse(), y.parse(), wanted.parse::<u8>()) {
                    (Ok(x), Ok(y), Ok(wanted)) => {
                        (position, mask) = ((x, y), wanted);
                        if *runtime != self.runtime {
                            "runtime_mismatch"
                        } else if *geometry != self.geometry.to_string() {
                            "geometry_revision_mismatch"
                        } else if *monitor != "0" {
                            "monitor_mismatch"
                        } else if *revision != self.revision.to_string() {
                            "input_config_revision_mismatch"
                        } else if self.effective.0 == "off" {
                            "settings_incompatible"
                        } else if !self.focus {
                            "focus_not_ready"
                        } else if wanted > 7 {
                            "unsupported_button_mask"
                        } else if !(0..WIDTH).contains(&x) || !(0..HEIGHT).contains(&y) {
                            "coordinate_out_of_bounds"
                        } else {
                            "none"
                        }
                    }
                    _ => "malformed_request",
                }
            }
            _ => "malformed_request",
        };
        let applied = reason == "none";
        let mut end = String::new();
        if applied {
            self.buttons = mask;
            self.inputs.push((position.0, position.1, mask));
            end = format!("\tx={}\ty={}", position.0, position.1);
        }
        format!(
            "{}\tschema_version=1\tapplied={applied}\treason={reason}\truntime_id={}\tgeometry_revision={}\tmonitor_id=0\t\
             input_config_revision={}\tbutton_mask={}{end}",
            if applied { "OK" } else { "ERROR" },
            self.runtime,
            self.geometry,
            self.revision,
            self.buttons
        )
    }

    /// Writes a grey picture of twice the window's width, whose outer columns are not live.
    fn screenshot(&mut self, path: &str) -> String {
        let (width, height) = (2 * WIDTH, HEIGHT);
        let written = std::fs::File::create(Path::new(path))
            .map_err(|_| ())
            .and_then(|file| {
                let mut encoder = png::Encoder::new(file, width as u32, height as u32);
                encoder.set_color(png::ColorType::Grayscale);
                let mut writer = encoder.write_header().map_err(|_| ())?;
                writer
                    .write_image_data(&vec![0x80; (width * height) as usize])
                    .map_err(|_| ())
            });
        if written.is_err() {
            return "ERROR\tFailed to capture coherent actionable screenshot".into();
        }
        self.captures += 1;
        format!(
            "OK\tschema_version=1\tpath={path}\truntime_id={}\tcapture_nonce={}-{}\tgeometry_revision={}\tmonitor_id=0\t\
             display_mode=native\trenderer=sdl\timage_width={width}\timage_height={height}\tsource_x=10\tsource_y=0\t\
             source_width=60\tsource_height={height}\tviewport_x=5\tviewport_y=0\tviewport_width=30\tviewport_height={HEIGHT}\t\
             window_width={WIDTH}\twindow_height={HEIGHT}",
            self.runtime, self.runtime, self.captures, self.geometry
        )
    }
}
