//! Every integer width and operation, over pairs of edge values and by every shift amount.

use core::fmt::Write;
use core::hint::black_box;

use crate::{Case, Output};

/// Adds every result of a two-operand expression over all pairs of edges to the digest.
macro_rules! pairs {
    ($type:ident, $out:ident, |$a:ident, $b:ident| $result:expr) => {{
        for $a in edges::$type() {
            for $b in edges::$type() {
                let ($a, $b) = (black_box($a), black_box($b));
                $out.add(&bytes($result));
            }
        }
        $out.digest();
    }};
}

/// Adds every result of a one-operand expression over all edges to the digest.
macro_rules! singles {
    ($type:ident, $out:ident, |$a:ident| $result:expr) => {{
        for $a in edges::$type() {
            let $a = black_box($a);
            $out.add(&bytes($result));
        }
        $out.digest();
    }};
}

/// Adds every result of a shift of all edges by every amount to the digest.
macro_rules! shifts {
    ($type:ident, $out:ident, |$a:ident, $by:ident| $result:expr) => {{
        for $a in edges::$type() {
            for $by in 0..$type::BITS {
                let ($a, $by) = (black_box($a), black_box($by));
                $out.add(&bytes($result));
            }
        }
        $out.digest();
    }};
}

/// A result as bytes for the digest: `i128` holds every integer but the upper half of `u128`, which comes as its bits.
fn bytes(result: impl Into<Wide>) -> [u8; 17] {
    let wide = result.into();
    let mut all = [0; 17];
    all[..16].copy_from_slice(&wide.0.to_be_bytes());
    all[16] = wide.1;
    all
}

/// An integer of any width and a flag.
struct Wide(u128, u8);

macro_rules! into_wide {
    ($($type:ident)*) => {$(
        impl From<$type> for Wide {
            fn from(number: $type) -> Self {
                Wide(number as u128, 0)
            }
        }
        impl From<Option<$type>> for Wide {
            fn from(number: Option<$type>) -> Self {
                match number {
                    Some(number) => Wide(number as u128, 1),
                    None => Wide(0, 2),
                }
            }
        }
        impl From<($type, bool)> for Wide {
            fn from((number, flag): ($type, bool)) -> Self {
                Wide(number as u128, 3 + u8::from(flag))
            }
        }
    )*};
}
into_wide!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

impl From<core::cmp::Ordering> for Wide {
    fn from(order: core::cmp::Ordering) -> Self {
        Wide(order as i8 as u128, 5)
    }
}

impl From<bool> for Wide {
    fn from(flag: bool) -> Self {
        Wide(u128::from(flag), 6)
    }
}

/// The values at which arithmetic turns over.
mod edges {
    macro_rules! edges {
        ($($type:ident)*) => {$(
            pub fn $type() -> [$type; 12] {
                let middle = $type::MAX / 2;
                [
                    0, 1, 2, 3, 10, 127, middle, middle.wrapping_add(1), $type::MIN, $type::MIN.wrapping_add(1),
                    $type::MAX - 1, $type::MAX,
                ]
            }
        )*};
    }
    edges!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);
}

macro_rules! cases {
    ($table:ident, $type:ident, [$($own:tt)*]) => {
        #[doc = concat!("The cases of `", stringify!($type), "`.")]
        pub const $table: &[Case] = &[
            case!($type "wrapping_add", |out| pairs!($type, out, |a, b| a.wrapping_add(b))),
            case!($type "wrapping_sub", |out| pairs!($type, out, |a, b| a.wrapping_sub(b))),
            case!($type "wrapping_mul", |out| pairs!($type, out, |a, b| a.wrapping_mul(b))),
            case!($type "checked_add", |out| pairs!($type, out, |a, b| a.checked_add(b))),
            case!($type "checked_sub", |out| pairs!($type, out, |a, b| a.checked_sub(b))),
            case!($type "checked_mul", |out| pairs!($type, out, |a, b| a.checked_mul(b))),
            case!($type "checked_div", |out| pairs!($type, out, |a, b| a.checked_div(b))),
            case!($type "checked_rem", |out| pairs!($type, out, |a, b| a.checked_rem(b))),
            case!($type "overflowing_add", |out| pairs!($type, out, |a, b| a.overflowing_add(b))),
            case!($type "overflowing_sub", |out| pairs!($type, out, |a, b| a.overflowing_sub(b))),
            case!($type "overflowing_mul", |out| pairs!($type, out, |a, b| a.overflowing_mul(b))),
            case!($type "saturating_add", |out| pairs!($type, out, |a, b| a.saturating_add(b))),
            case!($type "saturating_sub", |out| pairs!($type, out, |a, b| a.saturating_sub(b))),
            case!($type "saturating_mul", |out| pairs!($type, out, |a, b| a.saturating_mul(b))),
            case!($type "and or xor", |out| pairs!($type, out, |a, b| (a & b).wrapping_mul(3) ^ (a | b) ^ !(a ^ b))),
            case!($type "compare", |out| pairs!($type, out, |a, b| a.cmp(&b))),
            case!($type "less", |out| pairs!($type, out, |a, b| (a < b) ^ (a >= b.wrapping_add(1)))),
            case!($type "equal", |out| pairs!($type, out, |a, b| a == b)),
            case!($type "min max", |out| pairs!($type, out, |a, b| a.min(b).wrapping_mul(3).wrapping_add(a.max(b)))),
            case!($type "abs_diff", |out| pairs!($type, out, |a, b| a.abs_diff(b))),
            case!($type "shl", |out| shifts!($type, out, |a, by| a << by)),
            case!($type "shr", |out| shifts!($type, out, |a, by| a >> by)),
            case!($type "rotate_left", |out| shifts!($type, out, |a, by| a.rotate_left(by))),
            case!($type "rotate_right", |out| shifts!($type, out, |a, by| a.rotate_right(by))),
            case!($type "counts", |out| singles!($type, out, |a| {
                a.count_ones() * 65_536 + a.leading_zeros() * 256 + a.trailing_zeros()
            })),
            case!($type "swap_bytes", |out| singles!($type, out, |a| a.swap_bytes())),
            case!($type "reverse_bits", |out| singles!($type, out, |a| a.reverse_bits())),
            case!($type "pow", |out| singles!($type, out, |a| a.wrapping_pow(black_box(5)))),
            case!($type "parse", |out| parse::$type(out)),
            case!($type "format", |out| format::$type(out)),
            $(own!($type $own),)*
        ];
    };
}

macro_rules! case {
    ($type:ident $name:literal, |$out:ident| $body:expr) => {
        Case {
            name: concat!(stringify!($type), " ", $name),
            run: {
                fn run($out: &mut Output<'_>) {
                    $body
                }
                run
            },
        }
    };
}

macro_rules! own {
    ($type:ident widen) => {
        case!($type "widen", |out| singles!($type, out, |a| i128::from(a)))
    };
    ($type:ident negate) => {
        case!($type "negate", |out| singles!($type, out, |a| a.wrapping_neg()))
    };
    ($type:ident absolute) => {
        case!($type "absolute", |out| singles!($type, out, |a| a.wrapping_abs()))
    };
    ($type:ident signum) => {
        case!($type "signum", |out| singles!($type, out, |a| a.signum()))
    };
    ($type:ident euclid) => {
        case!($type "euclid", |out| pairs!($type, out, |a, b| {
            let quotient = a.checked_div_euclid(b).unwrap_or(7);
            quotient ^ a.checked_rem_euclid(b).unwrap_or(5)
        }))
    };
    ($type:ident root) => {
        case!($type "root", |out| singles!($type, out, |a| a.isqrt()))
    };
    ($type:ident power_of_two) => {
        case!($type "power of two", |out| singles!($type, out, |a| a.checked_next_power_of_two()))
    };
    ($type:ident logarithm) => {
        case!($type "logarithm", |out| singles!($type, out, |a| {
            a.checked_ilog10().unwrap_or(99) * 256 + a.checked_ilog2().unwrap_or(99)
        }))
    };
}

macro_rules! per_type {
    ($($type:ident)*) => {
        /// Text to number, in three bases, with everything that can be wrong.
        mod parse {
            use super::{Output, Write, black_box, bytes};
            $(pub fn $type(out: &mut Output<'_>) {
                for text in ["0", "1", "-1", "127", "128", "255", "256", "-128", "-129", "65535", "65536", "4294967295",
                    "18446744073709551615", "18446744073709551616", "", "+7", "-", "12x"]
                {
                    match black_box(text).parse::<$type>() {
                        Ok(number) => out.add(&bytes(number)),
                        Err(error) => {
                            let _ = write!(Digest(out), "{error}");
                        }
                    }
                    out.add(&bytes($type::from_str_radix(black_box(text), 16).ok()));
                    out.add(&bytes($type::from_str_radix(black_box(text), 36).ok()));
                }
                out.digest();
            })*

            struct Digest<'a, 'b>(&'a mut Output<'b>);
            impl Write for Digest<'_, '_> {
                fn write_str(&mut self, text: &str) -> core::fmt::Result {
                    self.0.add(text.as_bytes());
                    Ok(())
                }
            }
        }

        /// Number to text, in every base.
        mod format {
            use super::{Output, Write, black_box};
            $(pub fn $type(out: &mut Output<'_>) {
                let [.., low, high] = super::edges::$type();
                let (low, high, ten) = (black_box(low), black_box(high), black_box(10 as $type));
                let _ = write!(out, "{low} {high:x} {high:#X} {ten:b} {ten:o} {ten:>6} {ten:<6}| {ten:+} {ten:06}");
            })*
        }
    };
}
per_type!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

cases!(UNSIGNED_8, u8, [widen root power_of_two logarithm]);
cases!(UNSIGNED_16, u16, [widen root power_of_two logarithm]);
cases!(UNSIGNED_32, u32, [widen root power_of_two logarithm]);
cases!(UNSIGNED_64, u64, [widen root power_of_two logarithm]);
cases!(UNSIGNED_128, u128, [root power_of_two logarithm]);
cases!(SIGNED_8, i8, [widen negate absolute signum euclid]);
cases!(SIGNED_16, i16, [widen negate absolute signum euclid]);
cases!(SIGNED_32, i32, [widen negate absolute signum euclid]);
cases!(SIGNED_64, i64, [widen negate absolute signum euclid]);
cases!(SIGNED_128, i128, [negate absolute signum euclid]);
