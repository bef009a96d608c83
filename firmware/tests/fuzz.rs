//! Random and mutated lines against the whole server: no panic, and in step afterwards.
//!
//! `AMIPILOT_FUZZ_COUNT` sets how many lines; the seed is fixed, so a failure comes again.

mod bench;

use bench::with_server;
use hal_amiga::simulated::{GtApp, SimulatedAmiga};

/// Lines to start from.
const LINES: &[&[u8]] = &[
    b"VERSION",
    b"AUTH amipilot",
    b"TREE GTApp",
    b"TREE SCREEN=Workbench \"GTApp Fix\"",
    b"CLICK GTApp 1",
    b"CLICK GTApp ROLE=checkbox INDEX=0 EXPECT=WINDOW=GTApp TIMEOUT=1",
    b"CLICK GTApp 3 EXPECT=NOWINDOW TIMEOUT=1",
    b"CLICK @name EXPECT=NOWINDOW",
    b"TYPE GTApp 2 \"a \\\"b\\\" c\"",
    b"TYPE GTApp ROLE=string LABEL=Host: x\xfcz",
    b"GETTEXT GTApp ROLE=string LABEL=\"Status:\"",
    b"WAITFOR WINDOW=GTApp TIMEOUT=1",
    b"WAITFOR NOWINDOW=none TIMEOUT=1",
    b"WAITFOR REQUESTER TIMEOUT=1",
    b"WAITFOR GTApp 9 TEXT=pressed TIMEOUT=1",
    b"SCREENS",
    b"INFO",
    b"PING",
    b"WHY",
    b"MENUPICK GTApp 0 1 2",
    b"DRAG GTApp 5 TO 6",
    b"FSPUT RAM:x 3 TIMEOUT=1\nabc",
    b"WBLAUNCH SYS:x TOOLTYPE=A=B ARG=c",
    b"SCREENSHOT SCREEN=a WINDOW=b",
];

/// Bytes that matter to the parser, for mutations to use.
const TELLING: &[u8] = b"\"\\ \t=@0-9\0\r\n\x80\xff";

/// A small generator of random numbers (xorshift), the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A line, mutated or random.
    fn line(&mut self) -> Vec<u8> {
        if self.below(8) == 0 {
            let length = self.below(600);
            return (0..length).map(|_| self.below(256) as u8).collect();
        }
        let mut line = self.pick(LINES).to_vec();
        for _ in 0..self.below(4) {
            let place = self.below(line.len());
            match self.below(6) {
                0 => line.insert(place, self.pick(TELLING)),
                1 if !line.is_empty() => line[place] = self.pick(TELLING),
                2 if !line.is_empty() => drop(line.remove(place)),
                3 => line.truncate(place),
                4 => {
                    let other = self.pick(LINES);
                    line.extend_from_slice(&other[self.below(other.len())..]);
                }
                _ => {
                    let times = self.below(200);
                    let byte = self.pick(TELLING);
                    line.splice(place..place, std::iter::repeat_n(byte, times));
                }
            }
        }
        line
    }
}

#[test]
fn whatever_comes_the_server_stays_in_step() {
    let count: usize = std::env::var("AMIPILOT_FUZZ_COUNT")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(100_000);
    let mut random = Random(0x00A5_0020_0412_0001);
    let mut done = 0;
    let mut round = 0;
    while done < count {
        let amiga = SimulatedAmiga::new();
        let style = random.pick(&bench::STYLES);
        GtApp::start(&amiga, style);
        round += 1;
        with_server(&amiga, 2, |bench| {
            for _ in 0..100 {
                let mut line = random.line();
                line.push(b'\n');
                // QUIT by chance would end the round too early.
                let upper = line.to_ascii_uppercase();
                if upper.windows(4).any(|bytes| bytes == b"QUIT") {
                    continue;
                }
                bench.clients[0].send(&line);
                done += 1;
                if random.below(4) == 0 {
                    bench.clients[1].send(b"PING\n");
                    assert_eq!(bench.reply(1).text, "pong", "round {round}");
                }
            }
            assert!(bench.settle(), "the server ended in round {round}");
            // Half a body or half a line may be left: it is given up after ten seconds.
            bench.amiga.after(11_000, |_| {});
            assert!(bench.settle());
            while bench.poll(0).is_some() {}
            assert!(bench.is_silent(0), "half a reply in round {round}");
            bench.assert_in_order();
        });
    }
}
