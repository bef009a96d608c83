//! Random bytes for the decoder and the readers of answers: no panic, no memory beyond what came in.
//!
//! `AMIPILOT_FUZZ_COUNT` sets the number of inputs (default 100,000); the seed is fixed, so a failure repeats.

use amiberry_control::command;
use amiberry_control::wire::{Decoder, Framing, MAXIMUM_REPLY, Reply, encode};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit
    }

    /// Bytes that resemble replies often enough to get past the first word.
    fn bytes(&mut self) -> Vec<u8> {
        const WORDS: [&[u8]; 14] = [
            b"OK\t",
            b"ERROR\t",
            b"\n",
            b"\n\t",
            b"\r\n",
            b"\t",
            b"reason=",
            b"button_mask=0",
            b"count=1",
            b"unit0=hdf:",
            b"D0=00000000",
            b"DF0=<empty>",
            b"schema_version=1",
            b"true",
        ];
        let mut bytes = Vec::new();
        for _ in 0..=self.below(16) {
            match self.below(4) {
                0 => bytes.extend(self.next().to_le_bytes()),
                _ => bytes.extend(WORDS[self.below(WORDS.len())]),
            }
        }
        bytes
    }
}

fn count() -> u64 {
    std::env::var("AMIPILOT_FUZZ_COUNT").map_or(100_000, |text| {
        text.parse().expect("AMIPILOT_FUZZ_COUNT is a number")
    })
}

/// All records of the bytes, cut at these places; garbage counts as an empty reply.
fn decode(bytes: &[u8], framing: Framing, pieces: impl Iterator<Item = usize>) -> Vec<Option<Reply>> {
    let mut decoder = Decoder::new(framing);
    let mut found = Vec::new();
    let mut rest = bytes;
    let take = |decoder: &mut Decoder, found: &mut Vec<Option<Reply>>| loop {
        match decoder.next_reply() {
            Ok(Some(reply)) => found.push(Some(reply)),
            Ok(None) => break,
            Err(_) => found.push(None),
        }
    };
    for piece in pieces {
        let (now, later) = rest.split_at(piece.min(rest.len()));
        decoder.push(now).expect("short inputs fit");
        take(&mut decoder, &mut found);
        rest = later;
        if rest.is_empty() {
            break;
        }
    }
    decoder.finish();
    take(&mut decoder, &mut found);
    assert!(decoder.pending() <= bytes.len());
    found
}

#[test]
fn random_bytes_do_no_harm() {
    let mut random = Random(0x00a3_1be7_7702_a9d1);
    let specifications: Vec<_> = command::all().collect();
    let mut understood = 0;
    for _ in 0..count() {
        let bytes = random.bytes();
        let framing = if random.below(2) == 0 {
            Framing::Line
        } else {
            Framing::Continued
        };
        let whole = decode(&bytes, framing, std::iter::once(bytes.len()));
        let cut = decode(
            &bytes,
            framing,
            std::iter::repeat_with(|| 1 + random.below(5)).take(bytes.len() + 1),
        );
        assert_eq!(whole, cut, "any cutting gives the same records");
        for reply in whole.into_iter().flatten() {
            let size: usize = reply.fields.iter().map(String::len).sum();
            // A byte that is not UTF-8 becomes three.
            assert!(size <= 3 * bytes.len());
            let specification = specifications[random.below(specifications.len())];
            understood += usize::from(
                specification
                    .answer
                    .read(specification.name, &reply.fields)
                    .is_ok(),
            );
            assert!(
                !amiberry_control::refusal::error(specification.name, &reply)
                    .message
                    .is_empty()
            );
        }
    }
    assert!(
        understood as u64 > count() / 50,
        "the inputs reach the readers: {understood}"
    );
}

#[test]
fn no_request_ever_holds_a_control_character_of_the_protocol() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let characters = ['a', ' ', '\t', '\n', '\r', '\0', '=', 'é'];
    let mut sent = 0;
    for _ in 0..count() {
        let argument: String = (0..random.below(6))
            .map(|_| characters[random.below(characters.len())])
            .collect();
        let Ok(bytes) = encode("LOAD_CONFIG", std::slice::from_ref(&argument)) else {
            continue;
        };
        sent += 1;
        assert_eq!(bytes, format!("LOAD_CONFIG\t{argument}\n").into_bytes());
        let is_control = |byte: &&u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\0');
        assert_eq!(
            bytes.iter().filter(is_control).count(),
            2,
            "one TAB and the line feed"
        );
    }
    assert!(sent > count() / 20);
}

#[test]
fn endless_lines_are_dropped_at_the_limit() {
    let mut decoder = Decoder::new(Framing::Line);
    let piece = vec![b'x'; 64 << 10];
    let refused = (0..100).filter(|_| decoder.push(&piece).is_err()).count();
    assert!(refused >= 5 && decoder.pending() <= MAXIMUM_REPLY);
}
