//! Writes an Amiga load file: one hunk per section.
//!
//! A program without variables has nothing but code hunks, so that one loaded copy can run many times at once ("pure").
//! Source: The AmigaDOS Manual, 3rd edition, chapter "AmigaDOS object file structure", load files.

use anyhow::{Result, bail};

use crate::elf::{Content, Section};

const HUNK_CODE: u32 = 0x3e9;
const HUNK_DATA: u32 = 0x3ea;
const HUNK_BSS: u32 = 0x3eb;
const HUNK_RELOC32: u32 = 0x3ec;
const HUNK_END: u32 = 0x3f2;
const HUNK_HEADER: u32 = 0x3f3;
/// In a hunk's size: ask for chip memory.
const SIZE_CHIP: u32 = 1 << 30;

/// Makes the load file.
///
/// # Errors
/// When the first section is not code (a program starts at the first byte of the first hunk), or an address field lies
/// outside its section.
pub fn write(sections: &[Section]) -> Result<Vec<u8>> {
    if sections
        .first()
        .is_none_or(|section| section.content != Content::Code)
    {
        bail!(
            "the first section must be code: AmigaDOS starts a program at the first byte of its first hunk"
        );
    }
    let mut file = Vec::new();
    let mut long = |number: u32| file.extend_from_slice(&number.to_be_bytes());
    let last = sections.len() as u32 - 1;
    for number in [HUNK_HEADER, 0, last + 1, 0, last] {
        long(number);
    }
    for section in sections {
        let chip = if section.name.starts_with(".chip") {
            SIZE_CHIP
        } else {
            0
        };
        long(section.length.div_ceil(4) | chip);
    }
    for section in sections {
        one_hunk(&mut file, sections, section)?;
    }
    Ok(file)
}

fn one_hunk(file: &mut Vec<u8>, sections: &[Section], section: &Section) -> Result<()> {
    let mut bytes = section.bytes.clone();
    for (offset, there) in &section.relocations {
        let place = *offset as usize;
        let Some(field) = bytes.get_mut(place..place + 4) else {
            bail!(
                "{} has an address at {offset:#x}, outside its bytes",
                section.name
            );
        };
        let address = u32::from_be_bytes([field[0], field[1], field[2], field[3]]);
        field.copy_from_slice(&address.wrapping_sub(sections[*there].address).to_be_bytes());
    }
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let kind = match section.content {
        Content::Code => HUNK_CODE,
        Content::Data => HUNK_DATA,
        Content::Zeros => HUNK_BSS,
    };
    let mut long = |number: u32| file.extend_from_slice(&number.to_be_bytes());
    long(kind);
    long(section.length.div_ceil(4));
    if section.content != Content::Zeros {
        file.extend_from_slice(&bytes);
    }
    let mut long = |number: u32| file.extend_from_slice(&number.to_be_bytes());
    if !section.relocations.is_empty() {
        long(HUNK_RELOC32);
        for there in 0..sections.len() {
            let offsets: Vec<u32> = section
                .relocations
                .iter()
                .filter(|(_, number)| *number == there)
                .map(|(offset, _)| *offset)
                .collect();
            if !offsets.is_empty() {
                long(offsets.len() as u32);
                long(there as u32);
                offsets.into_iter().for_each(&mut long);
            }
        }
        long(0);
    }
    long(HUNK_END);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(content: Content, address: u32, bytes: &[u8], relocations: &[(u32, usize)]) -> Section {
        Section {
            name: ".test".into(),
            content,
            address,
            length: bytes.len().max(6) as u32,
            bytes: bytes.to_vec(),
            relocations: relocations.to_vec(),
        }
    }

    #[test]
    fn an_address_becomes_an_offset_in_its_hunk() {
        let code = section(Content::Code, 0x1000, &[0, 0, 0x20, 0x02, 0x4e, 0x75], &[(0, 1)]);
        let zeros = section(Content::Zeros, 0x2000, &[], &[]);
        let file = write(&[code, zeros]).expect("a load file");
        let longs: Vec<u32> = file
            .chunks(4)
            .map(|long| u32::from_be_bytes(long.try_into().expect("whole longs")))
            .collect();
        let header = [0x3f3, 0, 2, 0, 1, 2, 2];
        let code = [0x3e9, 2, 2, 0x4e75_0000, 0x3ec, 1, 1, 0, 0, 0x3f2];
        assert_eq!(longs, [&header[..], &code, &[0x3eb, 2, 0x3f2]].concat());
    }

    #[test]
    fn chip_sections_ask_for_chip_memory() {
        let code = section(Content::Code, 0, &[0x4e, 0x75, 0, 0, 0, 0], &[]);
        let mut chip = section(Content::Data, 0x100, &[1, 2, 3, 4, 5, 6], &[]);
        chip.name = ".chip.pointer".into();
        let file = write(&[code, chip]).expect("a load file");
        assert_eq!(file[24..28], [0x40, 0, 0, 2]);
    }

    #[test]
    fn a_program_must_begin_with_code() {
        assert!(write(&[section(Content::Data, 0, &[0; 6], &[])]).is_err());
    }
}
