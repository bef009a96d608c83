//! From rustc's objects and libraries to one optimised module.
//!
//! With `-C linker-plugin-lto` every object is bitcode, except rustc's `symbols.o`, a real ELF file whose only use is to keep
//! symbols for other linkers. Objects are linked whole; of library members only what is still missing, in rounds, since
//! `core` calls back into the program (its panic handler) and the order of libraries says nothing about that.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use object::read::archive::ArchiveFile;

use crate::arguments::Options;
use crate::compile::run;
use crate::ir::{Module, Value};

/// Where LLVM's programs are: the major version that the crate `llvm-sys` here was built for.
pub const LLVM_LINK: &str = "/usr/lib/llvm-22/bin/llvm-link";

/// Symbols that the startup code or the runtime calls.
const ROOTS: [&str; 2] = ["amiga_main", "amipilot_abort"];

/// The passes: optimisation of the whole program for size, with nothing left that depends on a target's intrinsics. LLVM's
/// `lto<Os>` before it made the server larger.
const PIPELINE: &str = "globaldce,function(lower-constant-intrinsics),default<Os>,\
                        function(lower-constant-intrinsics),mergefunc,constmerge,globaldce";

/// Collects, links and optimises everything that rustc named.
///
/// # Errors
/// When a file cannot be read, LLVM refuses it, or the program has no `amiga_main`.
pub fn whole_program(options: &Options, directory: &Path) -> Result<Module> {
    let mut objects = Vec::new();
    let mut members = Vec::new();
    for input in &options.inputs {
        let data = std::fs::read(input).with_context(|| format!("cannot read {}", input.display()))?;
        if data.starts_with(b"!<arch>\n") {
            members.extend(extract(&data, members.len(), directory)?);
        } else if is_bitcode(&data) {
            objects.push(input.clone());
        } else if !input.ends_with("symbols.o") {
            bail!(
                "{} is not bitcode. Everything for the Amiga has to be compiled with `-C linker-plugin-lto`; \
                 a crate with a C or assembly build script cannot be used.",
                input.display()
            );
        }
    }
    let roots = directory.join("roots.ll");
    let declarations: Vec<_> = ROOTS
        .iter()
        .map(|name| format!("declare void @{name}()\n"))
        .collect();
    std::fs::write(&roots, declarations.concat())?;
    let mut merged = directory.join("merged-0.bc");
    objects.insert(0, roots);
    run(Command::new(LLVM_LINK).args(&objects).arg("-o").arg(&merged))?;
    let mut missing = BTreeSet::new();
    let module = loop {
        let module = Module::read(&merged)?;
        let now = undefined(&module);
        if now == missing || members.is_empty() {
            break module;
        }
        missing = now;
        let next = directory.join(format!("merged-{}.bc", missing.len()));
        run(Command::new(LLVM_LINK)
            .arg(&merged)
            .arg("--only-needed")
            .args(&members)
            .arg("-o")
            .arg(&next))?;
        merged = next;
    };
    if missing.contains("amiga_main")
        || !module
            .functions()
            .iter()
            .any(|function| function.name() == "amiga_main")
    {
        bail!(
            "the program has no `amiga_main`. A program for the Amiga starts at \
             `#[unsafe(no_mangle)] extern \"C\" fn amiga_main(argument: *const u8, length: u32) -> u32`."
        );
    }
    let assembly = module.assembly();
    for value in module.functions().into_iter().chain(module.globals()) {
        let name = value.name();
        let kept = ROOTS.contains(&name.as_str()) || name.starts_with("llvm.") || mentions(&assembly, &name);
        if !value.is_declaration() && !kept {
            value.make_internal();
        }
    }
    module
        .functions()
        .into_iter()
        .filter(|function| !function.is_declaration())
        .for_each(Value::prefer_small);
    module.run_passes(PIPELINE)?;
    if let Some(keep) = &options.keep {
        module.print_to(&keep.join("program.ll"))?;
    }
    Ok(module)
}

/// The names that are used but not defined.
fn undefined(module: &Module) -> BTreeSet<String> {
    let all = module.functions().into_iter().chain(module.globals());
    all.filter(|value| value.is_declaration() && !value.is_unused() || ROOTS.contains(&value.name().as_str()))
        .filter(|value| value.is_declaration())
        .map(|value| value.name())
        .filter(|name| !name.starts_with("llvm."))
        .collect()
}

/// Writes an archive's bitcode members as files of their own.
fn extract(data: &[u8], count: usize, directory: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for member in ArchiveFile::parse(data)?.members() {
        let contents = member?.data(data)?;
        if is_bitcode(contents) {
            let path = directory.join(format!("member-{}.bc", count + paths.len()));
            std::fs::write(&path, contents)?;
            paths.push(path);
        }
    }
    Ok(paths)
}

/// Whether a file begins like bitcode.
fn is_bitcode(data: &[u8]) -> bool {
    data.starts_with(b"BC\xC0\xDE") || data.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

/// Whether assembly text mentions a symbol as a whole word.
fn mentions(assembly: &str, name: &str) -> bool {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    !name.is_empty()
        && assembly.match_indices(name).any(|(start, _)| {
            let before = assembly.as_bytes()[..start].last();
            let after = assembly.as_bytes().get(start + name.len());
            !before.is_some_and(|byte| part(*byte)) && !after.is_some_and(|byte| part(*byte))
        })
}
