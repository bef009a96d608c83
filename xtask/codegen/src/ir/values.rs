//! Handles to LLVM's values: constants, globals, arguments, instructions and blocks.

use std::ffi::CStr;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage, LLVMValueKind};

use super::{Opcode, Predicate, Type, TypeKind, chain, counted, message};

/// A handle to a value: constant, global, argument or instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(pub(super) LLVMValueRef);

/// A handle to a basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block(pub(super) LLVMBasicBlockRef);

/// What a value is, as far as the translator tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Argument or instruction: it has a C variable.
    Local,
    /// A function.
    Function,
    /// A global variable.
    GlobalVariable,
    /// Another name for a global.
    GlobalAlias,
    /// An integer constant.
    Integer,
    /// A floating-point constant, read through its bits.
    Float,
    /// A null pointer.
    NullPointer,
    /// Zero of any type.
    ZeroAggregate,
    /// `undef` or `poison`.
    Undefined,
    /// A struct, array or vector of constants.
    Aggregate,
    /// An array of plain numbers.
    DataArray,
    /// A constant expression.
    Expression,
    /// Inline assembly in the place of a function.
    InlineAssembly,
    /// Anything else.
    Other,
}

impl std::fmt::Display for Value {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(message(read!(LLVMPrintValueToString(self.0))).trim())
    }
}

impl Value {
    /// The value's type.
    pub fn ty(self) -> Type {
        Type(read!(LLVMTypeOf(self.0)))
    }
    /// The value's name; empty for most locals.
    pub fn name(self) -> String {
        counted(|length| read!(LLVMGetValueName2(self.0, length)))
    }
    /// What the value is.
    pub fn kind(self) -> Kind {
        match read!(LLVMGetValueKind(self.0)) {
            LLVMValueKind::LLVMArgumentValueKind | LLVMValueKind::LLVMInstructionValueKind => Kind::Local,
            LLVMValueKind::LLVMFunctionValueKind => Kind::Function,
            LLVMValueKind::LLVMGlobalVariableValueKind => Kind::GlobalVariable,
            LLVMValueKind::LLVMGlobalAliasValueKind => Kind::GlobalAlias,
            LLVMValueKind::LLVMConstantIntValueKind => Kind::Integer,
            LLVMValueKind::LLVMConstantFPValueKind => Kind::Float,
            LLVMValueKind::LLVMConstantPointerNullValueKind => Kind::NullPointer,
            LLVMValueKind::LLVMConstantAggregateZeroValueKind => Kind::ZeroAggregate,
            LLVMValueKind::LLVMUndefValueValueKind | LLVMValueKind::LLVMPoisonValueKind => Kind::Undefined,
            LLVMValueKind::LLVMConstantStructValueKind
            | LLVMValueKind::LLVMConstantArrayValueKind
            | LLVMValueKind::LLVMConstantVectorValueKind => Kind::Aggregate,
            LLVMValueKind::LLVMConstantDataArrayValueKind
            | LLVMValueKind::LLVMConstantDataVectorValueKind => Kind::DataArray,
            LLVMValueKind::LLVMConstantExprValueKind => Kind::Expression,
            LLVMValueKind::LLVMInlineAsmValueKind => Kind::InlineAssembly,
            _ => Kind::Other,
        }
    }
    /// An instruction's opcode.
    pub fn opcode(self) -> Opcode {
        read!(LLVMGetInstructionOpcode(self.0))
    }
    /// A constant expression's opcode.
    pub fn expression_opcode(self) -> Opcode {
        read!(LLVMGetConstOpcode(self.0))
    }
    /// How many operands there are.
    pub fn operand_count(self) -> u32 {
        read!(LLVMGetNumOperands(self.0)) as u32
    }
    /// One operand.
    pub fn operand(self, index: u32) -> Value {
        Value(read!(LLVMGetOperand(self.0, index)))
    }
    /// One element of a constant aggregate or data array.
    pub fn element(self, index: u64) -> Value {
        Value(read!(LLVMGetAggregateElement(self.0, index as u32)))
    }
    /// An integer constant, or the bits of a floating-point one, extended with zeros.
    pub fn integer(self) -> u128 {
        if self.ty().kind() == TypeKind::LLVMIntegerTypeKind && self.ty().bits() <= 64 {
            return u128::from(read!(LLVMConstIntGetZExtValue(self.0)));
        }
        // The C API reads 64 bits at most; the printed form `i128 -5` holds them all.
        let text = self.to_string();
        let digits = text.split_whitespace().last().unwrap_or("0");
        match digits.strip_prefix('-') {
            Some(rest) => rest.parse::<u128>().unwrap_or(0).wrapping_neg(),
            None => digits.parse().unwrap_or(0),
        }
    }
    /// Whether a function or variable is only declared.
    pub fn is_declaration(self) -> bool {
        read!(LLVMIsDeclaration(self.0)) != 0
    }
    /// Makes a global invisible outside the module.
    pub fn make_internal(self) {
        // SAFETY: the handle is a live global; its linkage may be changed at any time.
        unsafe {
            LLVMSetVisibility(self.0, llvm_sys::LLVMVisibility::LLVMDefaultVisibility);
            LLVMSetLinkage(self.0, LLVMLinkage::LLVMInternalLinkage);
        }
    }
    /// Asks LLVM to prefer small code to fast code in a function, more than rustc's `opt-level=s` does.
    pub fn prefer_small(self) {
        let name = c"minsize";
        // SAFETY: the handle is a live function; an attribute may be added at any time.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr(), 7);
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            LLVMAddAttributeAtIndex(self.0, u32::MAX, LLVMCreateEnumAttribute(context, kind, 0));
        }
    }
    /// Whether a global is visible outside the module.
    pub fn is_external(self) -> bool {
        !matches!(
            read!(LLVMGetLinkage(self.0)),
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
        )
    }
    /// Whether a declared symbol may stay undefined, or a defined one be replaced.
    pub fn is_weak(self) -> bool {
        matches!(
            read!(LLVMGetLinkage(self.0)),
            LLVMLinkage::LLVMExternalWeakLinkage
                | LLVMLinkage::LLVMWeakAnyLinkage
                | LLVMLinkage::LLVMWeakODRLinkage
                | LLVMLinkage::LLVMLinkOnceAnyLinkage
                | LLVMLinkage::LLVMLinkOnceODRLinkage
        )
    }
    /// The section that a global asks for; empty for the default.
    pub fn section(self) -> String {
        let text = read!(LLVMGetSection(self.0));
        if text.is_null() {
            return String::new();
        }
        read!(CStr::from_ptr(text)).to_string_lossy().into_owned()
    }
    /// The alignment of a global, load, store or alloca in bytes; 0 when none is given.
    pub fn alignment(self) -> u32 {
        read!(LLVMGetAlignment(self.0))
    }
    /// Whether a load or store is volatile.
    pub fn is_volatile(self) -> bool {
        read!(LLVMGetVolatile(self.0)) != 0
    }
    /// Whether a variable never changes.
    pub fn is_constant(self) -> bool {
        read!(LLVMIsGlobalConstant(self.0)) != 0
    }
    /// Whether a value is any kind of constant.
    pub fn is_any_constant(self) -> bool {
        read!(LLVMIsConstant(self.0)) != 0
    }
    /// The type that a global, function or alias has in memory.
    pub fn value_type(self) -> Type {
        Type(read!(LLVMGlobalGetValueType(self.0)))
    }
    /// A variable's initial value.
    pub fn initializer(self) -> Option<Value> {
        let value = read!(LLVMGetInitializer(self.0));
        (!value.is_null()).then_some(Value(value))
    }
    /// What an alias stands for.
    pub fn aliasee(self) -> Value {
        Value(read!(LLVMAliasGetAliasee(self.0)))
    }
    /// A function's parameters.
    pub fn parameters(self) -> Vec<Value> {
        (0..read!(LLVMCountParams(self.0)))
            .map(|index| Value(read!(LLVMGetParam(self.0, index))))
            .collect()
    }
    /// A function's blocks.
    pub fn blocks(self) -> Vec<Block> {
        let mut all = Vec::new();
        let mut current = read!(LLVMGetFirstBasicBlock(self.0));
        while !current.is_null() {
            all.push(Block(current));
            current = read!(LLVMGetNextBasicBlock(current));
        }
        all
    }
    /// The type behind a `byval` parameter (`index` counts from 0), if it has the attribute.
    pub fn by_value_type(self, index: u32) -> Option<Type> {
        let name = c"byval";
        let kind = read!(LLVMGetEnumAttributeKindForName(name.as_ptr(), 5));
        let attribute = if self.kind() == Kind::Function {
            read!(LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind))
        } else {
            read!(LLVMGetCallSiteEnumAttribute(self.0, index + 1, kind))
        };
        (!attribute.is_null()).then(|| Type(read!(LLVMGetTypeAttributeValue(attribute))))
    }
    /// Whether a function has an attribute without value, such as `noinline`.
    pub fn has_function_attribute(self, name: &str) -> bool {
        let kind = read!(LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()));
        !read!(LLVMGetEnumAttributeAtIndex(self.0, u32::MAX, kind)).is_null()
    }
    /// The alignment that a call promises for a pointer argument (`index` counts from 0); 1 when it promises none.
    pub fn argument_alignment(self, index: u32) -> u64 {
        let name = c"align";
        let kind = read!(LLVMGetEnumAttributeKindForName(name.as_ptr(), 5));
        let attribute = read!(LLVMGetCallSiteEnumAttribute(self.0, index + 1, kind));
        if attribute.is_null() {
            1
        } else {
            read!(LLVMGetEnumAttributeValue(attribute))
        }
    }
    /// What a call calls.
    pub fn called(self) -> Value {
        Value(read!(LLVMGetCalledValue(self.0)))
    }
    /// The function type of a call.
    pub fn called_type(self) -> Type {
        Type(read!(LLVMGetCalledFunctionType(self.0)))
    }
    /// A call's arguments.
    pub fn arguments(self) -> Vec<Value> {
        (0..read!(LLVMGetNumArgOperands(self.0)))
            .map(|index| self.operand(index))
            .collect()
    }
    /// A comparison's predicate.
    pub fn predicate(self) -> Predicate {
        read!(LLVMGetICmpPredicate(self.0))
    }
    /// The type that a `getelementptr` steps over.
    pub fn source_element_type(self) -> Type {
        Type(read!(LLVMGetGEPSourceElementType(self.0)))
    }
    /// The type that an `alloca` makes room for.
    pub fn allocated_type(self) -> Type {
        Type(read!(LLVMGetAllocatedType(self.0)))
    }
    /// The field path of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let count = read!(LLVMGetNumIndices(self.0));
        let start = read!(LLVMGetIndices(self.0));
        // SAFETY: LLVM keeps `count` numbers at `start` in the instruction.
        unsafe { std::slice::from_raw_parts(start, count as usize) }.to_vec()
    }
    /// Successor of a terminator.
    pub fn successor(self, index: u32) -> Block {
        Block(read!(LLVMGetSuccessor(self.0, index)))
    }
    /// How many successors a terminator has.
    pub fn successor_count(self) -> u32 {
        read!(LLVMGetNumSuccessors(self.0))
    }
    /// The condition of a two-way branch.
    pub fn branch_condition(self) -> Option<Value> {
        (read!(LLVMIsConditional(self.0)) != 0).then(|| Value(read!(LLVMGetCondition(self.0))))
    }
    /// The value that leads to a switch's successor `index`, from 1 on.
    pub fn case_value(self, index: u32) -> Value {
        Value(read!(LLVMGetSwitchCaseValue(self.0, index)))
    }
    /// The incoming values of a phi with their blocks.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        (0..read!(LLVMCountIncoming(self.0)))
            .map(|index| {
                (
                    Value(read!(LLVMGetIncomingValue(self.0, index))),
                    Block(read!(LLVMGetIncomingBlock(self.0, index))),
                )
            })
            .collect()
    }
    /// The text of inline assembly.
    pub fn assembly_text(self) -> String {
        counted(|length| read!(LLVMGetInlineAsmAsmString(self.0, length)))
    }
    /// The constraints of inline assembly.
    pub fn assembly_constraints(self) -> String {
        counted(|length| read!(LLVMGetInlineAsmConstraintString(self.0, length)))
    }
    /// Whether inline assembly must stay even when its result is unused.
    pub fn assembly_has_effects(self) -> bool {
        read!(LLVMGetInlineAsmHasSideEffects(self.0)) != 0
    }
    /// Whether a call must be compiled as a jump.
    pub fn is_must_tail(self) -> bool {
        read!(LLVMGetTailCallKind(self.0)) == llvm_sys::LLVMTailCallKind::LLVMTailCallKindMustTail
    }
    /// Whether nothing uses the value.
    pub fn is_unused(self) -> bool {
        read!(LLVMGetFirstUse(self.0)).is_null()
    }
}

impl Block {
    /// The instructions in order.
    pub fn instructions(self) -> Vec<Value> {
        chain(read!(LLVMGetFirstInstruction(self.0)), |value| {
            read!(LLVMGetNextInstruction(value))
        })
    }
}
