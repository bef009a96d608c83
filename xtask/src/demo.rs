//! `cargo xtask demo`: the main job on an emulated A500, step by step: find a gadget by its identity over the serial
//! line, act on it with genuine input, and see the effect.

use crate::paths::Paths;
use crate::step::{run as run_command, step};
use crate::{build, setup};
use anyhow::{Context, Result, bail};
use harness::{Machine, Model, TEST_WINDOW, end_in_order, run_with_deadline};
use std::process::Command;
use std::time::Duration;

/// The button `Connect`, the string gadget `Host:` and the line `Status:` of the test window.
const BUTTON: &str = "1";
const HOST: &str = "2";
const STATUS: &str = "9";

/// Runs it.
///
/// # Errors
/// A step failed or answered something else than it should.
pub fn run(paths: &Paths) -> Result<()> {
    setup::run(paths)?;
    build::run(paths)?;
    build_hostctl(paths)?;
    end_in_order();
    let pictures = paths.target.join("demo");
    std::fs::create_dir_all(&pictures).with_context(|| format!("could not create {}", pictures.display()))?;
    let machine = step("demo: boot an A500 with the server and a test window", || {
        let machine = Machine::builder(Model::A500)
            .with_display()
            .with_server(&paths.environment(), "")
            .boot()?;
        Ok(machine)
    })?;
    let result = machine
        .wait_for_server()
        .and_then(|_| steps(paths, &machine, &pictures));
    if result.is_err() {
        let kept = paths.environment().evidence.join("demo");
        machine.keep_evidence(&kept)?;
        eprintln!("picture and logs of the failure are in {}", kept.display());
    }
    result?;
    println!(
        "\nbefore: {}\nafter:  {}",
        pictures.join("before.png").display(),
        pictures.join("after.png").display()
    );
    Ok(())
}

/// Builds the PC's side.
///
/// # Errors
/// It does not build.
pub fn build_hostctl(paths: &Paths) -> Result<()> {
    step("build: hostctl for this PC", || {
        run_command(
            Command::new("cargo")
                .current_dir(&paths.root)
                .args(["build", "--package", "hostctl"]),
        )
    })
}

/// The session over the serial line.
fn steps(paths: &Paths, machine: &Machine, pictures: &std::path::Path) -> Result<()> {
    let bridge = machine.serial().bridge(0)?;
    let place = format!("127.0.0.1:{}", bridge.port());
    let hostctl = |arguments: &[&str]| -> Result<String> {
        println!("\n$ hostctl --tcp {place} {}", quoted(arguments));
        let mut command = Command::new(paths.environment().hostctl);
        command.args(["--tcp", &place]).args(arguments);
        let finished = run_with_deadline(&mut command, Duration::from_secs(120))?;
        print!("{}", finished.text());
        if !finished.status.success() {
            bail!(
                "hostctl {} ended with {}: {}",
                quoted(arguments),
                finished.status,
                finished.error_text()
            );
        }
        Ok(finished.text())
    };
    hostctl(&["info"])?;
    hostctl(&["screens"])?;
    hostctl(&["tree", TEST_WINDOW])?;
    machine.save_picture(&pictures.join("before.png"))?;
    hostctl(&["type", TEST_WINDOW, HOST, "Z\u{fc}rich"])?;
    let host = hostctl(&["get-text", TEST_WINDOW, HOST])?;
    expect("the text in Host:", host.trim(), "Z\u{fc}rich")?;
    hostctl(&["click", TEST_WINDOW, BUTTON])?;
    hostctl(&["wait", TEST_WINDOW, STATUS, "text=pressed 1"])?;
    let status = hostctl(&["get-text", TEST_WINDOW, STATUS])?;
    expect("the text in Status:", status.trim(), "pressed 1")?;
    hostctl(&["tree", TEST_WINDOW])?;
    machine.save_picture(&pictures.join("after.png"))?;
    // A server that ends in order is the last thing to see.
    hostctl(&["quit"])?;
    drop(bridge);
    machine.wait_for_file("server.ended", Duration::from_secs(60))?;
    Ok(())
}

/// Compares what came with what should.
fn expect(what: &str, found: &str, expected: &str) -> Result<()> {
    if found != expected {
        bail!("{what} is \"{found}\" and should be \"{expected}\"");
    }
    Ok(())
}

/// Arguments as a person types them.
fn quoted(arguments: &[&str]) -> String {
    let quote = |word: &&str| {
        if word.contains(' ') {
            format!("\"{word}\"")
        } else {
            (*word).to_string()
        }
    };
    arguments.iter().map(quote).collect::<Vec<_>>().join(" ")
}
