//! One function: declarations, blocks, phi nodes and terminators.
//!
//! Every argument and instruction with a value has one C variable `vN`; a block is a label, a branch a `goto`. A phi node is
//! a variable that each incoming edge writes just before it jumps. All phis of a block change at the same moment, so an
//! edge first copies the incoming values aside when one of them is itself a phi of that block.

use std::collections::HashMap;
use std::fmt::Write;

use anyhow::{Context, Result, bail};

use crate::ir::{Block, Opcode, Type, TypeKind, Value};
use crate::mutants::Mutant;
use crate::types::bits;
use crate::unit::Unit;

/// A function while it is being written.
pub struct Function<'unit> {
    /// The translation unit around it.
    pub unit: &'unit Unit<'unit>,
    locals: HashMap<Value, usize>,
    labels: HashMap<Block, usize>,
    declarations: String,
    body: String,
}

impl<'unit> Function<'unit> {
    /// Translates one defined function to C.
    ///
    /// # Errors
    /// When it holds something that the translator does not know; the error names function and instruction.
    pub fn translate(unit: &'unit Unit<'unit>, value: Value) -> Result<String> {
        let mut function = Self {
            unit,
            locals: HashMap::new(),
            labels: HashMap::new(),
            declarations: String::new(),
            body: String::new(),
        };
        function
            .write(value)
            .with_context(|| format!("in the function `{}`", value.name()))
    }

    fn write(&mut self, value: Value) -> Result<String> {
        for (index, parameter) in value.parameters().into_iter().enumerate() {
            self.locals.insert(parameter, index);
            if value.by_value_type(index as u32).is_some() {
                writeln!(self.declarations, "  ptr v{index} = (ptr)&p{index};")?;
            }
        }
        let blocks = value.blocks();
        for (index, block) in blocks.iter().enumerate() {
            self.labels.insert(*block, index);
            for instruction in block.instructions() {
                if instruction.ty().kind() != TypeKind::LLVMVoidTypeKind {
                    let number = self.locals.len();
                    self.locals.insert(instruction, number);
                    if !instruction.is_unused() || instruction.opcode() == Opcode::LLVMPHI {
                        let c_type = self.unit.types.c_type(instruction.ty());
                        let c_type = c_type.with_context(|| format!("instruction `{instruction}`"))?;
                        writeln!(self.declarations, "  {c_type} v{number};")?;
                    }
                }
            }
        }
        for (index, block) in blocks.iter().enumerate() {
            writeln!(self.body, "b{index}:;")?;
            for instruction in block.instructions() {
                self.instruction(*block, index == 0, instruction)
                    .with_context(|| format!("instruction `{instruction}`"))?;
            }
        }
        let head = self.unit.prototype(value, true)?;
        Ok(format!("{head} {{\n{}{}}}\n", self.declarations, self.body))
    }

    /// The C variable of a local value.
    ///
    /// # Errors
    /// When the value does not belong to this function: a fault of the translator.
    pub fn local(&self, value: Value) -> Result<String> {
        match self.locals.get(&value) {
            Some(number) => Ok(format!("v{number}")),
            None => bail!("the value `{value}` does not belong to this function"),
        }
    }

    /// Adds a declaration at the top of the function.
    pub fn declare(&mut self, text: &str) {
        self.declarations += "  ";
        self.declarations += text;
        self.declarations += "\n";
    }

    /// Adds one statement.
    pub fn statement(&mut self, text: &str) {
        self.body += "  ";
        self.body += text;
        self.body += ";\n";
    }

    /// Assigns to an instruction's variable, or only evaluates when nothing uses it.
    ///
    /// # Errors
    /// As [`Function::local`].
    pub fn assign(&mut self, instruction: Value, expression: &str) -> Result<()> {
        if instruction.is_unused() {
            self.statement(&format!("(void)({expression})"));
        } else {
            let variable = self.local(instruction)?;
            self.statement(&format!("{variable} = {expression}"));
        }
        Ok(())
    }

    /// A number that no earlier temporary of this function has.
    pub fn unique(&self) -> usize {
        self.body.len()
    }

    fn label(&self, block: Block) -> usize {
        self.labels.get(&block).copied().unwrap_or_default()
    }

    fn instruction(&mut self, block: Block, entry: bool, value: Value) -> Result<()> {
        match value.opcode() {
            Opcode::LLVMPHI => Ok(()),
            Opcode::LLVMRet => self.return_value(value),
            Opcode::LLVMBr => self.branch(block, value),
            Opcode::LLVMSwitch => self.switch(block, value),
            Opcode::LLVMUnreachable => {
                self.statement("__builtin_unreachable()");
                Ok(())
            }
            Opcode::LLVMAlloca => self.alloca(entry, value),
            _ => self.plain_instruction(value),
        }
    }

    fn return_value(&mut self, value: Value) -> Result<()> {
        if value.operand_count() == 0 {
            self.statement("return");
            return Ok(());
        }
        let result = value.operand(0);
        let text = self.operand(result)?;
        let ty = result.ty();
        if ty.kind() == TypeKind::LLVMPointerTypeKind {
            self.statement(&format!("return (u32)({text})"));
        } else if self.unit.types.is_packed_pair(ty) {
            let temporary = format!("r{}", self.body.len());
            self.declare(&format!("{} {temporary};", self.unit.types.c_type(ty)?));
            self.statement(&format!("{temporary} = {text}"));
            self.statement(&format!("return pair((u32){temporary}.f0, (u32){temporary}.f1)"));
        } else {
            self.statement(&format!("return {text}"));
        }
        Ok(())
    }

    fn branch(&mut self, block: Block, value: Value) -> Result<()> {
        match value.branch_condition() {
            None => self.edge(block, value.successor(0)),
            Some(condition) => {
                let text = self.operand(condition)?;
                writeln!(self.body, "  if ({text}) {{")?;
                self.edge(block, value.successor(0))?;
                self.body += "  } else {\n";
                self.edge(block, value.successor(1))?;
                self.body += "  }\n";
                Ok(())
            }
        }
    }

    fn switch(&mut self, block: Block, value: Value) -> Result<()> {
        let condition = value.operand(0);
        let text = self.operand(condition)?;
        if bits(condition.ty()) > 64 {
            for index in 1..value.successor_count() {
                let case = self.operand(value.case_value(index))?;
                writeln!(self.body, "  if (equal128({text}, {case})) {{")?;
                self.edge(block, value.successor(index))?;
                self.body += "  }\n";
            }
            return self.edge(block, value.successor(0));
        }
        writeln!(self.body, "  switch ({text}) {{")?;
        for index in 1..value.successor_count() {
            writeln!(self.body, "  case {}:", self.operand(value.case_value(index))?)?;
            self.edge(block, value.successor(index))?;
        }
        self.body += "  default:\n";
        self.edge(block, value.successor(0))?;
        self.body += "  }\n";
        Ok(())
    }

    /// Writes the phi nodes of `to` for the edge from `from`, then jumps.
    fn edge(&mut self, from: Block, to: Block) -> Result<()> {
        let mut copies = Vec::new();
        for phi in to.instructions() {
            if phi.opcode() != Opcode::LLVMPHI {
                break;
            }
            let Some((value, _)) = phi.incoming().into_iter().find(|(_, block)| *block == from) else {
                bail!("the phi `{phi}` has no value for the edge that reaches it");
            };
            if value != phi {
                copies.push((phi, value));
            }
        }
        let mut late = String::new();
        self.body += "  {\n";
        for (position, (phi, value)) in copies.iter().enumerate() {
            let target = self.local(*phi)?;
            let text = self.operand(*value)?;
            // A later copy may read what this one overwrites: only then does the value have to wait aside.
            let read_later = copies[position + 1..].iter().any(|(_, other)| other == phi);
            if read_later && self.unit.mutant != Some(Mutant::PhiOrder) {
                let temporary = format!("t{}", self.body.len());
                writeln!(
                    self.body,
                    "  {} {temporary} = {text};",
                    self.unit.types.c_type(phi.ty())?
                )?;
                writeln!(late, "  {target} = {temporary};")?;
            } else {
                writeln!(self.body, "  {target} = {text};")?;
            }
        }
        self.body += &late;
        writeln!(self.body, "  goto b{}; }}", self.label(to))?;
        Ok(())
    }

    fn alloca(&mut self, entry: bool, value: Value) -> Result<()> {
        let size = self.unit.types.size(value.allocated_type());
        let count = value.operand(0);
        if !entry || !count.is_any_constant() {
            bail!("a stack variable of changing size; only fixed ones in the first block are known");
        }
        let total = size * count.integer() as u64;
        let name = format!("a{}", self.body.len());
        let alignment = u64::from(value.alignment());
        // The stack is even and no more: a larger alignment is made by hand.
        let spare = alignment.saturating_sub(2);
        self.declare(&format!(
            "u8 {name}[{}] __attribute__((aligned(2)));",
            (total + spare).max(1)
        ));
        if spare == 0 {
            self.assign(value, &format!("(ptr){name}"))
        } else {
            let mask = !(alignment - 1) as u32;
            self.assign(value, &format!("(ptr)(((u32){name} + {spare}) & {mask:#x}u)"))
        }
    }

    /// The types that a call of this function type has in C: result, then parameters.
    ///
    /// # Errors
    /// For types that C cannot express here.
    pub fn call_types(&self, call: Value, ty: Type) -> Result<(String, Vec<String>)> {
        if ty.is_variadic() {
            bail!("a call with a variable number of arguments");
        }
        let parameters = ty.parameters().into_iter().enumerate().map(|(index, parameter)| {
            match call.by_value_type(index as u32) {
                Some(inner) => Ok(self.unit.types.by_value_type(inner)),
                None => self.unit.types.c_type(parameter),
            }
        });
        Ok((
            self.unit.types.result_type(ty.result())?,
            parameters.collect::<Result<_>>()?,
        ))
    }
}
