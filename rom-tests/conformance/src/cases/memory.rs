//! Memory: loads and stores of every width at even and odd addresses, copies, fills and comparisons.

use core::hint::black_box;

use crate::{Case, Output};

/// The cases of this module.
pub const CASES: &[Case] = &[
    Case {
        name: "load u16 at every offset",
        run: load_16,
    },
    Case {
        name: "load u32 at every offset",
        run: load_32,
    },
    Case {
        name: "load u64 at every offset",
        run: load_64,
    },
    Case {
        name: "load u128 at every offset",
        run: load_128,
    },
    Case {
        name: "store u16 at every offset",
        run: store_16,
    },
    Case {
        name: "store u32 at every offset",
        run: store_32,
    },
    Case {
        name: "store u64 at every offset",
        run: store_64,
    },
    Case {
        name: "store u128 at every offset",
        run: store_128,
    },
    Case {
        name: "fields of a packed struct",
        run: packed_fields,
    },
    Case {
        name: "packed struct passed and returned",
        run: packed_values,
    },
    Case {
        name: "little-endian numbers from bytes",
        run: little_endian,
    },
    Case {
        name: "big-endian numbers from bytes",
        run: big_endian,
    },
    Case {
        name: "array of bytes compared as a whole",
        run: array_equality,
    },
    Case {
        name: "copies of every length and parity",
        run: copies,
    },
    Case {
        name: "overlapping moves, both directions",
        run: moves,
    },
    Case {
        name: "fills of every length and parity",
        run: fills,
    },
    Case {
        name: "comparisons of every length",
        run: comparisons,
    },
    Case {
        name: "addresses as signed numbers",
        run: signed_addresses,
    },
    Case {
        name: "dynamic index",
        run: dynamic_index,
    },
    Case {
        name: "array of structs, dynamic index",
        run: struct_index,
    },
    Case {
        name: "pointer read at odd address",
        run: odd_pointer,
    },
];

/// Sixty-four bytes that all differ, at an even address.
#[repr(align(4))]
struct Pattern([u8; 64]);

fn pattern() -> Pattern {
    let mut all = [0; 64];
    for (index, byte) in all.iter_mut().enumerate() {
        *byte = (index as u8).wrapping_mul(37) ^ 0x80;
    }
    black_box(Pattern(all))
}

macro_rules! load {
    ($name:ident, $type:ident) => {
        fn $name(out: &mut Output<'_>) {
            let pattern = pattern();
            for offset in 0..24 {
                let at = &pattern.0[black_box(offset)..];
                let mut raw = [0; size_of::<$type>()];
                raw.copy_from_slice(&at[..size_of::<$type>()]);
                out.add(&$type::from_be_bytes(raw).wrapping_mul(3).to_be_bytes());
            }
            out.digest();
        }
    };
}
load!(load_16, u16);
load!(load_32, u32);
load!(load_64, u64);
load!(load_128, u128);

macro_rules! store {
    ($name:ident, $type:ident) => {
        fn $name(out: &mut Output<'_>) {
            for offset in 0..24 {
                let mut pattern = pattern();
                let number = black_box($type::MAX / 3 + offset as $type);
                pattern.0[black_box(offset)..][..size_of::<$type>()].copy_from_slice(&number.to_be_bytes());
                out.add(&black_box(pattern).0);
            }
            out.digest();
        }
    };
}
store!(store_16, u16);
store!(store_32, u32);
store!(store_64, u64);
store!(store_128, u128);

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Packed {
    first: u8,
    long: u32,
    word: u16,
    signed: i16,
    last: u8,
    wide: u64,
}

fn packed() -> Packed {
    Packed {
        first: 1,
        long: 0x0203_0405,
        word: 0x0607,
        signed: -2,
        last: 9,
        wide: 0x0a0b_0c0d_0e0f_1011,
    }
}

fn packed_fields(out: &mut Output<'_>) {
    let mut all = black_box([packed(); 4]);
    for (index, one) in all.iter_mut().enumerate() {
        one.long += black_box(index as u32);
        one.word ^= one.signed as u16;
        one.wide = one.wide.wrapping_mul(u64::from(one.long));
        one.signed -= 1;
    }
    for one in black_box(all) {
        out.hex(one.long);
        out.hex(u32::from(one.word) << 16 | u32::from(one.signed as u16));
        out.hex((one.wide >> 32) as u32 ^ one.wide as u32 ^ u32::from(one.first) ^ u32::from(one.last));
    }
}

fn packed_values(out: &mut Output<'_>) {
    #[inline(never)]
    fn turn(mut value: Packed) -> Packed {
        value.long = value.long.rotate_left(8);
        value.signed = value.signed.wrapping_sub(value.word as i16);
        value
    }
    let result = black_box(turn(turn(black_box(packed()))));
    out.hex(result.long);
    out.hex(result.signed as i32 as u32);
}

fn little_endian(out: &mut Output<'_>) {
    let pattern = pattern();
    for offset in 0..9 {
        let at = &pattern.0[black_box(offset)..];
        if let Some((word, rest)) = at.split_first_chunk::<2>() {
            out.add(&u32::from(u16::from_le_bytes(*word)).to_be_bytes());
            if let Some((long, rest)) = rest.split_first_chunk::<4>() {
                out.add(&u32::from_le_bytes(*long).to_be_bytes());
                if let Some((wide, _)) = rest.split_first_chunk::<8>() {
                    out.add(&i64::from_le_bytes(*wide).to_be_bytes());
                }
            }
        }
    }
    out.digest();
}

fn big_endian(out: &mut Output<'_>) {
    let pattern = pattern();
    for offset in 0..9 {
        let b = &pattern.0[black_box(offset)..];
        let by_hand = u32::from(b[0]) << 24 | u32::from(b[1]) << 16 | u32::from(b[2]) << 8 | u32::from(b[3]);
        out.add(&by_hand.to_be_bytes());
        out.add(&i32::from(i16::from_be_bytes([b[4], b[5]])).to_be_bytes());
    }
    out.digest();
}

fn array_equality(out: &mut Output<'_>) {
    let pattern = pattern();
    for offset in 0..8 {
        let at = &pattern.0[black_box(offset)..];
        let other = black_box([at[0], at[1], at[2], at[3]]);
        out.number(u64::from(at[..4] == other) + 2 * u64::from(at[1..5] == other));
    }
}

fn copies(out: &mut Output<'_>) {
    let source = pattern();
    for length in 0..40 {
        for (to, from) in [(0, 0), (1, 1), (0, 1), (1, 0), (2, 3)] {
            let mut target = Pattern([0xee; 64]);
            let length = black_box(length);
            target.0[black_box(to)..][..length].copy_from_slice(&source.0[black_box(from)..][..length]);
            out.add(&black_box(target).0);
        }
    }
    out.digest();
}

fn moves(out: &mut Output<'_>) {
    for length in 0..40 {
        for (to, from) in [(0, 1), (1, 0), (0, 2), (2, 0), (3, 8), (8, 3), (4, 4)] {
            let mut all = pattern();
            all.0
                .copy_within(black_box(from)..black_box(from + length), black_box(to));
            out.add(&black_box(all).0);
        }
    }
    out.digest();
}

fn fills(out: &mut Output<'_>) {
    for length in 0..40 {
        for start in 0..3 {
            let mut all = pattern();
            all.0[black_box(start)..][..black_box(length)].fill(black_box(0xa5));
            out.add(&black_box(all).0);
        }
    }
    out.digest();
}

fn comparisons(out: &mut Output<'_>) {
    let left = pattern();
    for length in 0..20 {
        let mut right = pattern();
        if length > 0 {
            right.0[length - 1] ^= 0x81;
        }
        let order = left.0[..black_box(length)].cmp(&right.0[..black_box(length)]);
        out.add(&[order as i8 as u8]);
        out.add(&[u8::from(left.0[..20] == right.0[..20])]);
    }
    out.digest();
}

/// The optimiser turns such comparisons into signed comparisons of pointers.
fn signed_addresses(out: &mut Output<'_>) {
    let numbers: [u32; 5] = black_box([0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]);
    let addresses = numbers.map(|number| core::ptr::without_provenance::<u8>(number as usize));
    for left in addresses {
        out.hex(u32::from((left as usize as u32 as i32) < 0));
        for right in addresses {
            out.hex(u32::from(
                (left as usize as u32 as i32) < right as usize as u32 as i32,
            ));
            out.hex(u32::from(left < right));
        }
    }
}

fn dynamic_index(out: &mut Output<'_>) {
    let words = black_box([1u16, 20, 300, 4000, 50_000]);
    let longs = black_box([-1i32, 2, -3, 4, -5]);
    let wides = black_box([1u64 << 40, 2, 3, 4, 5]);
    for index in 0..5 {
        let index = black_box(index);
        let sum = i64::from(words[index]) + i64::from(longs[4 - index]) + wides[index] as i64;
        out.number(sum as u64);
        out.text(" ");
    }
}

fn struct_index(out: &mut Output<'_>) {
    #[derive(Clone, Copy)]
    struct Row {
        name: &'static str,
        kind: u8,
        size: u32,
        flag: bool,
    }
    let rows = black_box([
        Row {
            name: "one",
            kind: 3,
            size: 70_000,
            flag: true,
        },
        Row {
            name: "two",
            kind: 200,
            size: 1,
            flag: false,
        },
        Row {
            name: "three",
            kind: 0,
            size: u32::MAX,
            flag: true,
        },
    ]);
    for index in [2usize, 0, 1] {
        let row = &rows[black_box(index)];
        out.text(row.name);
        out.number(u64::from(row.size) + u64::from(row.kind) + u64::from(row.flag));
        out.text(" ");
    }
}

fn odd_pointer(out: &mut Output<'_>) {
    #[repr(C, packed)]
    struct Odd {
        byte: u8,
        text: &'static str,
        function: fn(u32) -> u32,
    }
    fn twice(number: u32) -> u32 {
        number * 2
    }
    let odd = black_box([
        Odd {
            byte: 1,
            text: "first",
            function: twice,
        },
        Odd {
            byte: 2,
            text: "second",
            function: u32::swap_bytes,
        },
    ]);
    for one in &odd {
        let (text, function) = (one.text, one.function);
        out.text(text);
        out.hex(function(u32::from(one.byte)));
    }
}
