//! 200 starts and ends of the server must not cost memory: `AvailMem` shows no trend.

mod support;

use harness::{Machine, Model, ask, wait_until_ready};
use std::time::Duration;
use support::{environment, keeping_evidence};

/// Rounds before the measurement: the system itself takes memory in the first ones, for buffers and expunged libraries.
const WARM_UP: usize = 50;
/// Rounds that are measured.
const ROUNDS: usize = 200;
/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(120);

#[test]
#[ignore = "needs cargo xtask test"]
fn two_hundred_starts_leave_the_memory_as_it_was() {
    let machine = Machine::builder(Model::A500)
        .with_display()
        .with_programs(&environment(), &["QuietDebug", "ShowMemory", "AmiPilotServer"])
        .startup(
            "FailAt 21\nSYS:C/QuietDebug\nLab again\n\
             SYS:C/AmiPilotServer >SYS:server.log SERIAL SERDEVICE=PAULA BAUD=57600\n\
             SYS:C/ShowMemory >>SYS:memory\nSkip again BACK\n",
        )
        .boot()
        .unwrap();
    keeping_evidence(&machine, "many-starts", || {
        for round in 1..=WARM_UP + ROUNDS {
            wait_until_ready(machine.serial(), DEADLINE).unwrap();
            assert_eq!(
                ask(machine.serial(), b"QUIT", DEADLINE).unwrap().code,
                0,
                "QUIT in round {round}"
            );
            let end = std::time::Instant::now() + DEADLINE;
            while free_memory(&machine).len() < round {
                assert!(
                    std::time::Instant::now() < end,
                    "the server of round {round} did not end"
                );
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        let free = free_memory(&machine);
        let (first, last) = (free[WARM_UP - 1], free[WARM_UP + ROUNDS - 1]);
        let lowest = free[WARM_UP..].iter().min().copied().unwrap();
        println!("report: {ROUNDS} starts: {first} bytes free before, {last} after, {lowest} at the lowest");
        assert_eq!(
            first,
            last,
            "free memory after {WARM_UP} and after {} starts: {free:?}",
            WARM_UP + ROUNDS
        );
    });
}

/// Free memory after each round so far, in bytes.
fn free_memory(machine: &Machine) -> Vec<u64> {
    let text = std::fs::read_to_string(machine.boot_volume().path("memory")).unwrap_or_default();
    let whole = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
    let value = |line: &str| line.split("any=").nth(1)?.split(' ').next()?.parse().ok();
    whole
        .lines()
        .map(|line| value(line).unwrap_or_else(|| panic!("ShowMemory printed {line:?}")))
        .collect()
}
