//! The PC's end of the line: requests out, replies in.
//!
//! [`request::write`] turns a [`crate::Request`] into a line, [`reply::ReplyParser`] takes replies apart as their bytes
//! arrive, [`record::records`] reads the lines of a reply's body, and [`version::ServerVersion`] the VERSION reply.
//! Texts stay Latin-1 bytes. Nothing of this is used on the Amiga.

pub mod record;
pub mod reply;
pub mod request;
pub mod version;
