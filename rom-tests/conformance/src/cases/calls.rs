//! Calls: arguments and results of every shape, closures, function pointers, trait objects, recursion.

use core::hint::black_box;

use crate::{Case, Output};

/// The cases of this module.
pub const CASES: &[Case] = &[
    Case {
        name: "result of two halves",
        run: pairs,
    },
    Case {
        name: "result with a flag",
        run: flagged,
    },
    Case {
        name: "result of three parts",
        run: triples,
    },
    Case {
        name: "large struct by value",
        run: large,
    },
    Case {
        name: "option of a pointer",
        run: option_pointer,
    },
    Case {
        name: "result with an error",
        run: errors,
    },
    Case {
        name: "narrow arguments",
        run: narrow,
    },
    Case {
        name: "wide arguments",
        run: wide,
    },
    Case {
        name: "many arguments",
        run: many,
    },
    Case {
        name: "function pointers",
        run: pointers,
    },
    Case {
        name: "closure that counts",
        run: counting,
    },
    Case {
        name: "boxed behaviour",
        run: objects,
    },
    Case {
        name: "recursion",
        run: recursion,
    },
    Case {
        name: "iterator chain",
        run: chain,
    },
    Case {
        name: "slices and windows",
        run: slices,
    },
    Case {
        name: "drop order",
        run: drops,
    },
    Case {
        name: "panic by index",
        run: index_panic,
    },
    Case {
        name: "panic by division",
        run: division_panic,
    },
    Case {
        name: "panic by expect",
        run: expect_panic,
    },
    Case {
        name: "panic with numbers",
        run: message_panic,
    },
    Case {
        name: "no panic",
        run: no_panic,
    },
];

#[inline(never)]
fn divide(a: u32, b: u32) -> (u32, u32) {
    (a / b, a % b)
}

fn pairs(out: &mut Output<'_>) {
    let (quotient, remainder) = divide(black_box(1_000_003), black_box(1_000));
    out.number(quotient.into());
    out.text(" ");
    out.number(remainder.into());
}

#[inline(never)]
fn narrowed(value: i32) -> (i16, bool) {
    (value as i16, value < 0)
}

fn flagged(out: &mut Output<'_>) {
    for value in black_box([70_000, -1, 32_767]) {
        let (low, negative) = narrowed(value);
        out.hex(low as i32 as u32);
        out.text(if negative { "- " } else { "+ " });
    }
}

#[inline(never)]
fn split(text: &str) -> (usize, &str, u8) {
    let place = text.find(' ').unwrap_or(text.len());
    (place, &text[place..], text.as_bytes()[0])
}

fn triples(out: &mut Output<'_>) {
    for text in black_box(["one two", "three"]) {
        let (place, rest, first) = split(text);
        out.number(place as u64);
        out.text(rest);
        out.number(first.into());
    }
}

#[derive(Clone, Copy)]
struct Large {
    numbers: [u16; 20],
    sum: u64,
}

#[inline(never)]
fn sum_up(mut value: Large) -> Large {
    for (index, number) in value.numbers.iter_mut().enumerate() {
        *number = number.wrapping_add(index as u16);
        value.sum += u64::from(*number);
    }
    value
}

fn large(out: &mut Output<'_>) {
    let first = black_box(Large {
        numbers: [3000; 20],
        sum: 1 << 33,
    });
    let second = sum_up(sum_up(first));
    out.number(first.sum);
    out.text(" ");
    out.number(second.sum);
}

#[inline(never)]
fn first_odd(numbers: &[u32]) -> Option<&u32> {
    numbers.iter().find(|number| **number % 2 == 1)
}

fn option_pointer(out: &mut Output<'_>) {
    for numbers in black_box([[2, 4, 7], [2, 4, 6]]) {
        out.number(first_odd(&numbers).map_or(0, |number| u64::from(*number)));
    }
}

#[inline(never)]
fn parse(text: &str) -> Result<u16, u8> {
    let mut number = 0u16;
    for byte in text.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Err(byte);
        }
        number = number
            .checked_mul(10)
            .and_then(|number| number.checked_add(digit.into()))
            .ok_or(0)?;
    }
    Ok(number)
}

fn errors(out: &mut Output<'_>) {
    for text in black_box(["65535", "65536", "12a", ""]) {
        match parse(text) {
            Ok(number) => out.number(number.into()),
            Err(byte) => {
                out.text("E");
                out.number(byte.into());
            }
        }
        out.text(" ");
    }
}

#[inline(never)]
fn mix(a: u8, b: i8, c: u16, d: i16, e: bool) -> i32 {
    let sum = i32::from(a) + i32::from(b) * 3 + i32::from(c) * 5 + i32::from(d) * 7;
    if e { -sum } else { sum }
}

fn narrow(out: &mut Output<'_>) {
    out.hex(mix(
        black_box(250),
        black_box(-5),
        black_box(60_000),
        black_box(-30_000),
        black_box(true),
    ) as u32);
    out.hex(mix(
        black_box(0),
        black_box(127),
        black_box(1),
        black_box(-1),
        black_box(false),
    ) as u32);
}

#[inline(never)]
fn mix_wide(a: u64, b: i128, c: u32, d: i64) -> i128 {
    b * i128::from(d) + i128::from(a) - i128::from(c)
}

fn wide(out: &mut Output<'_>) {
    let result = mix_wide(
        black_box(u64::MAX),
        black_box(-5),
        black_box(77),
        black_box(i64::MAX),
    );
    out.hex((result >> 96) as u32);
    out.hex((result >> 64) as u32);
    out.hex((result >> 32) as u32);
    out.hex(result as u32);
}

#[inline(never)]
#[allow(clippy::too_many_arguments)]
fn sum_of_ten(a: u8, b: u16, c: u32, d: u64, e: i8, f: i16, g: i32, h: i64, i: &u32, j: bool) -> i64 {
    let small = i64::from(a) + i64::from(b) + i64::from(c) + i64::from(e) + i64::from(f) + i64::from(g);
    small + d as i64 + h + i64::from(*i) + i64::from(j)
}

fn many(out: &mut Output<'_>) {
    let referred = black_box(9);
    let sum = sum_of_ten(
        black_box(1),
        2,
        black_box(3),
        4,
        black_box(-5),
        6,
        black_box(-7),
        8,
        &referred,
        true,
    );
    out.number(sum as u64);
}

fn pointers(out: &mut Output<'_>) {
    fn add(a: u32, b: u32) -> u32 {
        a + b
    }
    fn larger(a: u32, b: u32) -> u32 {
        a.max(b)
    }
    let table: [fn(u32, u32) -> u32; 4] = black_box([add, larger, u32::wrapping_mul, |a, b| a ^ b]);
    for function in table {
        out.number(function(black_box(12), black_box(10)).into());
        out.text(" ");
    }
}

fn counting(out: &mut Output<'_>) {
    #[inline(never)]
    fn repeat(times: u32, action: &mut dyn FnMut(u32)) {
        for time in 0..times {
            action(time);
        }
    }
    let (mut sum, mut last) = (black_box(0u64), 0u32);
    repeat(black_box(10), &mut |time| {
        sum += u64::from(time) << 30;
        last = time;
    });
    out.number(sum);
    out.number(last.into());
}

trait Shape {
    fn area(&self) -> u32;
    fn name(&self) -> &str {
        "shape"
    }
}
struct Square(u16);
struct Strip {
    width: u8,
    height: u32,
}
impl Shape for Square {
    fn area(&self) -> u32 {
        u32::from(self.0) * u32::from(self.0)
    }
    fn name(&self) -> &str {
        "square"
    }
}
impl Shape for Strip {
    fn area(&self) -> u32 {
        u32::from(self.width) * self.height
    }
}

fn objects(out: &mut Output<'_>) {
    let (square, strip) = (
        Square(black_box(300)),
        Strip {
            width: black_box(7),
            height: 100_000,
        },
    );
    let shapes: [&dyn Shape; 2] = black_box([&square, &strip]);
    for shape in shapes {
        out.text(shape.name());
        out.number(shape.area().into());
        out.text(" ");
    }
}

#[inline(never)]
fn ackermann(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, _) => n + 1,
        (_, 0) => ackermann(m - 1, 1),
        _ => ackermann(m - 1, ackermann(m, n - 1)),
    }
}

fn recursion(out: &mut Output<'_>) {
    out.number(ackermann(black_box(2), black_box(6)).into());
}

fn chain(out: &mut Output<'_>) {
    let numbers = black_box([5u16, 12, 7, 300, 9, 1]);
    let sum: u32 = numbers
        .iter()
        .zip(numbers.iter().skip(1))
        .filter(|(a, b)| a > b)
        .map(|(a, b)| u32::from(*a) * u32::from(*b))
        .sum();
    out.number(sum.into());
    let last = numbers
        .iter()
        .rev()
        .enumerate()
        .max_by_key(|(_, number)| **number);
    out.number(last.map_or(0, |(index, _)| index as u64));
}

fn slices(out: &mut Output<'_>) {
    let numbers = black_box([1u8, 2, 3, 5, 8, 13, 21]);
    for window in numbers.windows(3) {
        out.number(u64::from(window[0]) * u64::from(window[2]));
        out.text(" ");
    }
    for part in numbers.chunks(black_box(3)) {
        out.number(part.len() as u64);
    }
    let (left, right) = numbers.split_at(black_box(4));
    out.number(left.len() as u64 * 10 + right.len() as u64);
}

fn drops(out: &mut Output<'_>) {
    struct Counted<'a>(u8, &'a core::cell::Cell<u32>);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.1.set(self.1.get() * 10 + u32::from(self.0));
        }
    }
    let seen = core::cell::Cell::new(0);
    {
        let _first = Counted(1, &seen);
        let second = Counted(2, &seen);
        let _third = [Counted(3, &seen), Counted(4, &seen)];
        drop(black_box(second));
    }
    out.number(seen.get().into());
}

fn index_panic(out: &mut Output<'_>) {
    out.panics(|| {
        let numbers = black_box([1u32, 2, 3]);
        black_box(numbers[black_box(7)]);
    });
}

fn division_panic(out: &mut Output<'_>) {
    out.panics(|| {
        black_box(black_box(7u32) / black_box(0));
    });
}

fn expect_panic(out: &mut Output<'_>) {
    out.panics(|| {
        black_box(black_box(None::<u8>).expect("nothing there"));
    });
}

fn message_panic(out: &mut Output<'_>) {
    out.panics(|| panic!("{} of {:#x}", black_box(-12), black_box(255u8)));
}

fn no_panic(out: &mut Output<'_>) {
    out.panics(|| {
        black_box(1);
    });
}
