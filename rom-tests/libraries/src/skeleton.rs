//! The frame of a shared library or device: RomTag, jump table, Open, Close and Expunge.
//!
//! A binary names itself with [`amiga_library!`](crate::amiga_library) and gives its functions as [`Functions`]. Each of
//! them receives the caller's [`Registers`], and its result goes to d0; what it writes into the registers d1 to a6 goes
//! back to the caller as well, and all others keep their value.
//!
//! The stubs between AmigaOS and these functions are in `ldscripts/trampolines.s` (`amipilot_library_…`); they find the
//! functions through the library's base, so that nothing has to be patched or written at a fixed place.
//! Source: RKRM Libraries, "Exec Libraries"; RKRM Devices, "Example device"; exec.library autodocs, `MakeLibrary`,
//! `InitResident`, `InitStruct`.

use core::ffi::CStr;
use core::panic::PanicInfo;
use core::ptr;

use amiga_sys as sys;

/// Entries of every jump table: offsets -6 to -504.
pub const COUNT: usize = 84;

/// `RTF_AUTOINIT` (exec/resident.h).
const AUTO_INIT: u8 = 0x80;
/// `LIBF_SUMUSED | LIBF_CHANGED` (exec/libraries.h).
const CHECKSUM: u8 = 0x06;
/// `LIBF_DELEXP`: Expunge was asked for while somebody had the library open.
const DELAYED_EXPUNGE: u8 = 0x08;

/// The caller's registers.
#[repr(C)]
#[derive(Debug)]
pub struct Registers {
    /// d0 to d7.
    pub d: [u32; 8],
    /// a0 to a6; a6 is the library's base.
    pub a: [u32; 7],
}

impl Registers {
    /// The base that the function was called through.
    ///
    /// # Safety
    /// The library is one of this skeleton, with this `State`.
    pub unsafe fn base<S>(&self) -> *mut Base<S> {
        self.a[6] as usize as *mut Base<S>
    }
}

/// A function of a library: the caller's registers in, d0 out.
pub type Function = unsafe extern "C" fn(&mut Registers) -> u32;

/// A library's base with what the skeleton and the library itself keep in it.
#[repr(C)]
pub struct Base<S> {
    /// What AmigaOS knows of it.
    pub library: sys::Library,
    _padding: u16,
    functions: *const Functions,
    initialise: unsafe extern "C" fn(*mut Base<S>, u32) -> *mut Base<S>,
    segments: u32,
    /// The library's own data.
    pub state: S,
}

/// What a library keeps in its base.
pub trait State: Sized {
    /// What it holds when the library has been loaded; `None` refuses to be loaded.
    fn new() -> Option<Self>;

    /// Called where the data will stay, with the base of the library.
    ///
    /// # Safety
    /// Called once, by the skeleton.
    unsafe fn start(_base: *mut Base<Self>) {}
}

impl State for () {
    fn new() -> Option<Self> {
        Some(())
    }
}

/// A jump table.
pub struct Functions([Function; COUNT]);

impl Functions {
    /// Open, Close and Expunge of the skeleton, and functions that return 0.
    pub const fn new<S: State>() -> Self {
        let mut functions: [Function; COUNT] = [reserved; COUNT];
        functions[0] = open;
        functions[1] = close::<S>;
        functions[2] = expunge::<S>;
        Self(functions)
    }

    /// Puts a function at an offset, as the library's documentation has it: -6, -12 and so on.
    pub const fn with(mut self, offset: i32, function: Function) -> Self {
        assert!(
            offset < 0 && offset % 6 == 0,
            "an offset is a negative multiple of 6"
        );
        self.0[(-offset / 6 - 1) as usize] = function;
        self
    }
}

/// For every function that nobody asked for.
unsafe extern "C" fn reserved(_registers: &mut Registers) -> u32 {
    0
}

/// Counts one more user; the result is the base.
///
/// # Safety
/// `registers` are those of a call through a base of the skeleton.
pub unsafe extern "C" fn open(registers: &mut Registers) -> u32 {
    // SAFETY: exec calls with the base in a6, and without multitasking.
    unsafe {
        let library = registers.a[6] as usize as *mut sys::Library;
        (*library).lib_OpenCnt += 1;
        (*library).lib_Flags &= !DELAYED_EXPUNGE;
    }
    registers.a[6]
}

/// Counts one user less; the result is 0, or the segments to unload.
///
/// # Safety
/// As for [`open`].
pub unsafe extern "C" fn close<S: State>(registers: &mut Registers) -> u32 {
    // SAFETY: as above.
    unsafe {
        let library = registers.a[6] as usize as *mut sys::Library;
        (*library).lib_OpenCnt -= 1;
        if (*library).lib_OpenCnt == 0 && (*library).lib_Flags & DELAYED_EXPUNGE != 0 {
            expunge::<S>(registers)
        } else {
            0
        }
    }
}

/// Gives the memory back when nobody uses the library; the result is 0, or the segments to unload.
///
/// # Safety
/// As for [`open`].
pub unsafe extern "C" fn expunge<S: State>(registers: &mut Registers) -> u32 {
    // SAFETY: exec calls with the base in a6, and without multitasking; after Remove nobody finds the base any more.
    unsafe {
        let base = registers.base::<S>();
        let library = base.cast::<sys::Library>();
        if (*library).lib_OpenCnt > 0 {
            (*library).lib_Flags |= DELAYED_EXPUNGE;
            return 0;
        }
        let exec = sys::abs_exec_library();
        let segments = (*base).segments;
        sys::Remove(exec, library.cast());
        ptr::drop_in_place(&raw mut (*base).state);
        let below = (*library).lib_NegSize;
        let size = u32::from(below) + u32::from((*library).lib_PosSize);
        sys::FreeMem(exec, library.cast::<u8>().sub(below.into()).cast(), size);
        segments
    }
}

/// Library or device, in words that exec knows (exec/nodes.h).
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `NT_LIBRARY`
    Library = 9,
    /// `NT_DEVICE`
    Device = 3,
}

/// What [`amiga_library!`](crate::amiga_library) makes of its arguments; its statics refer to it.
pub struct Definition {
    /// Name, with `.library` or `.device`.
    pub name: &'static CStr,
    /// `$VER: name version.revision (date)`.
    pub cookie: &'static CStr,
    /// Version.
    pub version: u8,
    /// Revision.
    pub revision: u16,
    /// Library or device.
    pub kind: Kind,
}

/// Fills in a base that exec has just made.
///
/// # Safety
/// Called once for each base, by the function that [`amiga_library!`](crate::amiga_library) makes.
pub unsafe fn initialise<S: State>(
    definition: &'static Definition,
    base: *mut Base<S>,
    segments: u32,
) -> *mut Base<S> {
    // SAFETY: the base is ours alone until it is added to exec's list.
    unsafe {
        let Some(state) = S::new() else {
            let below = (*base).library.lib_NegSize;
            let size = u32::from(below) + u32::from((*base).library.lib_PosSize);
            sys::FreeMem(
                sys::abs_exec_library(),
                base.cast::<u8>().sub(below.into()).cast(),
                size,
            );
            return ptr::null_mut();
        };
        (&raw mut (*base).state).write(state);
        (*base).segments = segments;
        let library = &mut (*base).library;
        library.lib_Node.ln_Type = definition.kind as u8;
        library.lib_Node.ln_Name = definition.name.as_ptr().cast_mut().cast();
        library.lib_Flags = CHECKSUM;
        library.lib_Version = definition.version.into();
        library.lib_Revision = definition.revision;
        library.lib_IdString = definition.cookie.as_ptr().cast_mut().cast();
        S::start(base);
    }
    base
}

/// For `InitStruct`: two longs to put into a new base.
#[repr(C)]
struct Prefill {
    functions_at: [u16; 2],
    functions: *const Functions,
    initialise_at: [u16; 2],
    initialise: *const (),
    end: u32,
}

/// What rt_Init points to with `RTF_AUTOINIT`.
#[repr(C)]
struct AutoInit {
    size: u32,
    functions: *const (),
    prefill: *const Prefill,
    initialise: *const (),
}

/// RomTag and tables of one library. Lives in a static of the binary and points into itself.
#[repr(C)]
pub struct Tag {
    resident: sys::Resident,
    auto_init: AutoInit,
    prefill: Prefill,
}

// SAFETY: nobody writes to it.
unsafe impl Sync for Tag {}

unsafe extern "C" {
    static amipilot_library_functions: u16;
    fn amipilot_library_init();
}

impl Tag {
    /// The RomTag of a library; `this` is where it will lie.
    pub const fn new<S: State>(
        this: *const Tag,
        definition: &'static Definition,
        functions: *const Functions,
        initialise: unsafe extern "C" fn(*mut Base<S>, u32) -> *mut Base<S>,
    ) -> Self {
        // `INITLONG` of exec/initializers.i: a long for the 24-bit offset that follows the command.
        const LONG: u16 = 0xC000;
        Self {
            resident: sys::Resident {
                rt_MatchWord: 0x4AFC,
                rt_MatchTag: this.cast::<sys::Resident>().cast_mut(),
                rt_EndSkip: this.wrapping_add(1).cast_mut().cast(),
                rt_Flags: AUTO_INIT,
                rt_Version: definition.version,
                rt_Type: definition.kind as u8,
                rt_Pri: 0,
                rt_Name: definition.name.as_ptr().cast_mut().cast(),
                rt_IdString: definition.cookie.as_ptr().cast_mut().cast(),
                rt_Init: this
                    .cast::<u8>()
                    .wrapping_add(core::mem::offset_of!(Tag, auto_init))
                    .cast_mut()
                    .cast(),
            },
            auto_init: AutoInit {
                size: size_of::<Base<S>>() as u32,
                functions: (&raw const amipilot_library_functions).cast(),
                prefill: this
                    .cast::<u8>()
                    .wrapping_add(core::mem::offset_of!(Tag, prefill))
                    .cast(),
                initialise: amipilot_library_init as *const (),
            },
            prefill: Prefill {
                functions_at: [LONG, core::mem::offset_of!(Base<S>, functions) as u16],
                functions,
                initialise_at: [LONG, core::mem::offset_of!(Base<S>, initialise) as u16],
                initialise: initialise as *const (),
                end: 0,
            },
        }
    }
}

/// Where the assembly looks.
const _: () = {
    assert!(core::mem::offset_of!(Base<()>, functions) == 36);
    assert!(core::mem::offset_of!(Base<()>, initialise) == 40);
};

/// Makes the binary a shared library or device.
///
/// `amiga_library!(Kind::Library, "name.library", version 40, revision 1, "1.12.2026", State, FUNCTIONS);` with
/// `const FUNCTIONS: Functions`.
#[macro_export]
macro_rules! amiga_library {
    ($kind:expr, $name:literal, version $version:literal, revision $revision:literal, $date:literal, $state:ty, $functions:expr) => {
        static DEFINITION: $crate::skeleton::Definition = $crate::skeleton::Definition {
            // A literal without NUL inside, to which one is added.
            name: match core::ffi::CStr::from_bytes_with_nul(concat!($name, "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name without NUL"),
            },
            cookie: match core::ffi::CStr::from_bytes_with_nul(
                concat!(
                    "$VER: ", $name, " ", $version, ".", $revision, " (", $date, ")\r\n\0"
                )
                .as_bytes(),
            ) {
                Ok(cookie) => cookie,
                Err(_) => panic!("a cookie without NUL"),
            },
            version: $version,
            revision: $revision,
            kind: $kind,
        };

        static FUNCTIONS_TABLE: $crate::skeleton::Functions = $functions;

        unsafe extern "C" fn initialise(
            base: *mut $crate::skeleton::Base<$state>,
            segments: u32,
        ) -> *mut $crate::skeleton::Base<$state> {
            // SAFETY: exec calls this once for the base that it has made by the tables below.
            unsafe { $crate::skeleton::initialise(&DEFINITION, base, segments) }
        }

        /// What LoadSeg's caller looks for: a word $4AFC that points to itself.
        #[used]
        static TAG: $crate::skeleton::Tag = $crate::skeleton::Tag::new::<$state>(
            &raw const TAG,
            &DEFINITION,
            &raw const FUNCTIONS_TABLE,
            initialise,
        );

        /// Run as a program, a library does nothing.
        // SAFETY: no other symbol has this name; the startup code calls it.
        #[unsafe(no_mangle)]
        pub extern "C" fn amiga_main(_argument: *const u8, _length: u32) -> u32 {
            u32::MAX
        }
    };
}

unsafe extern "C" {
    fn amipilot_abort() -> !;
}

#[panic_handler]
fn panic(_information: &PanicInfo<'_>) -> ! {
    // SAFETY: the startup code has it: an illegal instruction, which the system reports.
    unsafe { amipilot_abort() }
}
