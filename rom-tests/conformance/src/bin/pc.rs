//! The conformance suite on the PC: its output is what the others have to equal.

use std::panic;

use conformance::{Host, run};

struct Pc;

impl Host for Pc {
    fn write(&mut self, text: &str) {
        print!("{text}");
    }

    fn catches(&mut self, action: fn(), message: &mut dyn std::fmt::Write) -> bool {
        match panic::catch_unwind(action) {
            Ok(()) => false,
            Err(payload) => {
                let text = payload.downcast_ref::<String>().cloned();
                let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                let _ = message.write_str(&text.unwrap_or_default());
                true
            }
        }
    }
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    run(&mut Pc);
}
