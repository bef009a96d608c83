//! The texts of refusals about files: what happened, why it is likely, what to do. Each is one line without LF.

use crate::messages::quote_word;
use hal_amiga::FileError;
use protocol::number::write_u32;
use protocol::reply::Sink;
use protocol::request::Fields;

/// No FSROOT was given.
pub(crate) const NO_ROOTS: &str = "no access to files: start the server with FSROOT, as in FSROOT RAM:";

/// FSLIST of a file.
pub(crate) const NOT_A_DIRECTORY: &str = "a file has no entries; try FSSTAT or FSGET";

/// FSGET of a directory.
pub(crate) const IS_A_DIRECTORY: &str = "a drawer has no bytes; try FSLIST";

/// A path that does not end in a name, or has nothing before it.
pub(crate) const NO_NAME: &str = "give a place and a name, as in RAM:name";

/// FSPUT to a name that the server keeps for itself.
pub(crate) const RESERVED_NAME: &str = "names that end in .ap-new or .ap-old are the server's own";

/// A name is a link, or was cut by the disk.
pub(crate) const LEADS_ELSEWHERE: &str = "the name leads elsewhere: it is a link, or too long for this disk";

/// What a failure before the old file is touched means.
pub(crate) const UNTOUCHED: &str = "; nothing was changed";

/// A replacement failed twice: neither name could be set.
pub(crate) const OLD_FILE_ASIDE: &str = "; the old file is beside it as NAME.ap-old until the next try";

/// The bytes of an FSPUT stopped coming.
pub(crate) const BODY_LATE: &str = "no byte came for as long as TIMEOUT says; nothing was changed";

/// The server ends while a file comes in.
pub(crate) const PUT_ENDS: &str = "the server is ending; nothing was changed";

/// Writes what AmigaDOS' error means.
pub(crate) fn describe(error: FileError, sink: &mut dyn Sink) {
    let text: &str = match error {
        FileError::SHORTER => "the file has become shorter",
        FileError::NO_MEMORY => "not enough memory",
        FileError::IN_USE => "in use",
        FileError::EXISTS => "the name is taken",
        FileError::DIRECTORY_NOT_FOUND | FileError::NOT_FOUND => "no such file or drawer",
        FileError::ACTION_NOT_KNOWN => "this device holds no files",
        FileError::INVALID_NAME => "no name, or too long for the disk",
        FileError::WRONG_TYPE => "a drawer, and no file",
        FileError::NOT_VALIDATED => "the disk is not validated; try again later",
        FileError::DISK_PROTECTED => "the disk is write-protected",
        FileError::NOT_EMPTY => "the drawer is not empty",
        FileError::NOT_MOUNTED => "no such volume, assign or device",
        FileError::DISK_FULL => "the disk is full",
        FileError::DELETE_PROTECTED => "protected from deletion",
        FileError::WRITE_PROTECTED => "protected from writing",
        FileError::READ_PROTECTED => "protected from reading",
        FileError::NOT_A_DOS_DISK => "not a DOS disk",
        FileError::NO_DISK => "no disk in the drive",
        _ => "AmigaDOS refused",
    };
    sink.put(text.as_bytes());
    sink.put(b" (error ");
    write_u32(sink, error.0.into());
    sink.put_byte(b')');
}

/// AmigaDOS refused the path of the request.
pub(crate) fn file_error(error: FileError, consequence: &str, line: &[u8], sink: &mut dyn Sink) {
    if let Ok(request) = Fields::read(line) {
        quote_word(sink, request.text());
        sink.put(b": ");
    }
    describe(error, sink);
    sink.put(consequence.as_bytes());
}

/// A file was sent with zeros at its end, which its receiver does not know yet.
pub(crate) fn damaged(error: FileError, sink: &mut dyn Sink) {
    sink.put(b"not carried out: the file sent last ends in zeros, because it could not be read: ");
    describe(error, sink);
}
