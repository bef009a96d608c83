//! The crates that the product is built on.

use core::hint::black_box;

use embedded_io::{Read, Write as _};
use heapless::{Deque, LinearMap, String, Vec};
use serde::{Deserialize, Serialize};

use crate::{Case, Output};

/// The cases of this module.
pub const CASES: &[Case] = &[
    Case {
        name: "heapless::Vec",
        run: vector,
    },
    Case {
        name: "heapless::String",
        run: string,
    },
    Case {
        name: "heapless::Deque",
        run: deque,
    },
    Case {
        name: "heapless::LinearMap",
        run: map,
    },
    Case {
        name: "postcard round trip",
        run: round_trip,
    },
    Case {
        name: "postcard varint edges",
        run: varints,
    },
    Case {
        name: "postcard COBS",
        run: cobs,
    },
    Case {
        name: "postcard broken input",
        run: broken,
    },
    Case {
        name: "crc 16",
        run: crc_16,
    },
    Case {
        name: "crc 32 in parts",
        run: crc_32,
    },
    Case {
        name: "crc 64",
        run: crc_64,
    },
    Case {
        name: "embedded-io slices",
        run: slices,
    },
];

fn vector(out: &mut Output<'_>) {
    let mut all: Vec<u16, 8> = Vec::new();
    for number in 0..black_box(10u16) {
        if all.push(number * 1000).is_err() {
            out.text("full ");
        }
    }
    all.remove(2);
    all.retain(|number| number % 3 != 0);
    all.swap_remove(0);
    for number in &all {
        out.number(u64::from(*number));
        out.text(" ");
    }
}

fn string(out: &mut Output<'_>) {
    let mut text: String<16> = String::new();
    for part in black_box(["Zürich", " am ", "See", "!!!!!!!"]) {
        if text.push_str(part).is_err() {
            out.text("full ");
        }
    }
    text.truncate(8);
    out.text(&text);
    out.number(text.len() as u64);
}

fn deque(out: &mut Output<'_>) {
    let mut all: Deque<u32, 4> = Deque::new();
    for number in 0..black_box(20u32) {
        if all.push_back(number * number).is_err() {
            out.number(all.pop_front().unwrap_or(0).into());
            out.text(" ");
            if number % 3 == 0 {
                out.number(all.pop_back().unwrap_or(0).into());
                out.text(" ");
            }
        }
    }
    out.number(all.iter().map(|number| u64::from(*number)).sum());
}

fn map(out: &mut Output<'_>) {
    let mut all: LinearMap<&str, i64, 4> = LinearMap::new();
    for (key, value) in black_box([("a", 1i64), ("b", -2), ("a", 3), ("c", 4), ("d", 5), ("e", 6)]) {
        if all.insert(key, value).is_err() {
            out.text("full ");
        }
    }
    all.remove("b");
    out.number(all.values().sum::<i64>() as u64);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Message<'a> {
    Click {
        window: &'a str,
        gadget: u16,
        at: (i16, i16),
    },
    Data(&'a [u8], u64),
    Maybe(Option<bool>),
    Many(Vec<i32, 4>),
}

fn round_trip(out: &mut Output<'_>) {
    let many = Vec::from_slice(&[1, -1, i32::MAX, i32::MIN]).unwrap_or_default();
    let messages = black_box([
        Message::Click {
            window: "GTApp Fixture",
            gadget: 300,
            at: (-5, 200),
        },
        Message::Data(b"\0\x01\xff", u64::MAX),
        Message::Maybe(Some(true)),
        Message::Many(many),
    ]);
    for message in &messages {
        let mut buffer = [0u8; 64];
        let Ok(bytes) = postcard::to_slice(message, &mut buffer) else {
            return out.text("refused");
        };
        out.add(bytes);
        out.number(bytes.len() as u64);
        let back: Result<Message<'_>, _> = postcard::from_bytes(bytes);
        out.text(if back.as_ref() == Ok(message) { "= " } else { "! " });
    }
    out.digest();
}

fn varints(out: &mut Output<'_>) {
    for number in black_box([0u64, 127, 128, 16_383, 16_384, u32::MAX as u64, 1 << 35, u64::MAX]) {
        let mut buffer = [0u8; 24];
        if let Ok(bytes) = postcard::to_slice(&(number, number as i32), &mut buffer) {
            out.add(bytes);
            out.number(bytes.len() as u64);
            let back: Result<(u64, i32), _> = postcard::from_bytes(bytes);
            out.text(if back == Ok((number, number as i32)) {
                "= "
            } else {
                "! "
            });
        }
    }
    out.digest();
}

fn cobs(out: &mut Output<'_>) {
    let mut buffer = [0u8; 64];
    let value = black_box([0u16, 1, 0, 256, 300, 0]);
    if let Ok(bytes) = postcard::to_slice_cobs(&value, &mut buffer) {
        out.add(bytes);
        let back: Result<[u16; 6], _> = postcard::from_bytes_cobs(bytes);
        out.text(if back == Ok(value) { "same " } else { "differs " });
    }
    out.digest();
}

fn broken(out: &mut Output<'_>) {
    for bytes in black_box([&[][..], &[9], &[0, 5, b'x'], &[2, 7], &[3, 200]]) {
        out.text(match postcard::from_bytes::<Message<'_>>(bytes) {
            Ok(_) => "read ",
            Err(postcard::Error::DeserializeUnexpectedEnd) => "short ",
            Err(postcard::Error::DeserializeBadOption) => "option ",
            Err(_) => "other ",
        });
    }
}

fn crc_16(out: &mut Output<'_>) {
    let crc = crc::Crc::<u16>::new(&crc::CRC_16_IBM_SDLC);
    out.hex(crc.checksum(black_box(b"123456789")).into());
}

fn crc_32(out: &mut Output<'_>) {
    let crc = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    let mut digest = crc.digest();
    for part in black_box(b"123456789").chunks(black_box(2)) {
        digest.update(part);
    }
    out.hex(digest.finalize());
}

fn crc_64(out: &mut Output<'_>) {
    let crc = crc::Crc::<u64, crc::NoTable>::new(&crc::CRC_64_ECMA_182);
    out.number(crc.checksum(black_box(b"123456789")));
}

fn slices(out: &mut Output<'_>) {
    let mut source = black_box(&b"hello world"[..]);
    let mut space = [0u8; 8];
    let mut target = &mut space[..];
    let mut part = [0u8; 3];
    while let Ok(count @ 1..) = source.read(&mut part) {
        if target.write_all(&part[..count]).is_err() {
            out.text("full ");
            break;
        }
    }
    out.text(core::str::from_utf8(&space).unwrap_or("?"));
}
