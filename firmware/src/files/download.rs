//! FSGET: a file on its way out, read block by block as the line takes it.
//!
//! The header tells the length before the first byte, so what follows must have that length whatever happens. Should a
//! read fail meanwhile, zero bytes take the place of what is missing, and the next request is answered with the reason.

use hal_amiga::{FileError, Files, List, Reader};

/// Bytes read at once.
const BLOCK: usize = 2048;

/// A file being sent.
#[derive(Debug)]
pub(crate) struct Download {
    reader: Reader,
    /// Bytes in the file when it was opened.
    size: u32,
    /// Bytes not handed over yet.
    left: u32,
    block: List<u8>,
    /// Where in the block the bytes begin that were not handed over yet.
    start: usize,
    fault: Option<FileError>,
}

impl Download {
    /// Reads the first block, so that a file that cannot be read is refused rather than filled with zeros.
    pub(crate) fn begin<F: Files>(files: &mut F, reader: Reader, size: u32) -> Result<Self, FileError> {
        let mut download = Self {
            reader,
            size,
            left: size,
            block: List::with_capacity(BLOCK.min(size as usize))?,
            start: 0,
            fault: None,
        };
        download.read_block(files);
        match download.fault {
            None => Ok(download),
            Some(error) => Err(error),
        }
    }

    /// Bytes in the whole body.
    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    /// Why the end of the body is zeros, if it is.
    pub(crate) fn fault(&self) -> Option<FileError> {
        self.fault
    }

    /// Puts the next bytes into `room` and gives their number; 0 at the end.
    pub(crate) fn take<F: Files>(&mut self, files: &mut F, room: &mut [u8]) -> usize {
        if self.start == self.block.len() {
            self.read_block(files);
        }
        let ready = self.block.get(self.start..).unwrap_or(&[]);
        let count = ready.len().min(room.len());
        for (place, byte) in room.iter_mut().zip(ready) {
            *place = *byte;
        }
        self.start += count;
        self.left -= count as u32;
        count
    }

    /// Reads the next block; after a fault it is zeros.
    fn read_block<F: Files>(&mut self, files: &mut F) {
        let length = self.left.min(BLOCK as u32) as usize;
        self.start = 0;
        // Only the first block has to grow, within the room that it was given.
        while self.block.len() < length && self.block.push(0).is_ok() {}
        self.block.truncate(length);
        let mut filled = 0;
        while self.fault.is_none() && filled < length {
            let Some(room) = self.block.get_mut(filled..) else {
                return;
            };
            match files.read(&mut self.reader, room) {
                Ok(0) => self.fault = Some(FileError::SHORTER),
                Ok(count) => filled += count.min(length - filled),
                Err(error) => self.fault = Some(error),
            }
        }
        for byte in self.block.iter_mut().skip(filled) {
            *byte = 0;
        }
    }
}
