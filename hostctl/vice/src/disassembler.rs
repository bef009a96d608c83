//! Disassembler for the 6502 and 6510, with the undocumented opcodes of the NMOS chips.
//!
//! Promise: every byte is an opcode; bytes that are missing at the end of the input are shown as `.byte`.
//!
//! Source: the MCS6500 programming manual for the documented opcodes; "NMOS 6510 Unintended Opcodes" for the others.
//! Undocumented opcodes have VICE's names.

/// How an instruction finds its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Implied,
    Accumulator,
    Immediate,
    ZeroPage,
    ZeroPageX,
    ZeroPageY,
    Absolute,
    AbsoluteX,
    AbsoluteY,
    Indirect,
    IndirectX,
    IndirectY,
    Relative,
}

/// The names of the 256 opcodes, sixteen to a row.
const NAMES: [&str; 16] = [
    "BRK ORA JAM SLO NOP ORA ASL SLO PHP ORA ASL ANC NOP ORA ASL SLO",
    "BPL ORA JAM SLO NOP ORA ASL SLO CLC ORA NOP SLO NOP ORA ASL SLO",
    "JSR AND JAM RLA BIT AND ROL RLA PLP AND ROL ANC BIT AND ROL RLA",
    "BMI AND JAM RLA NOP AND ROL RLA SEC AND NOP RLA NOP AND ROL RLA",
    "RTI EOR JAM SRE NOP EOR LSR SRE PHA EOR LSR ASR JMP EOR LSR SRE",
    "BVC EOR JAM SRE NOP EOR LSR SRE CLI EOR NOP SRE NOP EOR LSR SRE",
    "RTS ADC JAM RRA NOP ADC ROR RRA PLA ADC ROR ARR JMP ADC ROR RRA",
    "BVS ADC JAM RRA NOP ADC ROR RRA SEI ADC NOP RRA NOP ADC ROR RRA",
    "NOP STA NOP SAX STY STA STX SAX DEY NOP TXA ANE STY STA STX SAX",
    "BCC STA JAM SHA STY STA STX SAX TYA STA TXS SHS SHY STA SHX SHA",
    "LDY LDA LDX LAX LDY LDA LDX LAX TAY LDA TAX LXA LDY LDA LDX LAX",
    "BCS LDA JAM LAX LDY LDA LDX LAX CLV LDA TSX LAS LDY LDA LDX LAX",
    "CPY CMP NOP DCP CPY CMP DEC DCP INY CMP DEX SBX CPY CMP DEC DCP",
    "BNE CMP JAM DCP NOP CMP DEC DCP CLD CMP NOP DCP NOP CMP DEC DCP",
    "CPX SBC NOP ISB CPX SBC INC ISB INX SBC NOP SBC CPX SBC INC ISB",
    "BEQ SBC JAM ISB NOP SBC INC ISB SED SBC NOP ISB NOP SBC INC ISB",
];

/// One decoded instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Where it stands.
    pub address: u16,
    /// Its bytes, one to three.
    pub bytes: Vec<u8>,
    /// Name and operand, for example `STA $D020`.
    pub text: String,
}

fn mode(opcode: u8) -> Mode {
    let upper_half = opcode & 0x10 != 0;
    // Columns 6, 7, e and f of STX, LDX and their undocumented neighbours are indexed by Y instead of X.
    let by_y = matches!(opcode & 0xf0, 0x90 | 0xb0);
    match (opcode & 0x0f, upper_half) {
        (0x0, true) => Mode::Relative,
        (0x0, false) => match opcode {
            0x20 => Mode::Absolute,
            0x80..=0xff => Mode::Immediate,
            _ => Mode::Implied,
        },
        (0x1 | 0x3, false) => Mode::IndirectX,
        (0x1 | 0x3, true) => Mode::IndirectY,
        (0x2, false) if opcode >= 0x80 => Mode::Immediate,
        (0x2 | 0x8, _) => Mode::Implied,
        (0x4..=0x7, false) => Mode::ZeroPage,
        (0x6 | 0x7, true) if by_y => Mode::ZeroPageY,
        (0x4..=0x7, true) => Mode::ZeroPageX,
        (0x9 | 0xb, false) => Mode::Immediate,
        (0x9 | 0xb, true) => Mode::AbsoluteY,
        (0xa, false) if opcode < 0x80 => Mode::Accumulator,
        (0xa, _) => Mode::Implied,
        _ if opcode == 0x6c => Mode::Indirect,
        (_, false) => Mode::Absolute,
        (0xe | 0xf, true) if by_y => Mode::AbsoluteY,
        (_, true) => Mode::AbsoluteX,
    }
}

/// How many bytes the instruction with this opcode takes, 1 to 3.
pub fn length(opcode: u8) -> usize {
    match mode(opcode) {
        Mode::Implied | Mode::Accumulator => 1,
        Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY | Mode::Indirect => 3,
        _ => 2,
    }
}

/// The name of the instruction with this opcode.
pub fn name(opcode: u8) -> &'static str {
    let column = usize::from(opcode & 0x0f) * 4;
    &NAMES[usize::from(opcode >> 4)][column..column + 3]
}

/// Decodes the instruction at the front of `bytes`; `None` when there are no bytes.
pub fn decode(address: u16, bytes: &[u8]) -> Option<Instruction> {
    let (&opcode, operand) = bytes.split_first()?;
    let length = length(opcode);
    if bytes.len() < length {
        let shown: Vec<String> = bytes.iter().map(|byte| format!("${byte:02X}")).collect();
        return Some(Instruction {
            address,
            bytes: bytes.to_vec(),
            text: format!(".byte {}", shown.join(",")),
        });
    }
    let low = operand.first().copied().unwrap_or(0);
    let word = u16::from_le_bytes([low, operand.get(1).copied().unwrap_or(0)]);
    let operand = match mode(opcode) {
        Mode::Implied => String::new(),
        Mode::Accumulator => " A".to_owned(),
        Mode::Immediate => format!(" #${low:02X}"),
        Mode::ZeroPage => format!(" ${low:02X}"),
        Mode::ZeroPageX => format!(" ${low:02X},X"),
        Mode::ZeroPageY => format!(" ${low:02X},Y"),
        Mode::Absolute => format!(" ${word:04X}"),
        Mode::AbsoluteX => format!(" ${word:04X},X"),
        Mode::AbsoluteY => format!(" ${word:04X},Y"),
        Mode::Indirect => format!(" (${word:04X})"),
        Mode::IndirectX => format!(" (${low:02X},X)"),
        Mode::IndirectY => format!(" (${low:02X}),Y"),
        Mode::Relative => format!(
            " ${:04X}",
            address.wrapping_add(2).wrapping_add_signed(i16::from(low as i8))
        ),
    };
    Some(Instruction {
        address,
        bytes: bytes[..length].to_vec(),
        text: format!("{}{operand}", name(opcode)),
    })
}

/// Decodes all of `bytes`, beginning at `address`.
pub fn decode_all(mut address: u16, mut bytes: &[u8]) -> Vec<Instruction> {
    let mut instructions = Vec::new();
    while let Some(instruction) = decode(address, bytes) {
        bytes = &bytes[instruction.bytes.len()..];
        address = address.wrapping_add(instruction.bytes.len() as u16);
        instructions.push(instruction);
    }
    instructions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(0xc000, bytes).unwrap().text
    }

    #[test]
    fn each_addressing_mode_is_shown() {
        let cases: [(&[u8], &str); 26] = [
            (&[0xa9, 0x01], "LDA #$01"),
            (&[0x8d, 0x20, 0xd0], "STA $D020"),
            (&[0x4c, 0x05, 0xc0], "JMP $C005"),
            (&[0x6c, 0x14, 0x03], "JMP ($0314)"),
            (&[0x20, 0xd2, 0xff], "JSR $FFD2"),
            (&[0xd0, 0xfe], "BNE $C000"),
            (&[0x10, 0x7f], "BPL $C081"),
            (&[0x0a], "ASL A"),
            (&[0x8a], "TXA"),
            (&[0xea], "NOP"),
            (&[0x60], "RTS"),
            (&[0x00], "BRK"),
            (&[0xa2, 0xff], "LDX #$FF"),
            (&[0xa0, 0x00], "LDY #$00"),
            (&[0xb6, 0x10], "LDX $10,Y"),
            (&[0x96, 0x10], "STX $10,Y"),
            (&[0xb4, 0x10], "LDY $10,X"),
            (&[0xbe, 0x00, 0x04], "LDX $0400,Y"),
            (&[0xbc, 0x00, 0x04], "LDY $0400,X"),
            (&[0x99, 0x00, 0x04], "STA $0400,Y"),
            (&[0x9d, 0x00, 0x04], "STA $0400,X"),
            (&[0x81, 0x20], "STA ($20,X)"),
            (&[0x91, 0xfb], "STA ($FB),Y"),
            (&[0xa7, 0x10], "LAX $10"),
            (&[0xdc, 0x00, 0x04], "NOP $0400,X"),
            (&[0x02], "JAM"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(text(bytes), expected);
            assert_eq!(length(bytes[0]), bytes.len(), "{expected}");
        }
    }

    #[test]
    fn the_documented_set_is_complete() {
        // The MCS6500 manual has 151 opcodes of 56 names.
        let documented = [
            "ADC", "AND", "ASL", "BCC", "BCS", "BEQ", "BIT", "BMI", "BNE", "BPL", "BRK", "BVC", "BVS", "CLC",
            "CLD", "CLI", "CLV", "CMP", "CPX", "CPY", "DEC", "DEX", "DEY", "EOR", "INC", "INX", "INY", "JMP",
            "JSR", "LDA", "LDX", "LDY", "LSR", "ORA", "PHA", "PHP", "PLA", "PLP", "ROL", "ROR", "RTI", "RTS",
            "SBC", "SEC", "SED", "SEI", "STA", "STX", "STY", "TAX", "TAY", "TSX", "TXA", "TXS", "TYA",
        ];
        let count = (0..=255)
            .filter(|opcode| documented.contains(&name(*opcode)))
            .count();
        // One more than 150 without NOP: the undocumented SBC $eb.
        assert_eq!(count, 151);
        assert_eq!((0..=255).filter(|opcode| name(*opcode) == "JAM").count(), 12);
        assert_eq!((0..=255).filter(|opcode| name(*opcode) == "NOP").count(), 28);
    }

    #[test]
    fn a_cut_instruction_is_shown_as_bytes() {
        assert_eq!(text(&[0x8d, 0x20]), ".byte $8D,$20");
        assert_eq!(decode(0, &[]), None);
        let program = [0xa9, 0x01, 0x8d, 0x20, 0xd0, 0x4c];
        let lines: Vec<String> = decode_all(0xfffe, &program)
            .into_iter()
            .map(|line| line.text)
            .collect();
        assert_eq!(lines, ["LDA #$01", "STA $D020", ".byte $4C"]);
    }
}
