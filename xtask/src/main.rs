//! The project's one tool: `cargo xtask setup|build|demo|test|emu|size`.
//!
//! It builds with nothing but cargo, since `setup` is what installs the rest. One module per subcommand.

mod build;
mod conformance;
mod demo;
mod emu;
mod hunks;
mod packages;
mod paths;
mod report;
mod setup;
mod size;
mod stamp;
mod step;
mod test;
mod versions;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Builds, runs and tests AmiPilot. `cargo xtask demo` shows it at work; `cargo xtask test` runs every test.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Installs or checks what the other tasks need; takes less than a second when all is there
    Setup,
    /// Builds the Amiga programs into target/amiga
    Build,
    /// Does the main job on an emulated A500: find a button, click it, see the effect
    Demo,
    /// Runs every test
    Test(test::Options),
    /// Boots an emulated Amiga with the server and the test window, until it is ended
    Emu(emu::Options),
    /// Prints the memory that the server takes at rest
    Size(size::Options),
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<ExitCode> {
    let paths = paths::Paths::find();
    match task {
        Task::Setup => setup::run(&paths)?,
        Task::Build => {
            setup::run(&paths)?;
            build::run(&paths)?;
        }
        Task::Demo => demo::run(&paths)?,
        Task::Test(options) => return test::run(&paths, &options),
        Task::Emu(options) => emu::run(&paths, &options)?,
        Task::Size(options) => size::run(&paths, &options)?,
    }
    Ok(ExitCode::SUCCESS)
}
