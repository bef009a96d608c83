//! The command line: global options, commands, and what their words may be.
//!
//! Each command's own words are explained here, since this is the text of `hostctl COMMAND --help`; what a command
//! does is in [`crate::commands`].

use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure::{Failure, FailureKind};

/// Drive an Amiga's user interface from a PC.
///
/// Finds windows and gadgets on an Amiga that runs AmiPilotServer, acts on them with genuine input events, and reads
/// their state back: over a serial cable or TCP.
#[derive(Debug, Parser)]
#[command(name = "hostctl", version, after_long_help = FailureKind::table(), max_term_width = 100)]
#[command(arg_required_else_help = true, subcommand_required = true)]
pub struct Arguments {
    /// Options of every command.
    #[command(flatten)]
    pub global: GlobalOptions,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes, before or after its name.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub struct GlobalOptions {
    /// Serial port with the cable to the Amiga, for example /dev/ttyUSB0 or COM3
    #[arg(long, global = true, value_name = "DEVICE", env = "AMIPILOT_PORT")]
    pub port: Option<String>,

    /// Baud rate of the serial port; the same as the server's BAUD
    #[arg(long, global = true, value_name = "NUMBER", env = "AMIPILOT_BAUD")]
    #[arg(default_value_t = protocol::limits::DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(1..))]
    pub baud: u32,

    /// Use the RTS/CTS hand-shake; the server needs its RTSCTS option, too
    #[arg(long, global = true)]
    pub rtscts: bool,

    /// Server to reach by TCP, instead of a serial port
    #[arg(long, global = true, value_name = "HOST:PORT", env = "AMIPILOT_TCP")]
    pub tcp: Option<String>,

    /// Password of the server [default: the server's own default]
    #[arg(
        long,
        global = true,
        value_name = "TEXT",
        env = "AMIPILOT_PASSWORD",
        hide_env_values = true
    )]
    pub password: Option<String>,

    /// Longest silence of the server, in seconds; what a command waits for comes on top
    #[arg(long, global = true, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub timeout: Duration,

    /// Print one line of JSON instead of text; failures too, on the error stream
    #[arg(long, global = true)]
    pub json: bool,
}

/// The way to the Amiga.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// A serial port.
    Serial(String),
    /// `HOST:PORT`.
    Tcp(String),
}

/// The option that limits a search to some screens.
#[derive(Clone, Debug, Args)]
pub struct ScreenOption {
    /// Look only on screens whose default title holds this text
    #[arg(long, value_name = "PATTERN")]
    pub screen: Option<String>,
}

/// What to do, and to what.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// To an Amiga that runs the server.
    #[command(flatten)]
    Amiga(AmigaCommand),

    /// Drive the emulator Amiberry through its own control interface; needs no Amiga
    Amiberry(amiberry_control::cli::Arguments),

    /// Drive the emulator VICE through its binary monitor; needs no Amiga
    Vice(vice_monitor::cli::Arguments),
}

/// One command for an Amiga.
#[derive(Clone, Debug, Subcommand)]
pub enum AmigaCommand {
    /// Show the server's version, its verbs and the machine
    Info,

    /// Ask whether the server answers, and how fast
    Ping,

    /// List the screens, the frontmost first
    Screens,

    /// List the gadgets of a window
    Tree {
        /// Part of the window's title; "" means the first window that has a title
        window: String,
        /// The screen.
        #[command(flatten)]
        screen: ScreenOption,
    },

    /// Click a gadget
    ///
    /// The click is a genuine one: the window comes to the front, the pointer moves, the button goes down and up.
    #[command(after_help = LOCATOR_HELP)]
    Click {
        /// The gadget; see below
        #[arg(required = true, value_name = "GADGET", allow_negative_numbers = true)]
        gadget: Vec<String>,
        /// The screen.
        #[command(flatten)]
        screen: ScreenOption,
        /// Wait for what the click must bring about: window=PATTERN opens, or `nowindow`: the clicked window closes
        #[arg(long, value_name = "EFFECT")]
        expect: Option<String>,
        /// How long to wait for it, in whole seconds
        #[arg(long, value_name = "SECONDS", requires = "expect", default_value_t = protocol::limits::DEFAULT_TIMEOUT)]
        #[arg(value_parser = clap::value_parser!(u32).range(1..=86_400))]
        expect_timeout: u32,
    },

    /// Click a gadget, then type a text at its cursor
    ///
    /// The text is one word of the shell: quote it. It is added to what is there, and Return is not pressed.
    #[command(after_help = LOCATOR_HELP, override_usage = "hostctl type [OPTIONS] <GADGET>... <TEXT>")]
    Type {
        /// The gadget (see below), then the text
        #[arg(required = true, num_args = 2.., value_names = ["GADGET", "TEXT"], allow_negative_numbers = true)]
        words: Vec<String>,
        /// The screen.
        #[command(flatten)]
        screen: ScreenOption,
    },

    /// Print the text of a gadget: its contents, else its label
    #[command(after_help = LOCATOR_HELP)]
    GetText {
        /// The gadget; see below
        #[arg(required = true, value_name = "GADGET", allow_negative_numbers = true)]
        gadget: Vec<String>,
        /// The screen.
        #[command(flatten)]
        screen: ScreenOption,
    },

    /// Wait until something is the case
    ///
    /// The Amiga itself watches, ten times a second. Exit code 112 says that it did not happen in time.
    #[command(after_help = CONDITION_HELP)]
    Wait {
        /// What to wait for; see below
        #[arg(required = true, value_name = "CONDITION", allow_negative_numbers = true)]
        condition: Vec<String>,
        /// The screen.
        #[command(flatten)]
        screen: ScreenOption,
        /// How long to wait, in whole seconds
        #[arg(long, value_name = "SECONDS", default_value_t = protocol::limits::DEFAULT_TIMEOUT)]
        #[arg(value_parser = clap::value_parser!(u32).range(1..=86_400))]
        wait_timeout: u32,
    },

    /// End the server
    Quit,
}

const LOCATOR_HELP: &str = "\
A gadget is named in one of three ways:
  WINDOW ID                              part of the window's title, and the gadget's number
  WINDOW role=ROLE label=TEXT index=N    one or more of these; index counts matches from 0
  @NAME                                  a name from the manifest that the server has loaded

Examples: Prefs 12    Prefs role=button label=Save    Prefs role=string index=1    @save_button";

const CONDITION_HELP: &str = "\
A condition is one of:
  window=PATTERN       a window whose title holds this text is open
  nowindow=PATTERN     no such window is open
  requester            a requester is up
  GADGET text=VALUE    the text of a gadget (as get-text prints it) is exactly this

A GADGET is WINDOW ID, or WINDOW with role=ROLE, label=TEXT, index=N, or @NAME.";

impl Arguments {
    /// Reads the command line `words`, the program's name first.
    ///
    /// # Errors
    /// clap's own error, which is also how `--help` and `--version` come back.
    pub fn read<I>(words: I) -> Result<(Arguments, Sources), clap::Error>
    where
        I: IntoIterator,
        I::Item: Into<std::ffi::OsString> + Clone,
    {
        let matches = Arguments::command().try_get_matches_from(words)?;
        Ok((Arguments::from_arg_matches(&matches)?, Sources::of(&matches)))
    }
}

/// Which of the two routes were typed, rather than taken from the environment.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    port_typed: bool,
    tcp_typed: bool,
}

impl Sources {
    fn of(matches: &ArgMatches) -> Sources {
        let typed = |name| matches.value_source(name) == Some(ValueSource::CommandLine);
        Sources {
            port_typed: typed("port"),
            tcp_typed: typed("tcp"),
        }
    }
}

impl GlobalOptions {
    /// The way to the Amiga. What is typed goes before what the environment says.
    ///
    /// # Errors
    /// [`FailureKind::Usage`] when there is none, or two that are equally meant.
    pub fn route(&self, sources: Sources) -> Result<Route, Failure> {
        match (&self.port, &self.tcp) {
            (Some(port), None) => Ok(Route::Serial(port.clone())),
            (None, Some(tcp)) => Ok(Route::Tcp(tcp.clone())),
            (Some(port), Some(_)) if sources.port_typed && !sources.tcp_typed => {
                Ok(Route::Serial(port.clone()))
            }
            (Some(_), Some(tcp)) if sources.tcp_typed && !sources.port_typed => Ok(Route::Tcp(tcp.clone())),
            (Some(_), Some(_)) if sources.port_typed => Err(Failure::usage(
                "--port and --tcp are both given; a server is reached by one of them",
            )),
            (Some(_), Some(_)) => Err(Failure::usage(
                "AMIPILOT_PORT and AMIPILOT_TCP are both set; unset one, or give --port or --tcp",
            )),
            (None, None) => Err(Failure::usage(
                "where is the Amiga? Give --port DEVICE for a serial cable or --tcp HOST:PORT, or set AMIPILOT_PORT or \
                 AMIPILOT_TCP",
            )),
        }
    }
}

/// Reads a number of seconds, fractions allowed, above 0 and up to a day.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= 86_400.0 => Ok(Duration::from_secs_f64(number)),
        _ => Err(String::from(
            "a number of seconds above 0 and up to 86400 is needed, for example 10 or 2.5",
        )),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{Arguments, GlobalOptions, Route, Sources};

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_is_typed_goes_before_the_environment() {
        let (arguments, _) = Arguments::read(["hostctl", "--port", "p", "--tcp", "h:1", "ping"]).unwrap();
        let global: GlobalOptions = arguments.global;
        let route = |port_typed, tcp_typed| {
            global.route(Sources {
                port_typed,
                tcp_typed,
            })
        };
        assert_eq!(route(true, false), Ok(Route::Serial("p".into())));
        assert_eq!(route(false, true), Ok(Route::Tcp("h:1".into())));
        assert!(
            route(true, true)
                .unwrap_err()
                .message
                .contains("--port and --tcp are both given")
        );
        assert!(route(false, false).unwrap_err().message.contains("are both set"));
    }

    #[test]
    fn options_may_follow_the_command() {
        let (arguments, sources) =
            Arguments::read(["hostctl", "ping", "--port", "p", "--timeout", "0.5"]).unwrap();
        assert_eq!(arguments.global.timeout.as_millis(), 500);
        assert!(sources.port_typed);
        assert!(Arguments::read(["hostctl", "ping", "--timeout", "0"]).is_err());
        assert!(Arguments::read(["hostctl", "ping", "--timeout", "nan"]).is_err());
    }
}
