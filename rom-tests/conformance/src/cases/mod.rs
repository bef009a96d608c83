//! The cases, one module per subject.

use crate::Case;

mod calls;
mod control;
mod crates;
mod formatting;
mod integers;
mod memory;

/// All cases in the order in which they run.
pub const GROUPS: &[&[Case]] = &[
    integers::UNSIGNED_8,
    integers::UNSIGNED_16,
    integers::UNSIGNED_32,
    integers::UNSIGNED_64,
    integers::UNSIGNED_128,
    integers::SIGNED_8,
    integers::SIGNED_16,
    integers::SIGNED_32,
    integers::SIGNED_64,
    integers::SIGNED_128,
    memory::CASES,
    control::CASES,
    calls::CASES,
    formatting::CASES,
    crates::CASES,
];
