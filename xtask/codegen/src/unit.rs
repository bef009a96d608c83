//! One translation unit: the whole program as one C file and one assembler file for its data.

use std::collections::HashSet;
use std::fmt::Write;

use anyhow::Result;

use crate::function::Function;
use crate::ir::{Module, Value};
use crate::mutants::Mutant;
use crate::names::Names;
use crate::types::Types;

/// What the translator knows about the module as a whole.
pub struct Unit<'module> {
    /// The module.
    pub module: &'module Module,
    /// C types and layout.
    pub types: Types<'module>,
    /// Identifiers and symbols.
    pub names: Names,
    /// The deliberate fault, if a test asked for one.
    pub mutant: Option<Mutant>,
    /// Functions whose address stands in data or assembly: they need a symbol that the data file can see.
    data_users: HashSet<Value>,
}

impl<'module> Unit<'module> {
    /// Looks at a module.
    pub fn new(module: &'module Module, mutant: Option<Mutant>) -> Self {
        let mut data_users = HashSet::new();
        for variable in module.globals() {
            if let Some(value) = variable.initializer() {
                Self::functions_in(value, &mut data_users);
            }
        }
        for alias in module.aliases() {
            Self::functions_in(alias.aliasee(), &mut data_users);
        }
        Self {
            module,
            types: Types::new(module),
            names: Names::new(module),
            mutant,
            data_users,
        }
    }

    /// The C text of all functions.
    ///
    /// # Errors
    /// When a function holds something that the translator does not know.
    pub fn c_text(&self) -> Result<String> {
        let mut declarations = String::new();
        let mut bodies = String::new();
        for function in self.module.functions() {
            let name = function.name();
            if name.starts_with("llvm.") {
                continue;
            }
            writeln!(
                declarations,
                "{} __asm__(\"{}\");",
                self.prototype(function, false)?,
                self.names.symbol(function)
            )?;
            if !function.is_declaration() {
                bodies += &format!("\n/* {name} */\n");
                bodies += &Function::translate(self, function)?;
            }
        }
        for variable in self.module.globals().into_iter().chain(self.module.aliases()) {
            let (identifier, symbol) = (self.names.identifier(variable), self.names.symbol(variable));
            writeln!(declarations, "extern u8 {identifier}[] __asm__(\"{symbol}\");")?;
        }
        let mut text = String::from(include_str!("prelude.h"));
        text += &self.types.definitions();
        text += "extern u32 memcpy(ptr, ptr, u32), memmove(ptr, ptr, u32), memset(ptr, u32, u32);\n";
        text += &declarations;
        text += &bodies;
        Ok(text)
    }

    /// A function's C prototype, with parameter names for its definition.
    ///
    /// # Errors
    /// When a type cannot be expressed.
    pub fn prototype(&self, function: Value, definition: bool) -> Result<String> {
        let ty = function.value_type();
        let mut parameters = Vec::new();
        for (index, parameter) in ty.parameters().into_iter().enumerate() {
            parameters.push(match function.by_value_type(index as u32) {
                Some(inner) => format!("{} p{index}", self.types.by_value_type(inner)),
                None => format!("{} v{index}", self.types.c_type(parameter)?),
            });
        }
        let list = if parameters.is_empty() {
            "void".to_owned()
        } else {
            parameters.join(", ")
        };
        let result = self.types.result_type(ty.result())?;
        let mut attributes = String::new();
        if !definition {
            if self.is_local(function) {
                attributes += "static ";
            }
            if function.is_weak() {
                attributes += "__attribute__((weak)) ";
            }
            if function.has_function_attribute("noinline") || function.has_function_attribute("cold") {
                attributes += "__attribute__((noinline)) ";
            }
        } else if self.is_local(function) {
            attributes += "static ";
        }
        Ok(format!(
            "{attributes}{result} {}({list})",
            self.names.identifier(function)
        ))
    }

    /// Whether nothing outside the C file can see a function, so that GCC may drop or inline it.
    fn is_local(&self, function: Value) -> bool {
        !function.is_external() && !function.is_declaration() && !self.data_users.contains(&function)
    }
}
