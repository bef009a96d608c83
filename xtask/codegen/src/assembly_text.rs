//! Small changes to the assembler text that GCC writes.

use std::fmt::Write;

/// How the label before a jump table begins.
pub const TABLE_LABEL: &str = "jump_table.";
/// How the label after a jump table begins.
pub const CODE_LABEL: &str = "after_table.";

/// Where constants go: a subsection of the code, between its two halves, so that most of the program reaches them with a
/// 16-bit distance. The assembler takes the short form by itself where it can.
pub const CONSTANTS: &str = "\t.text 1";
/// Where the second half of the functions goes.
const SECOND_HALF: &str = "\t.text 2";

/// Shortens calls, marks jump tables, and leaves room for the constants in the middle.
///
/// - GCC writes `jsr name`, six bytes and a relocation; `jbsr` lets the assembler take the four-byte `bsr` when the function
///   is near.
/// - A jump table stands between instructions, and nothing tells it apart from them afterwards. Two labels do.
pub fn improve(assembly: &str) -> String {
    let mut text = String::with_capacity(assembly.len());
    let mut tables = 0;
    let mut half = assembly.len() / 2;
    let mut section = "\t.text";
    let mut lines = assembly.lines().peekable();
    while let Some(line) = lines.next() {
        if is_local_label(line) && lines.peek().is_some_and(|next| is_table_entry(next)) {
            let _ = writeln!(text, "{TABLE_LABEL}{tables}:\n{line}");
            while let Some(entry) = lines.next_if(|next| is_table_entry(next)) {
                let _ = writeln!(text, "{entry}");
            }
            let _ = writeln!(text, "{CODE_LABEL}{tables}:");
            tables += 1;
            continue;
        }
        half = half.saturating_sub(line.len() + 1);
        if line == "\t.text" {
            let _ = writeln!(text, "{section}");
            continue;
        }
        if half == 0 && section != SECOND_HALF && line.starts_with("\t.size\t") {
            section = SECOND_HALF;
            let _ = writeln!(text, "{line}\n{section}\n\t.balign 2");
            continue;
        }
        match line.strip_prefix("\tjsr ") {
            Some(target)
                if target.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') =>
            {
                let _ = writeln!(text, "\tjbsr {target}");
            }
            _ => {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    text
}

/// Whether a line is a label that GCC made for itself.
fn is_local_label(line: &str) -> bool {
    line.starts_with(".L") && line.ends_with(':')
}

/// Whether a line is `.word .L8-.L4`: an entry of a jump table.
fn is_table_entry(line: &str) -> bool {
    line.strip_prefix("\t.word .L")
        .is_some_and(|rest| rest.contains("-.L"))
}

#[cfg(test)]
mod tests {
    use super::improve;

    #[test]
    fn calls_get_short_and_tables_get_labels() {
        let text = improve("\tjsr f\n\tjsr (%a0)\n.L4:\n\t.word .L8-.L4\n.L8:\n\trts\n");
        let expected =
            "\tjbsr f\n\tjsr (%a0)\njump_table.0:\n.L4:\n\t.word .L8-.L4\nafter_table.0:\n.L8:\n\trts\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn constants_have_room_in_the_middle() {
        let text = improve("\t.text\na:\n\trts\n\t.size\ta, .-a\nb:\n\trts\n\t.size\tb, .-b\n\t.text\n");
        let expected = "\t.text\na:\n\trts\n\t.size\ta, .-a\n\t.text 2\n\t.balign 2\nb:\n\trts\n\t.size\tb, .-b\n\t.text 2\n";
        assert_eq!(text, expected);
    }
}
