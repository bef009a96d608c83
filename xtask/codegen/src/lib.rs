//! The m68k code generator behind the linker: rustc's bitcode to C to 68000 code to an Amiga load file.
//!
//! LLVM's own m68k back end produces wrong code, so rustc stops at bitcode and calls [`link`] as its linker. `docs/toolchain.md`
//! tells the evidence and the way in full. The order of the modules is the order of the work: [`bitcode`] collects and
//! optimises, [`unit`] translates to C with [`types`], [`function`], [`instructions`], [`accesses`], [`intrinsics`],
//! [`memory`] and [`inline_assembly`], [`globals`] lays out data, [`compile`] runs GCC, [`opcode_check`] looks at the result, [`elf`] and
//! [`hunk`] write the file.

pub mod accesses;
pub mod arguments;
pub mod assembly_text;
pub mod bitcode;
pub mod compile;
pub mod elf;
pub mod function;
pub mod globals;
pub mod hunk;
pub mod inline_assembly;
pub mod instructions;
pub mod intrinsics;
pub mod ir;
pub mod memory;
pub mod mutants;
pub mod names;
pub mod opcode_check;
pub mod operands;
pub mod report;
pub mod symbols;
pub mod sysroot;
pub mod types;
pub mod unit;

use std::path::PathBuf;

use anyhow::{Context, Result};

use arguments::{Options, Target};

/// Links one program.
///
/// # Errors
/// When any step fails; the error says which, with the function and instruction where there is one.
pub fn link(options: &Options) -> Result<()> {
    let directory = match &options.keep {
        Some(folder) => folder.clone(),
        None => work_folder(options)?,
    };
    let result = link_in(options, &directory);
    if options.keep.is_none() {
        std::fs::remove_dir_all(&directory).context("cannot remove the work folder")?;
    }
    result
}

/// A folder beside the output for intermediate files.
fn work_folder(options: &Options) -> Result<PathBuf> {
    let mut name = options.output.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".link-{}", std::process::id()));
    let folder = options.output.with_file_name(name);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(folder)
}

fn link_in(options: &Options, directory: &std::path::Path) -> Result<()> {
    let module = bitcode::whole_program(options, directory)?;
    let unit = unit::Unit::new(&module, options.mutant);
    let built = compile::build(options, &unit.c_text()?, &unit.data_text()?, directory)?;
    for object in &built.objects {
        opcode_check::check(object)?;
    }
    let elf = built.elf;
    match options.target {
        Target::Linux => {
            std::fs::copy(&elf, &options.output)?;
        }
        Target::Amiga => {
            let sections = elf::read(&std::fs::read(&elf)?)?;
            std::fs::write(&options.output, hunk::write(&sections)?)?;
            if let Some(report) = &options.report {
                std::fs::write(report, report::text(&elf, &sections)?)?;
            }
        }
    }
    Ok(())
}
