//! The symbols of an object or program, as GNU objdump lists them.

use std::path::Path;

use anyhow::Result;

use crate::compile::{run, tool};

/// What a symbol names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Code.
    Function,
    /// A constant or variable.
    Object,
}

/// A named place with a size.
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it names.
    pub kind: Kind,
    /// Its length in bytes.
    pub size: u32,
}

/// Reads the functions and objects of a file.
///
/// # Errors
/// When objdump is missing or refuses the file.
pub fn read(file: &Path) -> Result<Vec<Symbol>> {
    let listing = run(tool("objdump").arg("-t").arg(file))?;
    Ok(listing.lines().filter_map(parse).collect())
}

/// Reads one line: address, seven columns of flags, section, a tab, size, name.
fn parse(line: &str) -> Option<Symbol> {
    let (front, back) = line.split_once('\t')?;
    let kind = match front.get(15..16)? {
        "F" => Kind::Function,
        "O" => Kind::Object,
        _ => return None,
    };
    let mut words = back.split_whitespace();
    let size = u32::from_str_radix(words.next()?, 16).ok()?;
    Some(Symbol {
        name: words.next_back()?.to_owned(),
        kind,
        size,
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, parse};

    #[test]
    fn functions_and_objects_are_told_apart() {
        let function = parse("00010018 g     F .text\t0000004c amiga_main").expect("a function");
        assert_eq!(
            (function.kind, function.size, function.name.as_str()),
            (Kind::Function, 76, "amiga_main")
        );
        let object = parse("00010064 l     O .text\t0000000c .hidden text.1").expect("an object");
        assert_eq!(
            (object.kind, object.size, object.name.as_str()),
            (Kind::Object, 12, "text.1")
        );
        assert!(parse("00010000 l    d  .text\t00000000 .text").is_none());
    }
}
