//! Which Amiga is emulated and how fast, as FS-UAE options. Source: FS-UAE's option reference, and measurements in
//! `docs/emulator.md`.

use std::str::FromStr;

/// The machine that is emulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Amiga 500: a 68000 that traps 16- and 32-bit accesses at odd addresses, as the real one does.
    A500,
    /// Amiga 1200: a 68EC020.
    A1200,
}

impl Model {
    /// Both machines, for tests that run on each.
    pub const ALL: [Model; 2] = [Model::A500, Model::A1200];

    /// The name that FS-UAE's `amiga_model` option takes.
    pub fn name(self) -> &'static str {
        match self {
            Model::A500 => "A500",
            Model::A1200 => "A1200",
        }
    }
}

impl FromStr for Model {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Model> {
        Model::ALL
            .into_iter()
            .find(|model| model.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| {
                anyhow::anyhow!(
                    "no machine is called \"{text}\": the ones that can be emulated are a500 and a1200"
                )
            })
    }
}

/// How fast the emulated CPU runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// As fast as the PC can. Boots in one to three seconds. For tests of what happens, not of how long it takes.
    Max,
    /// Exact to the cycle, at the machine's own clock. Boots in about 17 seconds. For figures.
    Real,
}

impl FromStr for Speed {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Speed> {
        match text {
            "max" => Ok(Speed::Max),
            "real" => Ok(Speed::Real),
            _ => anyhow::bail!("no speed is called \"{text}\": say real (the machine's own clock) or max"),
        }
    }
}

/// FS-UAE's options for a machine, without the ones that name files.
pub(crate) fn emulator_options(model: Model, speed: Speed) -> Vec<String> {
    let mut options: Vec<String> = [
        "--stdout=1",
        "--end_config=1",
        "--fullscreen=0",
        "--audio_driver=null",
        "--automatic_input_grab=0",
        "--initial_input_grab=0",
        // No sidecar files with Amiga attributes next to the ones that the guest writes.
        "--uaem_write_flags=0",
        // Without it bytes are lost at every rate.
        "--uae_serial_direct=true",
    ]
    .map(String::from)
    .to_vec();
    options.push(format!("--amiga_model={}", model.name()));
    if speed == Speed::Max {
        options.extend(
            [
                "--uae_cpu_speed=max",
                "--uae_cpu_cycle_exact=false",
                "--uae_cpu_memory_cycle_exact=false",
                "--uae_blitter_cycle_exact=false",
                // A 68000 that is not "compatible" lets odd addresses pass.
                "--uae_cpu_compatible=true",
            ]
            .map(String::from),
        );
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case_and_errors_list_the_choices() {
        assert_eq!("a1200".parse::<Model>().unwrap(), Model::A1200);
        assert_eq!("A500".parse::<Model>().unwrap(), Model::A500);
        assert!("a600".parse::<Model>().unwrap_err().to_string().contains("a500"));
        assert!("warp".parse::<Speed>().unwrap_err().to_string().contains("real"));
    }

    #[test]
    fn a_fast_68000_still_traps_odd_addresses() {
        assert!(emulator_options(Model::A500, Speed::Max).contains(&"--uae_cpu_compatible=true".to_string()));
    }
}
