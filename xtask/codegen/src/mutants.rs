//! Deliberate faults in the generator, so that the conformance suite can prove that it would notice them.
//!
//! `AMIPILOT_MUTANT=<name>` switches one on. Each changes one rule of the translation and nothing else.

use anyhow::{Result, bail};

/// One deliberate fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutant {
    /// A load or store that may be at an odd address is done in one word or long access. Only a real 68000 traps.
    WideOddAccess,
    /// `sext` extends with zeros.
    LostSignExtension,
    /// Phi nodes of one edge are written one after the other, without temporaries.
    PhiOrder,
    /// Signed comparisons compare unsigned.
    UnsignedCompare,
    /// `ashr` shifts zeros in.
    LogicalShift,
    /// The overflow flag of `*.with.overflow` is always clear.
    LostOverflow,
    /// A rotation loses the bits that should come back in.
    LostRotation,
    /// Signed division and remainder work on unsigned values.
    UnsignedDivision,
    /// `memmove` copies forwards always.
    ForwardMove,
    /// The two halves of a returned pair change places at the call.
    SwappedPair,
}

impl Mutant {
    /// All of them, with the names that `AMIPILOT_MUTANT` takes.
    pub const ALL: [(&'static str, Mutant); 10] = [
        ("wide-odd-access", Mutant::WideOddAccess),
        ("lost-sign-extension", Mutant::LostSignExtension),
        ("phi-order", Mutant::PhiOrder),
        ("unsigned-compare", Mutant::UnsignedCompare),
        ("logical-shift", Mutant::LogicalShift),
        ("lost-overflow", Mutant::LostOverflow),
        ("lost-rotation", Mutant::LostRotation),
        ("unsigned-division", Mutant::UnsignedDivision),
        ("forward-move", Mutant::ForwardMove),
        ("swapped-pair", Mutant::SwappedPair),
    ];

    /// Finds a mutant by name.
    ///
    /// # Errors
    /// When there is none of that name; the message lists those that exist.
    pub fn named(name: &str) -> Result<Self> {
        match Self::ALL.iter().find(|(known, _)| *known == name) {
            Some((_, mutant)) => Ok(*mutant),
            None => {
                let known: Vec<_> = Self::ALL.iter().map(|(known, _)| *known).collect();
                bail!("there is no mutant `{name}`; there are: {}", known.join(", "))
            }
        }
    }
}
