//! Control flow: phi nodes that change places, switches, nested loops, early ways out.

use core::hint::black_box;

use crate::{Case, Output};

/// The cases of this module.
pub const CASES: &[Case] = &[
    Case {
        name: "loop that swaps two values",
        run: swapping,
    },
    Case {
        name: "loop that turns three values round",
        run: turning,
    },
    Case {
        name: "greatest common divisor",
        run: divisor,
    },
    Case {
        name: "Fibonacci numbers in 64 bits",
        run: fibonacci,
    },
    Case {
        name: "switch over near values",
        run: near_switch,
    },
    Case {
        name: "switch over far values",
        run: far_switch,
    },
    Case {
        name: "switch over 64-bit values",
        run: wide_switch,
    },
    Case {
        name: "nested loops with labels",
        run: nested,
    },
    Case {
        name: "sieve of primes",
        run: sieve,
    },
    Case {
        name: "sorting",
        run: sorting,
    },
    Case {
        name: "binary search",
        run: searching,
    },
    Case {
        name: "state machine over bytes",
        run: machine,
    },
];

fn swapping(out: &mut Output<'_>) {
    let (mut a, mut b) = (black_box(1u32), black_box(1000u32));
    for _ in 0..black_box(7) {
        (a, b) = (b, a);
        a = a.wrapping_add(1);
    }
    out.hex(a);
    out.hex(b);
}

fn turning(out: &mut Output<'_>) {
    let (mut a, mut b, mut c) = (black_box(1u16), black_box(2u16), black_box(3u16));
    for step in 0..black_box(11u16) {
        (a, b, c) = (c, a, b);
        if step % 3 == 1 {
            (a, c) = (c, a ^ step);
        }
    }
    out.hex(u32::from(a) << 16 | u32::from(b));
    out.hex(u32::from(c));
}

fn divisor(out: &mut Output<'_>) {
    for (mut a, mut b) in black_box([
        (48u32, 36u32),
        (17, 5),
        (1_000_000, 35_000),
        (0, 9),
        (u32::MAX, 255),
    ]) {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        out.number(a.into());
        out.text(" ");
    }
}

fn fibonacci(out: &mut Output<'_>) {
    let (mut a, mut b) = (black_box(0u64), black_box(1u64));
    for _ in 0..black_box(93) {
        (a, b) = (b, a.wrapping_add(b));
    }
    out.number(a);
}

fn near_switch(out: &mut Output<'_>) {
    for value in 0..14u8 {
        out.text(match black_box(value) {
            0 => "zero",
            1 => "one",
            2 | 3 => "few",
            5 => "five",
            6..=8 => "some",
            9 => "nine",
            11 => "eleven",
            _ => "other",
        });
        out.text(" ");
    }
}

fn far_switch(out: &mut Output<'_>) {
    for value in [-1i32, i32::MIN, 70_000, 12, i32::MAX, 13] {
        out.number(match black_box(value) {
            -1 => 1,
            i32::MIN => 2,
            70_000 => 3,
            12 => 4,
            i32::MAX => 5,
            _ => 6,
        });
    }
}

fn wide_switch(out: &mut Output<'_>) {
    for value in [1u64 << 40, 1, (1 << 40) + 1, 0, u64::MAX] {
        out.number(match black_box(value) {
            0x100_0000_0000 => 1,
            1 => 2,
            0x100_0000_0001 => 3,
            u64::MAX => 4,
            _ => 5,
        });
    }
}

fn nested(out: &mut Output<'_>) {
    let limit = black_box(12u32);
    let mut sum = 0u32;
    'outer: for a in 0..limit {
        for b in a..limit {
            if a * b == 77 {
                break 'outer;
            }
            if (a + b) % 5 == 0 {
                continue 'outer;
            }
            sum = sum.wrapping_mul(31).wrapping_add(a * 16 + b);
        }
    }
    out.hex(sum);
}

fn sieve(out: &mut Output<'_>) {
    let mut composite = [false; 200];
    let mut count = 0;
    for number in 2..black_box(composite.len()) {
        if !composite[number] {
            count += 1;
            let mut multiple = number * number;
            while multiple < composite.len() {
                composite[multiple] = true;
                multiple += number;
            }
        }
    }
    out.number(count);
}

fn sorting(out: &mut Output<'_>) {
    let mut numbers = [0i32; 50];
    let mut state = black_box(12_345u32);
    for number in &mut numbers {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        *number = (state >> 8) as i16 as i32;
    }
    numbers.sort_unstable();
    out.number(u64::from(numbers.is_sorted()));
    numbers.sort_unstable_by_key(|number| core::cmp::Reverse(number.unsigned_abs() & 0xff));
    for number in numbers {
        out.add(&number.to_be_bytes());
    }
    out.text(" ");
    out.digest();
}

fn searching(out: &mut Output<'_>) {
    let table = black_box([-40i16, -3, 0, 1, 7, 300, 32_000]);
    for wanted in [-40i16, -4, 0, 6, 32_000, 32_001] {
        match table.binary_search(&black_box(wanted)) {
            Ok(place) => out.number(place as u64),
            Err(place) => out.number(100 + place as u64),
        }
        out.text(" ");
    }
}

fn machine(out: &mut Output<'_>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Start,
        Word(u8),
        Quoted,
    }
    let mut state = State::Start;
    let mut words = 0u64;
    for byte in black_box(b"click \"Save as\" id 12  \"x").iter().copied() {
        state = match (state, byte) {
            (State::Quoted, b'"') => {
                words += 100;
                State::Start
            }
            (State::Quoted, _) => State::Quoted,
            (_, b'"') => State::Quoted,
            (State::Word(length), b' ') => {
                words += u64::from(length);
                State::Start
            }
            (State::Start, b' ') => State::Start,
            (State::Word(length), _) => State::Word(length + 1),
            (State::Start, _) => State::Word(1),
        };
    }
    out.number(words);
    out.text(if state == State::Quoted {
        " open"
    } else {
        " closed"
    });
}
