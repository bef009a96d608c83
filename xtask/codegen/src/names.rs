//! Names: one C identifier and one assembler symbol per global of the module.
//!
//! C sees short identifiers (`f12`, `g7`); an assembler label ties each to its real symbol, so that Rust's mangled names,
//! which C does not allow, stay readable in listings and reports.

use std::collections::HashMap;

use crate::ir::{Kind, Module, Value};

/// The identifiers and symbols of all globals.
pub struct Names {
    entries: HashMap<Value, (String, String)>,
}

impl Names {
    /// Names everything in the module.
    pub fn new(module: &Module) -> Self {
        let mut entries = HashMap::new();
        let all = module
            .functions()
            .into_iter()
            .chain(module.globals())
            .chain(module.aliases());
        for (index, value) in all.enumerate() {
            let letter = if value.kind() == Kind::Function { 'f' } else { 'g' };
            let identifier = format!("{letter}{index}");
            let name = value.name();
            let symbol = if value.is_external() || is_plain(&name) && value.kind() == Kind::Function {
                name
            } else if is_plain(&name) {
                format!("{name}.{index}")
            } else {
                format!("local.{index}")
            };
            entries.insert(value, (identifier, symbol));
        }
        Self { entries }
    }

    /// The C identifier of a global.
    pub fn identifier(&self, value: Value) -> &str {
        self.entries
            .get(&value)
            .map_or("unnamed_global", |entry| &entry.0)
    }

    /// The assembler symbol of a global.
    pub fn symbol(&self, value: Value) -> &str {
        self.entries
            .get(&value)
            .map_or("unnamed_global", |entry| &entry.1)
    }
}

/// Whether GNU as takes the name without quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$'))
}
