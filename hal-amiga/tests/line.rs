//! Lines of the simulated Amiga: what arrives, what waits, what is lost, and how they wake the firmware.
#![cfg(feature = "simulated")]

use embedded_io::{Read, ReadReady, Write, WriteReady};
use hal_amiga::simulated::SimulatedAmiga;
use hal_amiga::{Clock, Instant, LineErrors, Machine, Transport, TransportError};

#[test]
fn bytes_pass_both_ways_and_wake_the_firmware() {
    let mut machine = SimulatedAmiga::new();
    let (mut line, client) = machine.line();
    assert_eq!(line.read_ready(), Ok(false));
    client.send(b"hello");
    machine.wait(None);
    assert!(!machine.is_asleep(), "the bytes woke it");
    assert_eq!(line.read_ready(), Ok(true));
    let mut buffer = [0; 16];
    assert_eq!(line.read(&mut buffer), Ok(5));
    assert_eq!(&buffer[..5], b"hello");
    assert_eq!(line.write(b"yes"), Ok(3));
    assert_eq!(client.received(), b"yes");
    assert_eq!(client.take(), b"yes");
    assert_eq!(client.take(), b"");
    assert!(line.is_drained());
    machine.wait(None);
    assert!(machine.is_asleep(), "a signal is told once");
}

#[test]
fn a_sent_byte_wakes_at_its_time() {
    let mut machine = SimulatedAmiga::new();
    let (_line, client) = machine.line();
    machine.after(700, move |_| client.send(b"x"));
    machine.wait(Some(Instant::from_millis(1_000)));
    assert_eq!(machine.now().as_millis(), 700);
}

#[test]
fn a_test_may_go_on_whenever_the_firmware_sleeps() {
    let mut machine = SimulatedAmiga::new();
    let (mut line, client) = machine.line();
    let mut left = 3;
    machine.when_asleep(move |_| {
        if left == 0 {
            return false;
        }
        left -= 1;
        client.send(b"again");
        true
    });
    let mut received = 0;
    let mut buffer = [0; 8];
    loop {
        machine.wait(None);
        if machine.is_asleep() {
            break;
        }
        while line.read_ready() == Ok(true) {
            received += line.read(&mut buffer).expect("bytes are there");
        }
    }
    assert_eq!(received, 15);
    assert_eq!(machine.wakes(), 3);
}

#[test]
fn held_bytes_wait_for_room() {
    let mut machine = SimulatedAmiga::new();
    let (mut line, client) = machine.line();
    client.hold(4);
    assert_eq!(line.write(b"abcdef"), Ok(4));
    assert_eq!(line.write_ready(), Ok(false));
    assert!(!line.is_drained());
    assert_eq!(client.received(), b"");
    client.release(3);
    machine.wait(None);
    assert!(!machine.is_asleep(), "room woke the firmware");
    assert_eq!(client.received(), b"abc");
    assert_eq!(line.write(b"ef"), Ok(2));
    client.flow();
    assert_eq!(client.received(), b"abcdef");
    assert!(line.is_drained());
    client.portion(1);
    assert_eq!(line.write(b"xy"), Ok(1));
    client.send(b"12");
    assert_eq!(line.read(&mut [0; 4]), Ok(1));
    assert_eq!(client.unread(), 1);
}

#[test]
fn a_full_buffer_loses_bytes_and_counts_them() {
    let machine = SimulatedAmiga::new();
    let (mut line, client) = machine.line();
    client.limit_receive(4);
    client.send(b"abcdef");
    assert_eq!(
        line.errors(),
        LineErrors {
            full: 2,
            ..LineErrors::default()
        }
    );
    let mut buffer = [0; 16];
    assert_eq!(line.read(&mut buffer), Ok(4));
    let errors = LineErrors {
        overrun: 1,
        framing: 2,
        full: 3,
    };
    client.set_errors(errors);
    assert_eq!(line.errors(), errors);
}

#[test]
fn a_closed_line_gives_its_last_bytes_and_then_says_so() {
    let machine = SimulatedAmiga::new();
    let (mut line, client) = machine.line();
    client.send(b"z");
    client.close();
    assert_eq!(line.read(&mut [0; 4]), Ok(1));
    assert_eq!(line.read_ready(), Ok(true), "the end is something to read");
    assert_eq!(line.read(&mut [0; 4]), Err(TransportError::Closed));
    assert_eq!(line.write(b"q"), Err(TransportError::Closed));
}

#[test]
#[should_panic(expected = "would block the server")]
fn reading_what_is_not_there_would_block() {
    let (mut line, _client) = SimulatedAmiga::new().line();
    let _ = line.read(&mut [0; 4]);
}

#[test]
fn a_bad_line_damages_the_same_bytes_for_the_same_seed() {
    let pass = |seed| {
        let machine = SimulatedAmiga::new();
        let (mut line, client) = machine.line();
        client.damage(seed, 50, 50);
        client.send(&[0; 1000]);
        let mut arrived = [0; 1000];
        let count = line.read(&mut arrived).expect("most bytes arrive");
        line.write(&[0; 1000]).expect("there is room");
        (arrived[..count].to_vec(), client.take())
    };
    let (to_machine, from_machine) = pass(7);
    assert_eq!(pass(7), (to_machine.clone(), from_machine.clone()));
    assert_ne!(pass(8), (to_machine.clone(), from_machine.clone()));
    for bytes in [to_machine, from_machine] {
        assert!(
            (900..1000).contains(&bytes.len()),
            "{} bytes arrived",
            bytes.len()
        );
        let flipped = bytes.iter().filter(|byte| **byte != 0).count();
        assert!((20..100).contains(&flipped), "{flipped} bytes were damaged");
        assert!(bytes.iter().all(|byte| byte.count_ones() <= 1), "one bit at most");
    }
    let machine = SimulatedAmiga::new();
    let (mut line, client) = machine.line();
    client.damage(1, 1000, 0);
    client.send(b"lost");
    client.repair();
    client.send(b"kept");
    let mut buffer = [0; 16];
    assert_eq!(line.read(&mut buffer), Ok(4));
    assert_eq!(&buffer[..4], b"kept");
}

#[test]
fn in_real_time_a_client_in_another_thread_wakes_the_firmware() {
    let mut machine = SimulatedAmiga::new();
    machine.run_in_real_time();
    let (mut line, client) = machine.line();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(30));
        client.send(b"now");
    });
    while line.read_ready() == Ok(false) {
        machine.wait(None);
    }
    assert!(machine.now().as_millis() >= 30);
    let until = machine.now().plus_millis(20);
    machine.wait(Some(until));
    assert!(machine.now().reached(until));
    thread.join().expect("the client sends without a fault");
}
