//! The commands and options of `hostctl vice`.

use super::DEFAULT_WAIT;
use super::families::{
    BootArguments, CheckpointCommand, DisplayArguments, FeedArguments, JoystickArguments, MemoryCommand,
    Place, RegistersCommand, ResetArguments, ResourceCommand, ScreenArguments, SnapshotCommand,
};
use super::values::{byte, seconds, word};
use crate::monitor::DEFAULT_ADDRESS;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// Drive a Commodore emulator of the VICE family through its binary monitor.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Where the monitor listens; for boot, port 0 takes a free one
    #[arg(long, global = true, value_name = "HOST:PORT", default_value = DEFAULT_ADDRESS)]
    pub address: String,
    /// How long to wait for the emulator, also while it starts or serves another client [default: 10, boot 30]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub wait: Option<Duration>,
    /// How long a reply may take [default: 10, for pictures, snapshots and autostart 30]
    #[arg(long = "time-limit", global = true, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Leave the machine stopped, until the standard input ends
    #[arg(long, global = true)]
    pub keep_stopped: bool,
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
    /// Show the emulator's version, whether the machine runs, banks and registers
    Info,
    /// Ask for a sign of life
    Ping,
    /// Read, write, save and load memory
    #[command(subcommand)]
    Memory(MemoryCommand),
    /// Print the text on the screen
    Screen(ScreenArguments),
    /// Let the machine run until a text is on the screen
    WaitText {
        /// The text, in any case
        text: String,
        /// How long to wait
        #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = DEFAULT_WAIT)]
        within: Duration,
        #[command(flatten)]
        screen: ScreenArguments,
    },
    /// Show memory as instructions
    Disassemble {
        /// First address
        #[arg(value_parser = word)]
        start: u16,
        /// How many instructions
        #[arg(default_value_t = 16)]
        count: u16,
        #[command(flatten)]
        place: Place,
    },
    /// List the memory banks
    Banks,
    /// Set, list and change checkpoints
    #[command(subcommand)]
    Checkpoint(CheckpointCommand),
    /// Show or set registers
    #[command(subcommand)]
    Registers(RegistersCommand),
    /// Execute instructions
    Step {
        /// How many
        #[arg(default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
        count: u16,
        /// Count a subroutine as one instruction
        #[arg(long)]
        over: bool,
        /// How long to wait for the stop
        #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = DEFAULT_WAIT)]
        within: Duration,
    },
    /// Execute instructions, each subroutine as one
    Next {
        /// How many
        #[arg(default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
        count: u16,
        /// How long to wait for the stop
        #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = DEFAULT_WAIT)]
        within: Duration,
    },
    /// Run until the current subroutine returns
    Finish {
        /// How long to wait for the stop
        #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = DEFAULT_WAIT)]
        within: Duration,
    },
    /// Let the machine run
    Continue,
    /// Let the machine run until it stops by itself, at a checkpoint for example
    WaitStop {
        /// How long to wait
        #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = DEFAULT_WAIT)]
        within: Duration,
    },
    /// Show the processor's last instructions
    History {
        /// How many
        #[arg(default_value_t = 16)]
        count: u32,
        /// Of a drive's processor
        #[arg(long, value_name = "UNIT")]
        drive: Option<u8>,
    },
    /// Let the machine run and print what VICE reports
    Events {
        /// How long
        #[arg(value_parser = seconds)]
        seconds: Duration,
    },
    /// Type a text on the machine's keyboard
    Feed(FeedArguments),
    /// Save the picture as a PNG file
    Display(DisplayArguments),
    /// List the picture's colours
    Palette {
        /// Of the 80-column chip of a C128
        #[arg(long)]
        vdc: bool,
    },
    /// Show or set a resource, VICE's word for a setting
    #[command(subcommand)]
    Resource(ResourceCommand),
    /// Hold a joystick for a while
    Joystick(JoystickArguments),
    /// Set the raw lines of a control port
    Joyport {
        /// 1 or 2
        #[arg(id = "control_port", value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..=2))]
        port: u16,
        /// The lines, active low: bit 0 up, 1 down, 2 left, 3 right, 4 fire
        #[arg(value_parser = byte)]
        lines: u8,
    },
    /// Set the lines of the user port
    Userport {
        /// The lines
        #[arg(value_parser = byte)]
        lines: u8,
    },
    /// Save or load the whole machine
    #[command(subcommand)]
    Snapshot(SnapshotCommand),
    /// Load a program, tape or disk image and start it
    Autostart {
        /// The file, on the machine on which VICE runs
        file: String,
        /// Which program of an image, counted from 0
        #[arg(long, default_value_t = 0)]
        index: u16,
        /// Load without starting
        #[arg(long)]
        load_only: bool,
    },
    /// Reset the machine or a drive
    Reset(ResetArguments),
    /// End the emulator
    Quit,
    /// Send any command, for what this tool does not know
    Raw {
        /// Its number
        #[arg(value_parser = byte)]
        command: u8,
        /// The bytes of its body
        #[arg(value_parser = byte)]
        body: Vec<u8>,
        /// The API version to send
        #[arg(long, default_value_t = crate::wire::API_VERSION)]
        api: u8,
    },
    /// Run several commands over one connection; the machine stands still between them
    Batch {
        /// A file with one command per line as here, without "hostctl vice"; - reads the standard input
        file: PathBuf,
    },
    /// Start an emulator with its monitor on, wait until it answers, and end it again
    Boot(BootArguments),
}
