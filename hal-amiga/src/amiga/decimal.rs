//! Numbers in decimal, for texts that do not go through the protocol.

/// Bytes of the longest number, its sign included.
pub(crate) const DIGITS: usize = 11;

/// Writes a number at the end of `place`, with a `-` when it is negative; the bytes written.
#[inline(never)]
pub(crate) fn decimal(negative: bool, magnitude: u32, place: &mut [u8; DIGITS]) -> &[u8] {
    let mut rest = magnitude;
    let mut first = DIGITS;
    while first > 1 {
        first -= 1;
        place[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if negative {
        first -= 1;
        place[first] = b'-';
    }
    place.get(first..).unwrap_or(&[])
}
