//! The PC's end of the line: requests out, replies in.
//!
//! Nothing of this is used on the Amiga.
