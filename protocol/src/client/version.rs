//! Reads the VERSION reply.
//!
//! The first line has exactly four fields; every further line starts with a word that says what it is, and lines with
//! unknown words are skipped. Source: `docs/wire.md`, "VERSION".

use core::fmt;

use crate::limits::PROTOCOL_NUMBER;

/// Why a VERSION reply cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionError {
    /// It does not start with `AMIPILOT version PROTOCOL number`.
    NotAmiPilot,
    /// The server speaks this protocol instead of [`PROTOCOL_NUMBER`].
    OtherProtocol(u32),
}

impl fmt::Display for VersionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VersionError::NotAmiPilot => formatter.write_str(
                "the VERSION reply is not that of an AmiPilot server; is another service on this port?",
            ),
            VersionError::OtherProtocol(number) => write!(
                formatter,
                "the server speaks protocol {number}, this program {PROTOCOL_NUMBER}; update the older of the two"
            ),
        }
    }
}

impl core::error::Error for VersionError {}

/// Who answers, and which verbs it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerVersion<'a> {
    /// The server's version, one word.
    pub version: &'a str,
    lines: &'a [u8],
}

impl<'a> ServerVersion<'a> {
    /// Reads the body of a VERSION reply.
    ///
    /// # Errors
    /// When it is none, or of another protocol.
    pub fn parse(body: &'a [u8]) -> Result<ServerVersion<'a>, VersionError> {
        let end = body.iter().position(|byte| *byte == b'\n').unwrap_or(body.len());
        let (first, lines) = body.split_at(end);
        let first = core::str::from_utf8(first).map_err(|_| VersionError::NotAmiPilot)?;
        let mut fields = first.split_ascii_whitespace();
        match (
            fields.next(),
            fields.next(),
            fields.next(),
            fields.next(),
            fields.next(),
        ) {
            (Some("AMIPILOT"), Some(version), Some("PROTOCOL"), Some(number), None) => match number.parse() {
                Ok(PROTOCOL_NUMBER) => Ok(ServerVersion { version, lines }),
                Ok(other) => Err(VersionError::OtherProtocol(other)),
                Err(_) => Err(VersionError::NotAmiPilot),
            },
            _ => Err(VersionError::NotAmiPilot),
        }
    }

    /// The words after `key` on every line that starts with it, for example `STABLE` or `EXTENDED`.
    pub fn words(&self, key: &'static str) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.lines.split(|byte| *byte == b'\n').flat_map(move |line| {
            let mut words = line
                .split(u8::is_ascii_whitespace)
                .filter(|word| !word.is_empty());
            let wanted = words.next() == Some(key.as_bytes());
            words.filter(move |_| wanted)
        })
    }

    /// Whether the server names this verb, on whatever line.
    pub fn knows(&self, verb: &str) -> bool {
        ["STABLE", "EXPERIMENTAL", "EXTENDED"]
            .iter()
            .any(|key| self.words(key).any(|word| word == verb.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::{ServerVersion, VersionError};

    #[test]
    fn verbs_are_found_and_unknown_lines_skipped() {
        let reply = b"AMIPILOT 2.0 PROTOCOL 1\nSTABLE VERSION TREE\nFUTURE QUIT x\n\nEXTENDED PING\n";
        let server = ServerVersion::parse(reply).unwrap();
        assert_eq!(server.version, "2.0");
        assert_eq!(
            server.words("STABLE").collect::<Vec<_>>(),
            [b"VERSION".as_slice(), b"TREE"]
        );
        assert_eq!(server.words("EXPERIMENTAL").count(), 0);
        assert!(
            server.knows("TREE") && server.knows("PING") && !server.knows("QUIT") && !server.knows("STABLE")
        );
    }

    #[test]
    fn other_services_and_protocols_are_refused() {
        for bad in [
            "",
            "SSH-2.0",
            "AMIPILOT 1.1 PROTOCOL 1 more",
            "AMIPILOT 1.1 PROTOCOL x",
            "AMIPILOT PROTOCOL 1",
        ] {
            assert_eq!(
                ServerVersion::parse(bad.as_bytes()),
                Err(VersionError::NotAmiPilot),
                "{bad}"
            );
        }
        assert_eq!(
            ServerVersion::parse(b"AMIPILOT 9 PROTOCOL 2"),
            Err(VersionError::OtherProtocol(2))
        );
        assert!(ServerVersion::parse(b"AMIPILOT 1.1 PROTOCOL 1").is_ok());
    }
}
