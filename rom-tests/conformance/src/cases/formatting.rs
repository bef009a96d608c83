//! `core::fmt` and text.

use core::fmt::Write;
use core::hint::black_box;

use crate::{Case, Output};

/// The cases of this module.
pub const CASES: &[Case] = &[
    Case {
        name: "debug of nested structs",
        run: nested,
    },
    Case {
        name: "debug of enums and options",
        run: enums,
    },
    Case {
        name: "debug with escapes",
        run: escapes,
    },
    Case {
        name: "pretty debug",
        run: pretty,
    },
    Case {
        name: "padding and precision",
        run: padding,
    },
    Case {
        name: "characters and UTF-8",
        run: characters,
    },
    Case {
        name: "broken UTF-8",
        run: broken,
    },
    Case {
        name: "text search and split",
        run: splitting,
    },
    Case {
        name: "text to numbers and back",
        run: numbers,
    },
    Case {
        name: "upper and lower case",
        run: letters,
    },
];

#[derive(Debug, Clone)]
#[allow(dead_code)]
struct Outer {
    id: u16,
    name: &'static str,
    inner: Inner,
    list: [i8; 3],
}
#[derive(Debug, Clone)]
#[allow(dead_code)]
enum Inner {
    Nothing,
    Number(i64),
    Pair { left: u8, right: char },
}

fn outer() -> Outer {
    black_box(Outer {
        id: 65_535,
        name: "host",
        inner: Inner::Pair { left: 7, right: 'ü' },
        list: [-1, 0, 127],
    })
}

fn nested(out: &mut Output<'_>) {
    let _ = write!(out, "{:?}", outer());
}

fn enums(out: &mut Output<'_>) {
    let all = black_box([
        Inner::Nothing,
        Inner::Number(i64::MIN),
        Inner::Pair { left: 0, right: 'x' },
    ]);
    let _ = write!(
        out,
        "{all:?} {:?} {:?}",
        black_box(Some(())),
        black_box(None::<u8>)
    );
    let _ = write!(out, " {:?}", black_box(Err::<u8, &str>("no")));
}

fn escapes(out: &mut Output<'_>) {
    let _ = write!(
        out,
        "{:?} {:?}",
        black_box("tab\t quote\" null\0 é \u{200b}"),
        black_box('\'')
    );
}

fn pretty(out: &mut Output<'_>) {
    struct OneLine<'a, 'b>(&'a mut Output<'b>);
    impl Write for OneLine<'_, '_> {
        fn write_str(&mut self, text: &str) -> core::fmt::Result {
            for part in text.split('\n') {
                self.0.text(part);
                self.0.text("|");
            }
            Ok(())
        }
    }
    let _ = write!(OneLine(out), "{:#?}", outer());
}

fn padding(out: &mut Output<'_>) {
    let (number, text) = (black_box(-42i32), black_box("gadget"));
    let _ = write!(
        out,
        "[{number:6}] [{number:<6}] [{number:^7}] [{number:+07}] [{number:#010x}]"
    );
    let _ = write!(
        out,
        " [{text:>8}] [{text:*^10}] [{text:.3}] [{:>w$}]",
        'c',
        w = black_box(4)
    );
}

fn characters(out: &mut Output<'_>) {
    for letter in black_box("Zürich €𝄞").chars() {
        out.hex(letter.into());
    }
    for (place, _) in black_box("aé€").char_indices().rev() {
        out.number(place as u64);
    }
}

fn broken(out: &mut Output<'_>) {
    for bytes in black_box([&b"ok"[..], b"\xc3", b"a\xff\xfeb", b"\xe2\x82", b"\xed\xa0\x80"]) {
        match core::str::from_utf8(bytes) {
            Ok(text) => out.text(text),
            Err(error) => {
                let _ = write!(out, " {}/{:?}", error.valid_up_to(), error.error_len());
            }
        }
    }
}

fn splitting(out: &mut Output<'_>) {
    let line = black_box("  CLICK  window/OK?x=1&y=22  EXPECT gone ");
    for word in line.split_whitespace() {
        out.text(word);
        out.text("|");
    }
    if let Some((path, query)) = line.split_once('?') {
        out.number(path.len() as u64);
        out.text(query.trim_end());
    }
    out.number(line.find("EXPECT").map_or(0, |place| place as u64));
    out.number(line.matches('x').count() as u64);
}

fn numbers(out: &mut Output<'_>) {
    for text in black_box(["0", "-17", "2147483648", " 5", "99999999999"]) {
        let _ = write!(out, "{:?} ", text.parse::<i32>().map_err(|_| "no"));
    }
}

fn letters(out: &mut Output<'_>) {
    for letter in black_box("aZß1éΣ").chars() {
        letter
            .to_uppercase()
            .chain(letter.to_lowercase())
            .for_each(|letter| {
                let _ = out.write_char(letter);
            });
    }
    out.number(black_box("Amiga").eq_ignore_ascii_case("aMIGA").into());
}
