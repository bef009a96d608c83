//! Random and mutated bytes through everything that reads bytes.
//!
//! `AMIPILOT_FUZZ_COUNT` sets the number of inputs (100,000 if unset), `AMIPILOT_FUZZ_SEED` the first seed. The seed of
//! a failing input is printed; that input alone runs again with this seed and a count of 1.

use protocol::client::record::records;
use protocol::client::reply::ReplyParser;
use protocol::client::request;
use protocol::client::version::ServerVersion;
use protocol::reply::Counter;
use protocol::{Line, LineAssembler, Request, Verb, parse};

/// A small generator of pseudo-random numbers (SplitMix64): the same seed gives the same numbers everywhere.
struct Random {
    state: u64,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit` - 1.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn choose<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// Lines and replies to start from.
const SEEDS: [&[u8]; 16] = [
    b"VERSION\n",
    b"AUTH \"secret word\"\r\n",
    b"TREE SCREEN=\"My Screen\" \"My App\"\n",
    b"CLICK W ROLE=button LABEL=\"Cancel \\\"Now\\\"\" INDEX=1 EXPECT=WINDOW=\"a b\" TIMEOUT=5\n",
    b"CLICK @name EXPECT=NOWINDOW TIMEOUT=5\n",
    b"TYPE W 2 \"quoted \\\\ text\" rest\n",
    b"WAITFOR SCREEN=x W 1 TEXT=\"Z\xFCrich\" TIMEOUT=10\n",
    b"WBLAUNCH SYS:Tool TOOLTYPE=\"A=b c\" ARG=RAM:x TOOLTYPE=D=e\n",
    b"LAUNCH STACK=8000 run \"a b\" >NIL:\n",
    b"FSPUT RAM:d/x 3 TIMEOUT=30\nabc",
    b"DRAG W 5 TO @dest\nDRAG W 5 -3 7\n",
    b"MUIREXX \"My App\" TIMEOUT=3 info title\n",
    b"SCREENSHOT WINDOW=a SCREEN=b\nPICK SCREEN=c\n",
    b"RC 0 62\nwindow \"a\" screen=\"b\" [-1,0 2x3]\n  gadget id=1 role=string class=\"\" label=\"x\" value=\"y\\\"\" [1,2 3x4]\n",
    b"RC 0 9\n  item num=0/1 text=\"A\" shortcut=A checkit=0 checked=0 enabled=1\n    subitem num=0/1/2 text=\"\" checkit=1",
    b"AMIPILOT 1.1 PROTOCOL 1\nSTABLE VERSION TREE\nEXTENDED PING\n",
];

/// Pieces that mean something in the grammar.
const PIECES: [&[u8]; 26] = [
    b"\n",
    b"\r\n",
    b"\0",
    b" ",
    b"\t",
    b"\"",
    b"\\",
    b"\\\"",
    b"=",
    b"@",
    b"SCREEN=",
    b"WINDOW=",
    b"NOWINDOW",
    b"ROLE=button",
    b"LABEL=",
    b"INDEX=-1",
    b"EXPECT=",
    b"TIMEOUT=",
    b"TO ",
    b"TEXT=",
    b"TOOLTYPE=",
    b"ARG=",
    b"-2147483649",
    b"4294967295",
    b"REQUESTER",
    b"[0,0 1x1]",
];

/// One input: a mutated seed, or a verb with random words, or plain noise.
fn input(random: &mut Random, bytes: &mut Vec<u8>) {
    bytes.clear();
    match random.below(4) {
        0 => {
            let length = random.below(700);
            bytes.extend((0..length).map(|_| random.next() as u8));
        }
        1 => {
            bytes.extend_from_slice(
                random
                    .choose(&Verb::ALL.iter().map(|verb| verb.as_str()).collect::<Vec<_>>())
                    .as_bytes(),
            );
            for _ in 0..random.below(12) {
                bytes.push(b' ');
                bytes.extend_from_slice(random.choose(&PIECES));
            }
        }
        _ => bytes.extend_from_slice(random.choose(&SEEDS)),
    }
    for _ in 0..random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 if at < bytes.len() => bytes[at] = random.next() as u8,
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            2 => bytes.truncate(at),
            3 => {
                let repeated = vec![bytes.get(at).copied().unwrap_or(b'x'); random.below(300)];
                bytes.splice(at..at, repeated);
            }
            _ => {
                let piece = random.choose(&PIECES);
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes.push(b'\n');
}

/// Everything that must hold for a line that was taken.
fn check_line(text: &[u8], line: &mut Vec<u8>) {
    match parse(text) {
        Err(error) => {
            let mut counter = Counter::new();
            error.write_to(&mut counter);
            assert!(
                (10..120).contains(&counter.count()),
                "an error text has one line of sensible length"
            );
        }
        Ok(asked) => {
            line.clear();
            if request::write(&mut |piece: &[u8]| line.extend_from_slice(piece), &asked).is_ok() {
                assert_eq!(
                    parse(line.strip_suffix(b"\n").expect("an LF")),
                    Ok(asked),
                    "{}",
                    text.escape_ascii()
                );
            }
            let counted = Line::Text(text).counted_body();
            let expected = if let Request::FsPut { count, .. } = asked {
                Some(count)
            } else {
                None
            };
            assert_eq!(counted, expected);
        }
    }
}

/// Runs one input through every reader.
fn check(bytes: &[u8], assembler: &mut LineAssembler, line: &mut Vec<u8>) {
    for byte in bytes {
        match assembler.push(*byte) {
            Some(Line::Text(text)) => {
                assert!((1..=511).contains(&text.len()) && !text.contains(&0) && !text.contains(&b'\n'));
                check_line(text, line);
            }
            Some(too_long @ Line::TooLong(start)) => {
                assert!(start.len() <= 511);
                let _ = too_long.counted_body();
            }
            None => (),
        }
    }
    assert!(assembler.is_empty(), "every input ends with an LF");
    let (mut parser, mut rest, mut parts) = (ReplyParser::new(), bytes, 0);
    while let Ok(Some(_)) = parser.take(&mut rest) {
        parts += 1;
        assert!(parts <= 3 * bytes.len());
    }
    let _ = records(bytes).count();
    if let Ok(server) = ServerVersion::parse(bytes) {
        let _ = server.knows("TREE");
    }
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} must be a number, not {text:?}"))
    })
}

#[test]
fn nothing_that_arrives_can_do_harm() {
    let count = setting("AMIPILOT_FUZZ_COUNT", 100_000);
    let first = setting("AMIPILOT_FUZZ_SEED", 2026);
    println!("fuzzing the text protocol: {count} inputs from seed {first}");
    let (mut assembler, mut bytes, mut line) = (LineAssembler::new(), Vec::new(), Vec::new());
    for seed in first..first.saturating_add(count) {
        input(&mut Random { state: seed }, &mut bytes);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check(&bytes, &mut assembler, &mut line);
        }));
        assert!(
            outcome.is_ok(),
            "AMIPILOT_FUZZ_SEED={seed} AMIPILOT_FUZZ_COUNT=1: {}",
            bytes.escape_ascii()
        );
    }
}
