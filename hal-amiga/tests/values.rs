//! The small types of the HAL: moments, points, growing arrays, texts.

use hal_amiga::{Instant, Key, Keystrokes, List, Point, Qualifiers, Rect, TextPool};

#[test]
fn moments_compare_across_the_wrap() {
    let late = Instant::from_millis(u32::MAX - 99);
    let wrapped = late.plus_millis(200);
    assert_eq!(wrapped.as_millis(), 100);
    assert!(wrapped.reached(late));
    assert!(!late.reached(wrapped));
    assert_eq!(wrapped.millis_since(late), 200);
    assert_eq!(late.millis_since(wrapped), 0);
    assert_eq!(late.earlier(wrapped), late);
    assert_eq!(wrapped.earlier(late), late);
    assert!(late.reached(late));
}

#[test]
fn coordinates_saturate_and_never_wrap() {
    let far = Rect {
        left: i16::MAX,
        top: i16::MIN,
        width: i16::MAX,
        height: 100,
    };
    assert_eq!(
        far.centre(),
        Point {
            x: i16::MAX,
            y: i16::MIN + 50
        }
    );
    let moved = far.within(Rect {
        left: 10,
        top: -10,
        width: 0,
        height: 0,
    });
    assert_eq!((moved.left, moved.top), (i16::MAX, i16::MIN));
    let plain = Rect {
        left: 20,
        top: 24,
        width: 100,
        height: 14,
    };
    assert_eq!(plain.centre(), Point { x: 70, y: 31 });
    assert!(plain.contains(Point { x: 20, y: 24 }));
    assert!(plain.contains(Point { x: 119, y: 37 }));
    assert!(
        !plain.contains(Point { x: 120, y: 24 }),
        "the right edge is outside"
    );
    assert!(
        !plain.contains(Point { x: 20, y: 38 }),
        "the bottom edge is outside"
    );
    assert!(!Rect { width: -5, ..plain }.contains(Point { x: 18, y: 24 }));
}

#[test]
fn lists_grow_shrink_and_lose_nothing() {
    let mut list = List::new();
    for number in 0..100_u16 {
        assert_eq!(list.push(number), Ok(()));
    }
    assert_eq!(list.extend(&[100, 101]), Ok(()));
    assert_eq!(list.len(), 102);
    assert!(list.iter().copied().eq(0..102));
    assert_eq!(list.swap_remove(0), Some(0));
    assert_eq!(list[0], 101);
    assert_eq!(list.swap_remove(101), None);
    list.truncate(3);
    assert_eq!(&list[..], [101, 1, 2]);
    let capacity = list.capacity();
    list.clear();
    assert!(list.is_empty());
    assert_eq!(list.capacity(), capacity, "the memory is kept");
    assert!(
        List::<u64>::with_capacity(usize::MAX / 4).is_err(),
        "no machine has that much"
    );
    assert!(List::<u8>::with_capacity(5).expect("memory").capacity() >= 5);
}

#[test]
fn texts_come_back_from_their_pool() {
    let mut pool = TextPool::with_capacity(8).expect("memory");
    let first = pool.add(b"Z\xfcrich").expect("memory");
    let empty = pool.add(b"").expect("memory");
    let second = pool.add(b"Connect").expect("memory");
    assert_eq!(pool.get(first), b"Z\xfcrich");
    assert_eq!(pool.get(second), b"Connect");
    assert!(empty.is_empty());
    assert_eq!(pool.get(empty), b"");
    assert_eq!(TextPool::new().get(second), b"", "a span of another pool");
    let long = pool.add(&[b'x'; 70_000]).expect("memory");
    assert_eq!(long.len(), 65_535);
}

#[test]
fn keystrokes_keep_three_keys() {
    let key = |code| Key {
        code,
        qualifiers: Qualifiers::LEFT_ALT,
    };
    assert_eq!(Keystrokes::new(&[]).as_slice(), []);
    assert_eq!(Keystrokes::new(&[key(1), key(2)]).as_slice(), [key(1), key(2)]);
    assert_eq!(
        Keystrokes::new(&[key(1), key(2), key(3), key(4)]).as_slice(),
        [key(1), key(2), key(3)]
    );
}

#[test]
fn qualifiers_are_sets() {
    let both = Qualifiers::LEFT_SHIFT.with(Qualifiers::RIGHT_AMIGA);
    assert!(both.contains(Qualifiers::LEFT_SHIFT));
    assert!(!both.contains(Qualifiers::CONTROL));
    assert!(!both.contains(Qualifiers::LEFT_SHIFT.with(Qualifiers::CONTROL)));
    assert_eq!(both.without(Qualifiers::LEFT_SHIFT), Qualifiers::RIGHT_AMIGA);
}
