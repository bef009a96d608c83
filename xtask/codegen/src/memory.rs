//! `memcpy`, `memmove` and `memset`: short ones with known even alignment in place, all others as calls of the runtime.
//!
//! GCC never gets to see a call that it could expand itself: `-fno-builtin` keeps the runtime's functions opaque, since its
//! own expansion would use words at odd addresses.

use anyhow::Result;

use crate::function::Function;
use crate::intrinsics::known_number;
use crate::ir::{Kind, Value};
use crate::mutants::Mutant;

/// Up to this many bytes a copy is done in place: three moves are as short as a call.
const SHORT: u64 = 12;

/// Translates one of the memory intrinsics.
///
/// # Errors
/// For an operand that is not known.
pub fn translate(function: &mut Function<'_>, value: Value, stem: &str) -> Result<()> {
    let destination = function.operand(value.operand(0))?;
    let length = value.operand(2);
    let even = value.argument_alignment(0) >= 2;
    let known = known_number(length);
    let length = function.converted(length, 32)?;
    if known == Some(0) {
        return Ok(());
    }
    if stem.starts_with("memset") {
        let fill = value.operand(1);
        if let (Some(size @ 1..=SHORT), true, Kind::Integer) = (known, even, fill.kind()) {
            let byte = fill.integer() as u32 & 0xff;
            for (offset, width) in pieces(size, even) {
                let number = (byte * 0x0101_0101) >> (32 - width);
                function.statement(&format!(
                    "*(u{width} *)(({destination}) + {offset}) = {number:#x}u"
                ));
            }
            return Ok(());
        }
        let fill = function.converted(fill, 32)?;
        function.statement(&format!("memset({destination}, {fill}, {length})"));
        return Ok(());
    }
    let source = function.operand(value.operand(1))?;
    let even = even && value.argument_alignment(1) >= 2;
    if let Some(size @ 1..=SHORT) = known {
        let pieces = pieces(size, even);
        if even || pieces.len() <= 2 {
            // Everything is read before anything is written, so that a move may overlap.
            let mut reads = String::new();
            let mut writes = String::new();
            for (offset, width) in pieces {
                let name = format!("c{offset}");
                reads += &format!("u{width} {name} = *(u{width} *)(({source}) + {offset}); ");
                writes += &format!("*(u{width} *)(({destination}) + {offset}) = {name}; ");
            }
            function.statement(&format!("{{ {reads}{writes}}}"));
            return Ok(());
        }
    }
    let callee = match (stem, function.unit.mutant) {
        ("memmove", Some(Mutant::ForwardMove)) => "memcpy",
        ("memmove", _) => "memmove",
        _ => "memcpy",
    };
    function.statement(&format!("{callee}({destination}, {source}, {length})"));
    Ok(())
}

/// Splits a length into longs, words and bytes: offset and width in bits.
fn pieces(size: u64, even: bool) -> Vec<(u64, u32)> {
    let mut all = Vec::new();
    let mut offset = 0;
    while offset < size {
        let width = match size - offset {
            4.. if even => 32,
            2.. if even => 16,
            _ => 8,
        };
        all.push((offset, width));
        offset += u64::from(width) / 8;
    }
    all
}
