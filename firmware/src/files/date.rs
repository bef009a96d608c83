//! A file's date as `dd-Mon-yy hh:mm:ss`, as `DateToStr` with `FORMAT_DOS` gives it in English. Spec §2.8.
//!
//! Written out here because `DateToStr` answers in the language of the user's locale, which clients do not expect.

use hal_amiga::DateStamp;

/// Length of a date as text.
const LENGTH: usize = 18;

/// What stands for a date that is none.
const INVALID: &[u8] = b"? ?";

/// Days from 1 January 1978 to 31 December 2099. Two digits of a year say no more.
const LAST_DAY: i32 = 44_559;

/// The months with their days in a common year.
const MONTHS: [(&[u8; 3], u16); 12] = [
    (b"Jan", 31),
    (b"Feb", 28),
    (b"Mar", 31),
    (b"Apr", 30),
    (b"May", 31),
    (b"Jun", 30),
    (b"Jul", 31),
    (b"Aug", 31),
    (b"Sep", 30),
    (b"Oct", 31),
    (b"Nov", 30),
    (b"Dec", 31),
];

/// Two decimal digits of a number below 100.
fn digits(number: u16) -> [u8; 2] {
    let tens = number / 10;
    [b'0' + tens as u8, b'0' + (number - tens * 10) as u8]
}

/// Writes the date into `buffer` and gives the part that holds it.
pub(super) fn write(date: DateStamp, buffer: &mut [u8; LENGTH]) -> &[u8] {
    let in_range = (0..=LAST_DAY).contains(&date.days)
        && (0..1440).contains(&date.minutes)
        && (0..3000).contains(&date.ticks);
    if !in_range {
        return INVALID;
    }
    let mut rest = date.days as u16;
    let mut year = 1978u16;
    loop {
        // 2000 is a leap year, so every fourth one is.
        let days = if year & 3 == 0 { 366 } else { 365 };
        if rest < days {
            break;
        }
        rest -= days;
        year += 1;
    }
    let mut name = b"Dec";
    for (month, days) in MONTHS {
        let days = days + u16::from(month == b"Feb" && year & 3 == 0);
        if rest < days {
            name = month;
            break;
        }
        rest -= days;
    }
    let (minutes, ticks) = (date.minutes as u16, date.ticks as u16);
    let hours = minutes / 60;
    let day = digits(rest + 1);
    let year = digits(if year < 2000 { year - 1900 } else { year - 2000 });
    let (hour, minute, second) = (digits(hours), digits(minutes - hours * 60), digits(ticks / 50));
    *buffer = [
        day[0], day[1], b'-', name[0], name[1], name[2], b'-', year[0], year[1], b' ', hour[0], hour[1],
        b':', minute[0], minute[1], b':', second[0], second[1],
    ];
    buffer
}

#[cfg(test)]
mod tests {
    use super::{LAST_DAY, LENGTH, write};
    use hal_amiga::DateStamp;

    fn text(days: i32, minutes: i32, ticks: i32) -> [u8; LENGTH] {
        let mut buffer = [b' '; LENGTH];
        let date = DateStamp { days, minutes, ticks };
        let length = write(date, &mut buffer).len();
        if length < LENGTH {
            return *b"?                 ";
        }
        buffer
    }

    #[test]
    fn days_of_common_and_leap_years() {
        for (days, expected) in [
            (0, b"01-Jan-78"),
            (58, b"28-Feb-78"),
            (59, b"01-Mar-78"),
            (789, b"29-Feb-80"),
            (8034, b"31-Dec-99"),
            (8035, b"01-Jan-00"),
            (8094, b"29-Feb-00"),
            (8095, b"01-Mar-00"),
            (17_866, b"01-Dec-26"),
            (LAST_DAY, b"31-Dec-99"),
        ] {
            assert_eq!(&text(days, 0, 0)[..9], expected, "day {days}");
            assert_eq!(&text(days, 0, 0)[9..], b" 00:00:00");
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut months = 0;
        for days in 1..=LAST_DAY {
            let (before, today) = (text(days - 1, 0, 0), text(days, 0, 0));
            if &today[..2] == b"01" {
                months += 1;
                assert_ne!(before[3..6], today[3..6]);
            } else {
                assert_eq!(before[2..], today[2..]);
                let number = |text: [u8; LENGTH]| u32::from(text[0] - b'0') * 10 + u32::from(text[1] - b'0');
                assert_eq!(number(before) + 1, number(today));
            }
        }
        assert_eq!(months, 122 * 12 - 1);
    }

    #[test]
    fn times_of_day() {
        assert_eq!(&text(0, 1439, 2999)[10..], b"23:59:59");
        assert_eq!(&text(0, 754, 2300)[10..], b"12:34:46");
    }

    #[test]
    fn what_is_no_date_is_a_question_mark() {
        for (days, minutes, ticks) in [
            (-1, 0, 0),
            (LAST_DAY + 1, 0, 0),
            (i32::MAX, 0, 0),
            (0, -1, 0),
            (0, 1440, 0),
            (0, 0, -1),
            (0, 0, 3000),
            (i32::MIN, i32::MIN, i32::MIN),
        ] {
            let mut buffer = [0; LENGTH];
            assert_eq!(write(DateStamp { days, minutes, ticks }, &mut buffer), b"? ?");
        }
    }
}
