//! A thousand random interruptions of clicks, drags and held sticks: cut connections, silence, Ctrl-C, a dead server.
//!
//! After each, nothing is pressed, or the error says that the cleanup is unconfirmed; and no press was sent twice.

mod common;

use amiberry_control::automation::{Button, Capture, Gesture, Timing, perform};
use amiberry_control::client::{Client, Limits};
use amiberry_control::error::Reason;
use amiberry_control::fake::{Accident, Behaviour, FakeAmiberry, Generation};
use amiberry_control::interrupt::Interrupt;
use amiberry_control::joystick::{Stick, play};
use std::collections::BTreeMap;
use std::time::Duration;

const TIMING: Timing = Timing {
    phase: Duration::ZERO,
    poll: Duration::from_millis(1),
    ready: Duration::from_millis(100),
    cleanup: Duration::from_millis(120),
};
const LIMITS: Limits = Limits {
    connect: Duration::from_millis(500),
    reply: Duration::from_millis(60),
};
const ROUNDS: usize = 1000;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn a_thousand_interruptions_leave_nothing_pressed() {
    let mut random = Random(2);
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("shot.png");
    let mut outcomes: BTreeMap<Option<Reason>, usize> = BTreeMap::new();
    for round in 0..ROUNDS {
        let fake = FakeAmiberry::new(Generation::New, Behaviour::default());
        let interrupt = Interrupt::new();
        let client = Client::new(fake.connector(), LIMITS, interrupt.clone());
        let kind = random.below(3);
        let capture = (kind < 2).then(|| Capture::take(&client, picture.to_str().unwrap()).unwrap());
        let accident = [
            Accident::CutBefore,
            Accident::CutAfter,
            Accident::CutInside,
            Accident::Silence,
            Accident::Interrupt,
            Accident::Death,
        ][random.below(6)];
        let place = random.below(if kind == 2 { 9 } else { 13 });
        fake.behave(Behaviour {
            accident: Some((place, accident)),
            interrupt: Some(interrupt),
            ..Behaviour::default()
        });
        let result = match (kind, &capture) {
            (0, Some(capture)) => {
                perform(&client, capture, Gesture::Click((20, 5), Button::Left, 2), TIMING).map(|_| ())
            }
            (_, Some(capture)) => perform(
                &client,
                capture,
                Gesture::Drag((20, 5), (60, 10), Button::Middle),
                TIMING,
            )
            .map(|_| ()),
            (_, None) => {
                let step = |text| (Stick::parse(text).unwrap(), Duration::from_millis(1));
                play(
                    &client,
                    1,
                    &[step("left"), step("green"), step("up+red")],
                    TIMING.ready,
                )
                .map(|_| ())
            }
        };
        let reason = result.as_ref().err().map(|error| error.reason);
        *outcomes.entry(reason).or_default() += 1;
        if reason != Some(Reason::CleanupUnconfirmed) {
            // A stick's connection may end a moment after our side has closed it.
            let pressed = || fake.machine().is_anything_pressed();
            if kind == 2 && pressed() {
                std::thread::sleep(Duration::from_millis(200));
            }
            assert!(
                !pressed(),
                "round {round}: {accident:?} at {place}, {result:?}: {:?}",
                fake.requests()
            );
        }
        if accident != Accident::Death && reason != Some(Reason::CleanupUnconfirmed) && kind < 2 {
            assert_eq!(
                fake.machine().pending.0,
                "off",
                "round {round}: the settings are the old ones"
            );
        }
        let presses = fake.requests().into_iter().filter(|line| {
            line.starts_with("SEND_MOUSE_ABS_GUARDED") && line.split('\t').nth(3) != Some("0")
        });
        assert!(presses.count() <= 2, "round {round}: nothing is pressed twice");
    }
    // The interruptions hit: all kinds of endings were seen.
    for expected in [
        None,
        Some(Reason::Interrupted),
        Some(Reason::OutcomeUnknown),
        Some(Reason::CleanupUnconfirmed),
    ] {
        assert!(
            outcomes.get(&expected).is_some_and(|count| *count > 20),
            "{expected:?}: {outcomes:?}"
        );
    }
}
