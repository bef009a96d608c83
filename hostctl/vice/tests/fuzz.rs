//! Random bytes for every decoder: no panic, no memory beyond what came in, and frames are found again.
//!
//! `AMIPILOT_FUZZ_COUNT` sets the number of inputs (default 100,000); the seed is fixed, so a failure repeats.

use proptest::prelude::*;
use vice_monitor::event::Event;
use vice_monitor::fake::RequestDecoder;
use vice_monitor::structures::{
    Checkpoint, Display, ResourceValue, ViceVersion, decode_banks, decode_checkpoint_count, decode_history,
    decode_memory, decode_palette, decode_program_counter, decode_register_descriptions, decode_registers,
};
use vice_monitor::wire::{Decoder, Frame, encode_request};

/// A small generator of pseudo-random numbers (xorshift64*), so that every run sees the same inputs.
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

    /// Bytes that resemble frames often enough to get past the header.
    fn bytes(&mut self, longest: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while bytes.len() < longest {
            match self.below(6) {
                0 => bytes.extend([
                    2,
                    2,
                    self.below(40) as u8,
                    0,
                    0,
                    0,
                    0x31,
                    0,
                    0xff,
                    0xff,
                    0xff,
                    0xff,
                ]),
                1 => bytes.extend([2, 2, 0xff, 0xff, self.below(256) as u8, self.below(3) as u8]),
                2 => bytes.push(2),
                3 => bytes.extend([self.below(4) as u8, 0, 0]),
                _ => bytes.extend(self.next().to_le_bytes()),
            }
            if self.below(8) == 0 {
                break;
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

/// Every reader of a body. Whatever it makes of the bytes, it must come back.
fn read_every_way(body: &[u8]) -> usize {
    let mut understood = 0;
    understood += usize::from(Checkpoint::decode(body).is_ok());
    understood += usize::from(ViceVersion::decode(body).is_ok());
    understood += usize::from(ResourceValue::decode(body).is_ok());
    understood += usize::from(decode_checkpoint_count(body).is_ok());
    understood += usize::from(decode_program_counter(body).is_ok());
    understood += Display::decode(body).map_or(0, |display| display.pixels.len());
    understood += decode_memory(body).map_or(0, <[u8]>::len);
    understood += decode_banks(body).map_or(0, |banks| banks.len());
    understood += decode_register_descriptions(body).map_or(0, |descriptions| descriptions.len());
    understood += decode_registers(body).map_or(0, |registers| registers.len());
    understood += decode_palette(body).map_or(0, |palette| palette.len());
    understood += decode_history(body).map_or(0, |history| history.len());
    understood
}

#[test]
fn random_bytes_do_no_harm() {
    let mut random = Random(0x00c6_4c64_1702_a9d2);
    let mut decoder = Decoder::new();
    let mut requests = RequestDecoder::default();
    let (mut fed, mut counted, mut frames) = (0_u64, 0_u64, 0_u64);
    for round in 0..count() {
        let input = random.bytes(96);
        fed += input.len() as u64;
        let mut rest = input.as_slice();
        while let Some(frame) = decoder.accept(&mut rest) {
            frames += 1;
            counted += frame.encode().len() as u64;
            // Decoding is never larger than what came in: every item takes at least its size byte.
            assert!(read_every_way(&frame.body) <= 12 * (frame.body.len() + 1));
            let frame = Frame {
                kind: [0x11, 0x31, 0x61, 0x62, 0x63, frame.kind][random.below(6)],
                ..frame
            };
            assert!(Event::decode(&frame).is_ok() || frame.kind < 0x64);
        }
        assert!(rest.is_empty(), "all bytes are taken");
        assert!(read_every_way(&input) <= 12 * (input.len() + 1));
        assert!(counted + decoder.skipped() <= fed, "no byte is used twice");
        requests.push(&input);
        while requests.next_request().is_some() {}
        if round % 64 == 0 {
            decoder = Decoder::new();
            requests = RequestDecoder::default();
            (fed, counted) = (0, 0);
        }
    }
    assert!(
        frames > count() / 100,
        "the inputs reach past the header: {frames} frames"
    );
}

/// Frames as VICE may send them: replies and events of any type, or errors of type 0 without a body.
fn any_frame() -> impl Strategy<Value = Frame> {
    let body = proptest::collection::vec(any::<u8>(), 0..64);
    let good = (1..=2_u8, 1..=255_u8, any::<u32>(), body).prop_map(|(api, kind, request, body)| Frame {
        api,
        kind,
        error: 0,
        request,
        body,
    });
    let error = (1..=2_u8, 1..=255_u8, any::<u32>()).prop_map(|(api, error, request)| Frame {
        api,
        kind: 0,
        error,
        request,
        body: Vec::new(),
    });
    prop_oneof![4 => good, 1 => error]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: (count() / 200).clamp(64, 100_000) as u32,
        rng_seed: proptest::test_runner::RngSeed::Fixed(0x6502),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn frames_survive_any_cutting(
        frames in proptest::collection::vec(any_frame(), 1..6),
        pieces in proptest::collection::vec(1..40_usize, 1..40),
    ) {
        let bytes: Vec<u8> = frames.iter().flat_map(Frame::encode).collect();
        let mut decoder = Decoder::new();
        let mut found = Vec::new();
        let mut rest = bytes.as_slice();
        let mut lengths = pieces.iter().cycle();
        while !rest.is_empty() {
            let (mut piece, after) = rest.split_at((*lengths.next().unwrap()).min(rest.len()));
            rest = after;
            while let Some(frame) = decoder.accept(&mut piece) {
                found.push(frame);
            }
        }
        prop_assert_eq!(found, frames);
        prop_assert_eq!(decoder.skipped(), 0);
        prop_assert!(!decoder.is_inside_frame());
    }

    #[test]
    fn noise_without_a_header_costs_no_frame(
        noise in proptest::collection::vec(any::<u8>().prop_filter("no start byte", |byte| *byte != 2), 0..80),
        stray in any::<bool>(),
        frame in any_frame(),
    ) {
        let noise = if stray { [noise, vec![2]].concat() } else { noise };
        let bytes = [noise.clone(), frame.encode()].concat();
        let mut decoder = Decoder::new();
        let mut rest = bytes.as_slice();
        prop_assert_eq!(decoder.accept(&mut rest), Some(frame));
        prop_assert_eq!(decoder.skipped(), noise.len() as u64);
    }

    #[test]
    fn requests_are_read_back(
        api in 1..=2_u8,
        id in any::<u32>(),
        command in any::<u8>(),
        body in proptest::collection::vec(any::<u8>(), 0..64),
        cut in 0..75_usize,
    ) {
        let bytes = encode_request(api, id, command, &body).unwrap();
        let mut decoder = RequestDecoder::default();
        let (first, second) = bytes.split_at(cut.min(bytes.len()));
        decoder.push(first);
        let early = decoder.next_request();
        decoder.push(second);
        let request = early.or_else(|| decoder.next_request()).unwrap();
        prop_assert_eq!((request.api, request.id, request.command, request.body), (api, id, command, body));
    }
}
