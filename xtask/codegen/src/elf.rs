//! Reads the linked ELF file: sections that get loaded, and their relocations.
//!
//! The linker ran with `--emit-relocs`: every field already holds its final address, and the relocation says which section it
//! points into. Source: System V ABI, m68k supplement (`R_68K_*`).

use anyhow::{Context, Result, bail};
use object::read::elf::ElfFile32;
use object::{
    Endianness, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionFlags,
    SectionIndex,
};

/// `R_68K_32`: an absolute 32-bit address, the only kind that a hunk file can express.
const ABSOLUTE_LONG: u32 = 1;
/// `R_68K_PC32`, `R_68K_PC16`, `R_68K_PC8`: distances, already final when both ends are in one section.
const RELATIVE: [u32; 3] = [4, 5, 6];

/// What a section holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Code and constants: never written.
    Code,
    /// Variables with initial values.
    Data,
    /// Variables that start as zeros.
    Zeros,
}

/// A section that gets loaded.
pub struct Section {
    /// Its name, such as `.text`.
    pub name: String,
    /// What it holds.
    pub content: Content,
    /// Its address in the ELF file.
    pub address: u32,
    /// Its bytes; empty for zeros.
    pub bytes: Vec<u8>,
    /// Its length in memory.
    pub length: u32,
    /// Places that hold an address: offset here, and the number of the section pointed into.
    pub relocations: Vec<(u32, usize)>,
}

/// Reads all sections that get loaded, in file order.
///
/// # Errors
/// When a relocation cannot be expressed in a hunk file; the error names the symbol and the place.
pub fn read(data: &[u8]) -> Result<Vec<Section>> {
    let file = ElfFile32::<Endianness>::parse(data).context("the linker's output is not an ELF file")?;
    let mut sections = Vec::new();
    let mut numbers: Vec<(SectionIndex, usize)> = Vec::new();
    for section in file.sections() {
        let SectionFlags::Elf { sh_flags, .. } = section.flags() else {
            continue;
        };
        if sh_flags.0 & object::elf::SHF_ALLOC.0 == 0 || section.size() == 0 {
            continue;
        }
        let writable = sh_flags.0 & object::elf::SHF_WRITE.0 != 0;
        let bytes = section.data()?.to_vec();
        let content = match (writable, bytes.is_empty()) {
            (false, _) => Content::Code,
            (true, true) => Content::Zeros,
            (true, false) => Content::Data,
        };
        numbers.push((section.index(), sections.len()));
        sections.push(Section {
            name: section.name()?.to_owned(),
            content,
            address: section.address() as u32,
            length: section.size() as u32,
            bytes,
            relocations: Vec::new(),
        });
    }
    let number = |index: SectionIndex| {
        numbers
            .iter()
            .find(|(known, _)| *known == index)
            .map(|(_, number)| *number)
    };
    for section in file.sections() {
        let Some(here) = number(section.index()) else {
            continue;
        };
        let base = sections[here].address;
        for (place, relocation) in section.relocations() {
            let offset = place as u32 - base;
            let RelocationTarget::Symbol(index) = relocation.target() else {
                continue;
            };
            let symbol = file.symbol_by_index(index)?;
            let name = match symbol.name() {
                Ok("") | Err(_) => "a section".to_owned(),
                Ok(name) => format!("`{name}`"),
            };
            let RelocationFlags::Elf { r_type } = relocation.flags() else {
                continue;
            };
            let target = symbol.section_index().and_then(number);
            match (r_type.0, target) {
                (0, _) => {}
                (ABSOLUTE_LONG, Some(there)) => sections[here].relocations.push((offset, there)),
                // A symbol without a section is a plain number: absolute, or weak and undefined.
                (ABSOLUTE_LONG, None) => {}
                (kind, Some(there)) if RELATIVE.contains(&kind) && there == here => {}
                (kind, _) => bail!(
                    "{} + {offset:#x} refers to {name} with relocation type {kind}: a hunk file can express \
                     absolute 32-bit addresses only. Short references must stay inside one section.",
                    sections[here].name
                ),
            }
        }
    }
    Ok(sections)
}
