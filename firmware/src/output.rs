//! Sends one reply: counts its body, then writes header and body through a small buffer as the line takes it.

use crate::body::{Body, Reply};
use crate::line::ClientLine;
use hal_amiga::{FileError, Files, TransportError};
use protocol::reply::{Counter, Portion, write_header};

/// Bytes that wait for the line to take them. Larger saves little: the line has a buffer of its own.
const BUFFER: usize = 128;

/// How much a line took of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// All that was left.
    All,
    /// Some bytes, and has no room now.
    Part,
    /// None.
    Nothing,
}

/// Bytes on their way to the line. A session keeps one for all its replies.
#[derive(Debug)]
pub(crate) struct OutputBuffer {
    bytes: [u8; BUFFER],
    /// The part that the line has yet to take.
    start: usize,
    end: usize,
}

impl OutputBuffer {
    /// An empty buffer.
    #[inline(never)]
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; BUFFER],
            start: 0,
            end: 0,
        }
    }

    /// Forgets what the line has not taken.
    pub(crate) fn clear(&mut self) {
        self.start = 0;
        self.end = 0;
    }
}

/// A reply on its way out.
#[derive(Debug)]
pub(crate) struct Outgoing {
    reply: Reply,
    /// Bytes in the body, counted once.
    count: u32,
    /// The piece that comes next; `None` is the header.
    piece: Option<usize>,
    /// Bytes of that piece that were written already.
    offset: u32,
    /// No piece is left to write.
    complete: bool,
}

impl Outgoing {
    /// Counts the body and starts at the header. `line` is the request that is answered.
    #[inline(never)]
    pub(crate) fn new(reply: Reply, line: &[u8]) -> Self {
        let mut counter = Counter::new();
        let mut index = 0;
        while reply.body.piece(index, line, &mut counter) {
            index += 1;
        }
        let count = match &reply.body {
            Body::File(download) => download.size(),
            _ => counter.count(),
        };
        Self {
            reply,
            count,
            piece: None,
            offset: 0,
            complete: false,
        }
    }

    /// Why the bytes of a file that was sent are not those of the file.
    pub(crate) fn fault(&self) -> Option<FileError> {
        match &self.reply.body {
            Body::File(download) => download.fault(),
            _ => None,
        }
    }

    /// Gives the line as many bytes as it takes now.
    ///
    /// # Errors
    /// [`TransportError`] when the line will take no more bytes.
    #[inline(never)]
    pub(crate) fn write<F: Files>(
        &mut self,
        files: &mut F,
        line: &[u8],
        buffer: &mut OutputBuffer,
        client: &mut dyn ClientLine,
    ) -> Result<Written, TransportError> {
        let mut written = Written::Nothing;
        loop {
            if buffer.start == buffer.end {
                if self.complete {
                    return Ok(Written::All);
                }
                self.fill(files, line, buffer);
                continue;
            }
            let waiting = buffer.bytes.get(buffer.start..buffer.end).unwrap_or(&[]);
            match client.send(waiting)? {
                0 => return Ok(written),
                taken => {
                    buffer.start += taken;
                    written = Written::Part;
                }
            }
        }
    }

    /// Writes the next pieces into the empty buffer until it is full or nothing is left.
    #[inline(never)]
    fn fill<F: Files>(&mut self, files: &mut F, line: &[u8], buffer: &mut OutputBuffer) {
        buffer.clear();
        while let Some(room) = buffer.bytes.get_mut(buffer.end..).filter(|room| !room.is_empty()) {
            if let (Some(_), Body::File(download)) = (self.piece, &mut self.reply.body) {
                match download.take(files, room) {
                    0 => {
                        self.complete = true;
                        return;
                    }
                    count => buffer.end += count,
                }
                continue;
            }
            let mut portion = Portion::new(self.offset, room);
            let next = match self.piece {
                None => {
                    write_header(&mut portion, self.reply.code, self.count);
                    0
                }
                Some(index) => {
                    if !self.reply.body.piece(index, line, &mut portion) {
                        self.complete = true;
                        return;
                    }
                    index + 1
                }
            };
            buffer.end += portion.len();
            if portion.is_full() {
                self.offset += portion.len() as u32;
                return;
            }
            self.piece = Some(next);
            self.offset = 0;
        }
    }
}
