//! The commands and options within one family: `memory …`, `checkpoint …`, `display …` and the like.

use super::values::{AspectChoice, aspect, assignment, byte, crop, seconds, word};
use crate::picture::Crop;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Where in memory.
#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct Place {
    /// The memory bank, by name or number
    #[arg(long, value_name = "NAME")]
    pub bank: Option<String>,
    /// Of a drive, unit 8 to 11
    #[arg(long, value_name = "UNIT")]
    pub drive: Option<u8>,
}

#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum MemoryCommand {
    /// Print memory
    Read {
        /// First address
        #[arg(value_parser = word)]
        start: u16,
        /// Last address, inclusive [default: 255 bytes after the first]
        #[arg(value_parser = word)]
        end: Option<u16>,
        #[command(flatten)]
        place: Place,
    },
    /// Write bytes
    Write {
        /// First address
        #[arg(value_parser = word)]
        start: u16,
        /// The bytes
        #[arg(value_parser = byte, required = true)]
        bytes: Vec<u8>,
        /// Let I/O registers act as if the processor wrote them
        #[arg(long)]
        side_effects: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Save memory to a file
    Dump {
        /// The file
        file: PathBuf,
        /// First address
        #[arg(value_parser = word, default_value = "0")]
        start: u16,
        /// Last address, inclusive
        #[arg(value_parser = word, default_value = "$ffff")]
        end: u16,
        /// Write the load address in front, as a PRG file has it
        #[arg(long)]
        prg: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Load a file into memory
    Load {
        /// The file
        file: PathBuf,
        /// Where to; without it, the file is a PRG file with its own address
        #[arg(long, value_parser = word)]
        at: Option<u16>,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct ScreenArguments {
    /// First address of screen memory, or auto to ask the C64's video chip
    #[arg(long, default_value = "$0400")]
    pub at: String,
    /// Characters in a row
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    pub columns: u16,
    /// Rows
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..))]
    pub rows: u16,
    /// Which character set is shown
    #[arg(long, value_enum, default_value_t = Characters::Auto)]
    pub characters: Characters,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum Characters {
    /// Ask the C64's video chip
    Auto,
    /// Capital letters and graphics
    Upper,
    /// Small and capital letters
    Lower,
}

#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum CheckpointCommand {
    /// Set a checkpoint; without --load or --store, it is hit by execution
    Set {
        /// First address
        #[arg(value_parser = word)]
        start: u16,
        /// Last address, inclusive
        #[arg(value_parser = word)]
        end: Option<u16>,
        /// Hit by reads
        #[arg(long)]
        load: bool,
        /// Hit by writes
        #[arg(long)]
        store: bool,
        /// Hit by execution
        #[arg(long)]
        exec: bool,
        /// Only report a hit, do not stop
        #[arg(long)]
        trace: bool,
        /// Set it switched off
        #[arg(long)]
        disabled: bool,
        /// Delete it after its first hit
        #[arg(long)]
        temporary: bool,
        /// Only hit when this holds, in the text monitor's language, for example "A == $01"
        #[arg(long = "if", value_name = "CONDITION")]
        condition: Option<String>,
        /// In a drive, unit 8 to 11
        #[arg(long, value_name = "UNIT")]
        drive: Option<u8>,
    },
    /// List all checkpoints
    List,
    /// Show one checkpoint
    Get {
        /// Its number
        number: u32,
    },
    /// Delete a checkpoint
    Delete {
        /// Its number
        number: u32,
    },
    /// Switch a checkpoint on
    Enable {
        /// Its number
        number: u32,
    },
    /// Switch a checkpoint off
    Disable {
        /// Its number
        number: u32,
    },
    /// Give a checkpoint a condition
    Condition {
        /// Its number
        number: u32,
        /// The condition in the text monitor's language
        condition: String,
    },
}

#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum RegistersCommand {
    /// Show all registers
    Show {
        /// Of a drive, unit 8 to 11
        #[arg(long, value_name = "UNIT")]
        drive: Option<u8>,
    },
    /// Set registers
    Set {
        /// For example A=$01 PC=$c000
        #[arg(value_name = "NAME=VALUE", value_parser = assignment, required = true)]
        values: Vec<(String, u16)>,
        /// Of a drive, unit 8 to 11
        #[arg(long, value_name = "UNIT")]
        drive: Option<u8>,
    },
    /// List names, ids and widths
    List {
        /// Of a drive, unit 8 to 11
        #[arg(long, value_name = "UNIT")]
        drive: Option<u8>,
    },
}

#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct FeedArguments {
    /// The text; {clr}, {home}, {f1}, {$93} and the like are keys
    pub text: String,
    /// Press RETURN at the end
    #[arg(long = "return")]
    pub return_key: bool,
    /// Type capital letters with shift
    #[arg(long)]
    pub shifted: bool,
}

#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct DisplayArguments {
    /// The PNG file
    pub file: PathBuf,
    /// What to keep: inner, full, border=N, or X,Y,WIDTH,HEIGHT
    #[arg(long, value_parser = crop, default_value = "border=32")]
    pub crop: Crop,
    /// The shape of a pixel: auto, square, pal or ntsc
    #[arg(long, value_parser = aspect, default_value = "square")]
    pub aspect: AspectChoice,
    /// How many times larger, 1 to 16
    #[arg(long, default_value_t = 1)]
    pub scale: u32,
    /// Of the 80-column chip of a C128
    #[arg(long)]
    pub vdc: bool,
}

#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum ResourceCommand {
    /// Show a resource
    Get {
        /// Its name
        name: String,
    },
    /// Set a resource, as an integer or a text as it is now
    Set {
        /// Its name
        name: String,
        /// Its value
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
}

#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct JoystickArguments {
    /// 1 or 2
    #[arg(id = "control_port", value_name = "PORT")]
    pub port: u16,
    /// What to press
    #[arg(value_enum, required = true)]
    pub pressed: Vec<Pressed>,
    /// How long
    #[arg(long = "for", value_name = "SECONDS", value_parser = seconds, default_value = "0.2")]
    pub hold: Duration,
    /// Attach VICE's I/O simulation to the port first
    #[arg(long)]
    pub attach: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Pressed {
    Up,
    Down,
    Left,
    Right,
    Fire,
}

#[derive(Subcommand, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub enum SnapshotCommand {
    /// Save the machine
    Save {
        /// The file, on the machine on which VICE runs
        file: String,
        /// With the ROMs
        #[arg(long)]
        roms: bool,
        /// With the disks
        #[arg(long)]
        disks: bool,
    },
    /// Load the machine
    Load {
        /// The file, on the machine on which VICE runs
        file: String,
    },
}

#[derive(Args, Clone, Debug)]
#[group(multiple = false)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct ResetArguments {
    /// Switch the machine off and on
    #[arg(long)]
    pub power: bool,
    /// Reset a drive, unit 8 to 11
    #[arg(long, value_name = "UNIT")]
    pub drive: Option<u8>,
}

#[derive(Args, Clone, Debug)]
#[allow(missing_docs, reason = "the help texts below say it")]
pub struct BootArguments {
    /// The emulator
    #[arg(long, default_value = "x64sc")]
    pub program: PathBuf,
    /// Run a batch, then end the emulator
    #[arg(long, value_name = "FILE", conflicts_with = "duration")]
    pub batch: Option<PathBuf>,
    /// End the emulator after this time; without it and --batch, it ends with the standard input
    #[arg(long = "for", value_name = "SECONDS", value_parser = seconds)]
    pub duration: Option<Duration>,
    /// Where the emulator's messages go
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Arguments for the emulator
    #[arg(last = true)]
    pub arguments: Vec<String>,
}
