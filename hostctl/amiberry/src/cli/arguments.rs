//! The commands and options of `hostctl amiberry`.

use super::table::TableCommand;
use crate::automation::Button;
use crate::error::Reason;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Drive the Amiga emulator Amiberry through its IPC controller interface.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Which of up to ten running Amiberrys [default: the only one that runs]
    #[arg(long, global = true, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub instance: Option<u8>,
    /// The socket's path, instead of --instance
    #[arg(long, global = true, value_name = "PATH", conflicts_with = "instance")]
    pub socket: Option<PathBuf>,
    /// How long a reply may take, in seconds
    #[arg(long = "time-limit", global = true, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub time_limit: Duration,
    /// Print JSON, one object per line
    #[arg(long, global = true)]
    pub json: bool,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// What can be done.
#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum Command {
    /// List the running Amiberrys
    Instances,
    /// List the commands that the running Amiberry has
    Capabilities,
    /// Send any command as it is
    Raw {
        /// The command's name
        name: String,
        /// Its arguments
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Take a picture that can be clicked on; its description is written beside it as FILE.json
    Capture {
        /// The PNG file
        file: PathBuf,
    },
    /// Move the pointer to a pixel of a capture
    Move(PixelArguments),
    /// Click on a pixel of a capture
    Click {
        #[command(flatten)]
        pixel: PixelArguments,
        /// The button
        #[arg(long, value_enum, default_value = "left")]
        button: ButtonName,
    },
    /// Click twice on a pixel of a capture
    Dblclick {
        #[command(flatten)]
        pixel: PixelArguments,
        /// The button
        #[arg(long, value_enum, default_value = "left")]
        button: ButtonName,
    },
    /// Press on one pixel of a capture and release on another
    Drag {
        #[command(flatten)]
        pixel: PixelArguments,
        /// The second pixel, from the left
        to_x: i64,
        /// The second pixel, from the top
        to_y: i64,
        /// The button
        #[arg(long, value_enum, default_value = "left")]
        button: ButtonName,
    },
    /// Let all mouse buttons go
    Release,
    /// Press keys together, hold them, release them
    Key {
        /// Raw key codes, decimal
        #[arg(required = true, value_parser = clap::value_parser!(u8).range(0..=0x67))]
        codes: Vec<u8>,
        /// How long
        #[arg(long = "for", value_name = "SECONDS", value_parser = seconds, default_value = "0.05")]
        duration: Duration,
    },
    /// Hold and release a stick or a CD32 pad (newer than 8.3.0)
    #[command(subcommand)]
    Joystick(JoystickCommand),
    /// The settings session (newer than 8.3.0)
    #[command(subcommand, after_help = crate::settings::SHARED)]
    Settings(SettingsCommand),
    /// Send a text to the debugger's monitor (newer than 8.3.0)
    Monitor {
        /// The words; numbers are bare hexadecimal
        #[arg(required = true, allow_hyphen_values = true, trailing_var_arg = true)]
        words: Vec<String>,
    },
    /// Start an Amiberry, wait for it, and end it again
    #[command(after_help = Reason::table())]
    Boot(BootArguments),
    #[command(flatten)]
    Table(TableCommand),
}

/// A pixel of a capture.
#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct PixelArguments {
    /// The PNG file that `capture` made
    pub file: PathBuf,
    /// The pixel, from the left
    pub x: i64,
    /// The pixel, from the top
    pub y: i64,
}

/// A mouse button's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ButtonName {
    Left,
    Right,
    Middle,
}

impl From<ButtonName> for Button {
    fn from(name: ButtonName) -> Button {
        match name {
            ButtonName::Left => Button::Left,
            ButtonName::Right => Button::Right,
            ButtonName::Middle => Button::Middle,
        }
    }
}

/// What a stick does. PORT is 0 to 3; STATE is names with + between: left right up down fire (red) second (blue) green
/// yellow reverse forward play, or none.
#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum JoystickCommand {
    /// Hold a state for a time, then release
    Hold {
        /// The port
        #[arg(id = "joystick_port", value_name = "PORT", value_parser = clap::value_parser!(u8).range(0..=3))]
        port: u8,
        /// For example left+fire
        state: String,
        /// How long
        #[arg(long = "for", value_name = "SECONDS", value_parser = seconds, default_value = "1")]
        duration: Duration,
    },
    /// Press and release a state, once or more
    Tap {
        /// The port
        #[arg(id = "joystick_port", value_name = "PORT", value_parser = clap::value_parser!(u8).range(0..=3))]
        port: u8,
        /// For example fire
        state: String,
        /// How often
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
        count: u32,
    },
    /// Play states, each for its time, then release
    Sequence {
        /// The port
        #[arg(id = "joystick_port", value_name = "PORT", value_parser = clap::value_parser!(u8).range(0..=3))]
        port: u8,
        /// STATE:SECONDS, for example left+fire:0.5 none:0.1
        #[arg(required = true)]
        steps: Vec<String>,
    },
}

/// What is done with settings. The names are those of the running Amiberry; `list` shows them.
#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum SettingsCommand {
    /// List the settings commands that the running Amiberry has
    List,
    /// Show a setting
    Get { key: String },
    /// Stage a change of a setting
    Set {
        key: String,
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Commit the staged changes of all controllers
    Commit,
    /// Apply what was committed
    Apply {
        /// How
        #[arg(default_value = "restart")]
        how: String,
    },
    /// Drop the staged changes of all controllers
    Reset,
    /// Call a command for mounts, or list those that there are
    Mounts { words: Vec<String> },
    /// Call a command for expansion boards, or list those that there are
    Boards { words: Vec<String> },
    /// Call a command for custom controls, or list those that there are
    Controls { words: Vec<String> },
    /// Call a command for the program's own settings, or list those that there are
    Host { words: Vec<String> },
}

/// How to start an Amiberry.
#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct BootArguments {
    /// The program
    #[arg(long, default_value = "amiberry")]
    pub program: PathBuf,
    /// A configuration file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Wait until AmiPilotServer answers there, too: the TCP address of the emulated serial port
    #[arg(long, value_name = "HOST:PORT")]
    pub serial: Option<String>,
    /// How long to wait for that all
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub wait: Duration,
    /// End the emulator after this time [default: when the standard input ends, or with Ctrl-C]
    #[arg(long = "for", value_name = "SECONDS", value_parser = seconds)]
    pub duration: Option<Duration>,
    /// Keep the emulator's messages in this file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// More arguments for the emulator, after --
    #[arg(last = true)]
    pub arguments: Vec<String>,
}

/// Seconds, with a fraction if need be.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text
        .parse()
        .ok()
        .filter(|seconds| (0.0..=86_400.0).contains(seconds));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("{text:?} is no time: write seconds from 0 to 86400, for example 2.5"))
}
