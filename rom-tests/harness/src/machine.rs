//! One emulated Amiga: built, booted, watched and ended.

use crate::display::Display;
use crate::guest::BootVolume;
use crate::options::{Model, Speed, emulator_options};
use crate::process::GuardedProcess;
use crate::serial::Serial;
use crate::termination::end_requested;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// FS-UAE shows a note about the graphics driver over the picture for this long after its start. Measured.
const NOTE_GONE: Duration = Duration::from_secs(10);
/// Results larger than this are not kept as evidence.
const LARGEST_EVIDENCE: u64 = 4 << 20;

/// What a machine shall be like. Made by [`Machine::builder`].
pub struct MachineBuilder {
    model: Model,
    speed: Speed,
    startup: String,
    files: Vec<(PathBuf, String)>,
    texts: Vec<(String, Vec<u8>)>,
    volumes: Vec<(String, PathBuf)>,
    with_display: bool,
    options: Vec<String>,
}

impl MachineBuilder {
    /// How fast it runs; [`Speed::Max`] unless said.
    pub fn speed(mut self, speed: Speed) -> Self {
        self.speed = speed;
        self
    }

    /// The speed chosen so far, for what depends on it.
    pub(crate) fn chosen_speed(&self) -> Speed {
        self.speed
    }

    /// Appends to the `S/Startup-Sequence`: AmigaDOS commands, one a line. AROS' shell has few of them built in:
    /// `docs/emulator.md` lists them.
    pub fn startup(mut self, commands: &str) -> Self {
        self.startup.push_str(commands);
        self
    }

    /// Copies a host file to the boot volume, to a path such as `C/Program`.
    pub fn file(mut self, host: impl Into<PathBuf>, guest: impl Into<String>) -> Self {
        self.files.push((host.into(), guest.into()));
        self
    }

    /// Puts a file with these contents on the boot volume.
    pub fn text(mut self, guest: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        self.texts.push((guest.into(), contents.into()));
        self
    }

    /// Lets the guest see a host folder as a volume of this name, for reading and writing.
    pub fn volume(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.volumes.push((name.into(), folder.into()));
        self
    }

    /// Gives it a display, so that [`Machine::save_picture`] works. Without one FS-UAE draws to nowhere.
    pub fn with_display(mut self) -> Self {
        self.with_display = true;
        self
    }

    /// Adds an option of FS-UAE, such as `--bsdsocket_library=1`.
    pub fn option(mut self, option: impl Into<String>) -> Self {
        self.options.push(option.into());
        self
    }

    /// Starts the emulator and returns as soon as it runs; what the guest does then is awaited with
    /// [`Machine::wait_for_file`] or over the serial line.
    ///
    /// # Errors
    /// A file is missing, FS-UAE or Xvfb is not installed, or the emulator ends at once.
    pub fn boot(self) -> Result<Machine> {
        let folder = tempfile::Builder::new()
            .prefix("amiga-")
            .tempdir()
            .context("could not make a temporary folder")?;
        let mut boot = BootVolume::create(&folder.path().join("boot"), &self.startup)?;
        for (host, guest) in &self.files {
            boot.copy(host, guest)?;
        }
        for (guest, contents) in &self.texts {
            boot.write(guest, contents)?;
        }
        let home = folder.path().join("home");
        std::fs::create_dir(&home).context("could not make the emulator's home folder")?;
        let display = if self.with_display {
            Some(Display::open()?)
        } else {
            None
        };
        let serial = Serial::open(&folder.path().join("serial.log"))?;

        let mut command = Command::new("fs-uae");
        command.args(emulator_options(self.model, self.speed));
        command.arg(format!("--base_dir={}", home.display()));
        command
            .arg(format!("--hard_drive_0={}", boot.path("").display()))
            .arg("--hard_drive_0_label=BOOT");
        for (number, (name, path)) in self.volumes.iter().enumerate() {
            let path = path.canonicalize().with_context(|| {
                format!(
                    "could not find the folder {} that the machine shall see as {name}:",
                    path.display()
                )
            })?;
            command.arg(format!("--hard_drive_{}={}", number + 1, path.display()));
            command.arg(format!("--hard_drive_{}_label={name}", number + 1));
        }
        command
            .arg(format!("--serial_port={}", serial.path()))
            .args(&self.options);
        command
            .env("HOME", &home)
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME");
        match &display {
            Some(display) => command
                .env("DISPLAY", display.name())
                .env_remove("SDL_VIDEODRIVER"),
            // SDL's "dummy" driver has no OpenGL and fails.
            None => command.env("SDL_VIDEODRIVER", "offscreen").env_remove("DISPLAY"),
        };
        let log =
            File::create(folder.path().join("fs-uae.log")).context("could not create the emulator's log")?;
        command
            .stdin(Stdio::null())
            .stderr(log.try_clone().context("could not share the emulator's log")?);
        command.stdout(log);
        let emulator = GuardedProcess::start(&mut command, "fs-uae")?;
        let mut machine = Machine {
            emulator,
            display,
            serial,
            boot,
            folder,
            model: self.model,
            speed: self.speed,
            started: Instant::now(),
        };
        // A wrong option or a missing library ends it within this time; better said now than at the next deadline.
        std::thread::sleep(Duration::from_millis(200));
        machine.check_running()?;
        Ok(machine)
    }
}

/// An emulated Amiga that runs. It ends, and its temporary folder goes, when this value is dropped.
pub struct Machine {
    // The order matters: the emulator ends before its display and its serial line do.
    emulator: GuardedProcess,
    display: Option<Display>,
    serial: Serial,
    boot: BootVolume,
    folder: TempDir,
    model: Model,
    speed: Speed,
    started: Instant,
}

impl Machine {
    /// Begins to describe a machine.
    pub fn builder(model: Model) -> MachineBuilder {
        MachineBuilder {
            model,
            speed: Speed::Max,
            startup: String::new(),
            files: Vec::new(),
            texts: Vec::new(),
            volumes: Vec::new(),
            with_display: false,
            options: Vec::new(),
        }
    }

    /// Which machine it is.
    pub fn model(&self) -> Model {
        self.model
    }

    /// How fast it runs.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Its serial line.
    pub fn serial(&self) -> &Serial {
        &self.serial
    }

    /// Its boot volume.
    pub fn boot_volume(&self) -> &BootVolume {
        &self.boot
    }

    /// Fails when the emulator has ended.
    ///
    /// # Errors
    /// It has: the message holds the last lines of its log.
    pub fn check_running(&mut self) -> Result<()> {
        match self.emulator.exit_status()? {
            None => Ok(()),
            Some(status) => bail!(
                "the emulator ended ({status}); the end of its log:\n{}",
                self.log_tail()
            ),
        }
    }

    /// Waits until the guest has written a whole file on its boot volume: it exists, is not empty, and has the
    /// same length at two looks. Gives its contents.
    ///
    /// # Errors
    /// It was not there before `deadline` ran out; the message lists the files that the guest did write.
    pub fn wait_for_file(&self, guest: &str, deadline: Duration) -> Result<Vec<u8>> {
        let path = self.boot.path(guest);
        let end = Instant::now() + deadline;
        let mut previous = Vec::new();
        while Instant::now() < end && !end_requested() {
            if let Ok(contents) = std::fs::read(&path) {
                if !contents.is_empty() && contents == previous {
                    return Ok(contents);
                }
                previous = contents;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!(
            "the guest wrote no {guest} within {} s; it wrote {:?}",
            deadline.as_secs(),
            self.boot.results().unwrap_or_default()
        )
    }

    /// Saves a PNG picture of the Amiga's screen. Waits until FS-UAE's own note about the driver has gone.
    ///
    /// # Errors
    /// The machine has no display, or the picture cannot be taken.
    pub fn save_picture(&self, path: &Path) -> Result<()> {
        let Some(display) = &self.display else {
            bail!("this machine has no display: it was built without `with_display`");
        };
        std::thread::sleep(NOTE_GONE.saturating_sub(self.started.elapsed()));
        display.save_picture(path)
    }

    /// Copies what shows a failure into `folder`: a picture when there is a display, the serial log, the emulator's
    /// log, and the files that the guest wrote.
    ///
    /// # Errors
    /// The folder cannot be written. A picture that cannot be taken is left out.
    pub fn keep_evidence(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
        if self.display.is_some() {
            let _ = self.save_picture(&folder.join("screen.png"));
        }
        for log in ["serial.log", "fs-uae.log"] {
            std::fs::copy(self.folder.path().join(log), folder.join(log))
                .with_context(|| format!("could not keep {log}"))?;
        }
        for result in self.boot.results()? {
            let name = result
                .strip_prefix(self.boot.path(""))
                .unwrap_or(&result)
                .to_path_buf();
            let kept = folder.join("guest").join(name);
            if std::fs::metadata(&result).is_ok_and(|data| data.len() <= LARGEST_EVIDENCE) {
                std::fs::create_dir_all(kept.parent().unwrap_or(folder))?;
                std::fs::copy(&result, &kept)
                    .with_context(|| format!("could not keep {}", result.display()))?;
            }
        }
        Ok(())
    }

    /// Ends the emulator now and waits for it.
    pub fn end(mut self) {
        self.emulator.end();
    }

    /// The last lines of the emulator's log.
    fn log_tail(&self) -> String {
        let log = std::fs::read(self.folder.path().join("fs-uae.log")).unwrap_or_default();
        String::from_utf8_lossy(&log[log.len().saturating_sub(2000)..]).into_owned()
    }
}
