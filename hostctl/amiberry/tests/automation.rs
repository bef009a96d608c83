//! Captures, guarded gestures, sticks and keys on a fake that keeps what is pressed.

mod common;

use amiberry_control::automation::{Button, Capture, Gesture, Timing, description_path, perform, release};
use amiberry_control::client::Client;
use amiberry_control::error::{Error, Reason};
use amiberry_control::fake::{Accident, Behaviour, FakeAmiberry, Generation};
use amiberry_control::interrupt::Interrupt;
use amiberry_control::joystick::{Stick, play};
use amiberry_control::keyboard;
use common::{LIMITS, client, fake};
use std::path::PathBuf;
use std::time::Duration;

const TIMING: Timing = Timing {
    phase: Duration::from_millis(1),
    poll: Duration::from_millis(1),
    ready: Duration::from_millis(60),
    cleanup: Duration::from_millis(400),
};

struct Scene {
    fake: FakeAmiberry,
    client: Client,
    folder: tempfile::TempDir,
    capture: Capture,
}

fn scene() -> Scene {
    let fake = fake(Generation::Old);
    let client = client(&fake);
    let folder = tempfile::tempdir().unwrap();
    let capture = Capture::take(&client, folder.path().join("shot.png").to_str().unwrap()).unwrap();
    fake.behave(Behaviour::default());
    Scene {
        fake,
        client,
        folder,
        capture,
    }
}

impl Scene {
    fn picture(&self) -> PathBuf {
        self.folder.path().join("shot.png")
    }

    fn perform(&self, gesture: Gesture) -> Result<amiberry_control::automation::Outcome, Error> {
        perform(&self.client, &self.capture, gesture, TIMING)
    }

    #[track_caller]
    fn refused(&self, reason: Reason) {
        let error = self
            .perform(Gesture::Click((20, 5), Button::Left, 1))
            .unwrap_err();
        assert_eq!(error.reason, reason, "{error}");
        assert!(!self.fake.machine().is_anything_pressed());
    }
}

#[test]
fn a_click_maps_once_presses_releases_and_restores() {
    let scene = scene();
    let outcome = scene.perform(Gesture::Click((10, 19), Button::Right, 2)).unwrap();
    assert!(outcome.changed_settings && outcome.restored);
    let at = |mask| (5, 19, mask);
    assert_eq!(scene.fake.machine().inputs, [at(0), at(2), at(0), at(2), at(0)]);
    assert_eq!(scene.fake.machine().pending, ("off".into(), "middle".into()));
    let requests = scene.fake.requests();
    assert_eq!(
        requests
            .iter()
            .filter(|request| *request == "RELEASE_MOUSE_BUTTONS")
            .count(),
        1
    );
    let settings: Vec<&String> = requests
        .iter()
        .filter(|request| request.starts_with("SET_GUI"))
        .collect();
    assert_eq!(
        settings[0],
        "SET_GUI_AUTOMATION_CONFIG\toff\tmiddle\t1\tmousehack\tboth"
    );
    assert!(
        settings[1].starts_with("SET_GUI_AUTOMATION_CONFIG\tmousehack\tboth\t3\toff\tmiddle"),
        "the revision rose twice"
    );
}

#[test]
fn a_drag_holds_the_button_between_its_ends_and_a_move_presses_nothing() {
    let scene = scene();
    scene
        .perform(Gesture::Drag((10, 0), (69, 19), Button::Left))
        .unwrap();
    assert_eq!(
        scene.fake.machine().inputs,
        [(5, 0, 0), (5, 0, 1), (34, 19, 1), (34, 19, 0)]
    );
    scene.fake.behave(Behaviour::default());
    let outcome = scene.perform(Gesture::Move((40, 10))).unwrap();
    assert_eq!(outcome.position, (20, 10));
    assert!(
        !scene
            .fake
            .requests()
            .iter()
            .any(|request| request.starts_with("RELEASE"))
    );
}

#[test]
fn pixels_outside_of_the_live_part_are_refused_before_anything_is_sent() {
    let scene = scene();
    for pixel in [(9, 0), (70, 0), (20, 20), (20, -1), (i64::MAX, 0)] {
        let error = scene.perform(Gesture::Move(pixel)).unwrap_err();
        assert_eq!(error.reason, Reason::CoordinateOutOfBounds, "{pixel:?}");
    }
    assert!(scene.fake.requests().is_empty());
}

#[test]
fn stale_captures_are_refused() {
    let scene = scene();
    scene.fake.machine().geometry += 1;
    scene.refused(Reason::CaptureStale);
    scene.fake.machine().geometry -= 1;
    scene.fake.machine().runtime = "3-4".into();
    scene.refused(Reason::CaptureStale);
    assert!(
        !scene
            .fake
            .requests()
            .iter()
            .any(|request| request.starts_with("SEND_") || request.starts_with("SET_"))
    );
}

#[test]
fn input_that_is_not_ready_gives_the_settings_back() {
    let scene = scene();
    scene.fake.machine().focus = false;
    scene.refused(Reason::InputNotReady);
    assert_eq!(scene.fake.machine().pending, ("off".into(), "middle".into()));
}

#[test]
fn a_button_that_somebody_holds_is_respected() {
    let scene = scene();
    scene.fake.machine().buttons = 4;
    let error = scene.perform(Gesture::Move((20, 5))).unwrap_err();
    assert_eq!(
        (error.reason, scene.fake.machine().buttons),
        (Reason::AutomationBusy, 4)
    );
}

#[test]
fn settings_that_somebody_else_changed_are_kept() {
    let scene = scene();
    // Requests 3 to 5 are the guarded ones.
    scene.fake.behave(Behaviour {
        accident: Some((5, Accident::ForeignChange)),
        ..Behaviour::default()
    });
    let outcome = scene.perform(Gesture::Click((20, 5), Button::Left, 1)).unwrap();
    assert!(outcome.changed_settings && !outcome.restored);
    assert_eq!(scene.fake.machine().pending, ("real".into(), "off".into()));
    // In the middle of the click, the changed revision ends it.
    let scene = self::scene();
    scene.fake.behave(Behaviour {
        accident: Some((4, Accident::ForeignChange)),
        ..Behaviour::default()
    });
    scene.refused(Reason::InputConfigConflict);
    assert_eq!(scene.fake.machine().pending.0, "real");
}

#[test]
fn rejected_input_is_released_and_the_settings_given_back() {
    for (rejection, reason) in [
        ("input_rejected", Reason::ActionRejected),
        ("geometry_invalid", Reason::InputNotReady),
    ] {
        let scene = scene();
        let reply = format!("ERROR\tschema_version=1\tapplied=false\treason={rejection}\tbutton_mask=0");
        let replies = vec![("SEND_MOUSE_ABS_GUARDED".to_owned(), reply)];
        scene.fake.behave(Behaviour {
            replies,
            ..Behaviour::default()
        });
        scene.refused(reason);
        assert_eq!(scene.fake.machine().pending.0, "off", "still ours, so restored");
    }
}

#[test]
fn a_release_that_is_not_confirmed_is_said() {
    let scene = scene();
    let replies = vec![(
        "RELEASE_MOUSE_BUTTONS".to_owned(),
        "ERROR\tschema_version=1\tbutton_mask=1".to_owned(),
    )];
    scene.fake.behave(Behaviour {
        replies,
        ..Behaviour::default()
    });
    let error = scene
        .perform(Gesture::Click((20, 5), Button::Left, 1))
        .unwrap_err();
    assert_eq!(error.reason, Reason::CleanupUnconfirmed);
}

#[test]
fn a_replaced_picture_and_a_missing_description_are_refused() {
    let scene = scene();
    let picture = scene.picture();
    assert_eq!(Capture::load(&picture).unwrap(), scene.capture);
    let bytes = std::fs::read(&picture).unwrap();
    std::fs::write(&picture, &bytes[..bytes.len() - 20]).unwrap();
    assert_eq!(
        Capture::load(&picture).unwrap_err().reason,
        Reason::CaptureNotActionable
    );
    std::fs::write(&picture, [bytes.as_slice(), b"x"].concat()).unwrap();
    assert_eq!(
        Capture::load(&picture).unwrap_err().reason,
        Reason::CaptureNotActionable
    );
    std::fs::write(&picture, b"no picture").unwrap();
    assert_eq!(
        Capture::load(&picture).unwrap_err().reason,
        Reason::CaptureNotActionable
    );
    std::fs::write(description_path(&picture), "{}").unwrap();
    assert_eq!(
        Capture::load(&picture).unwrap_err().reason,
        Reason::CaptureNotActionable
    );
    std::fs::remove_file(description_path(&picture)).unwrap();
    assert_eq!(
        Capture::load(&picture).unwrap_err().reason,
        Reason::CaptureUnknown
    );
}

#[test]
fn a_picture_unlike_its_description_is_refused() {
    let scene = scene();
    let path = scene.picture();
    let wrong = |field: &str, value: &str| {
        let record = scene.capture.record().show().replace('\n', "\t");
        let fields = record.split('\t').map(|field| field.replacen(' ', "=", 1));
        let fields: Vec<String> = fields
            .map(|text| {
                if text.starts_with(&format!("{field}=")) {
                    format!("{field}={value}")
                } else {
                    text
                }
            })
            .collect();
        let replies = vec![("SCREENSHOT".to_owned(), format!("OK\t{}", fields.join("\t")))];
        scene.fake.behave(Behaviour {
            replies,
            ..Behaviour::default()
        });
        Capture::take(&scene.client, path.to_str().unwrap())
            .unwrap_err()
            .reason
    };
    assert_eq!(wrong("image_width", "81"), Reason::CaptureNotActionable);
    assert_eq!(wrong("viewport_width", "41"), Reason::NotUnderstood);
    assert_eq!(wrong("source_x", "-1"), Reason::NotUnderstood);
    assert_eq!(wrong("schema_version", "2"), Reason::UnsupportedCapability);
}

#[test]
fn another_amiberry_and_another_hostctl_are_noticed() {
    let scene = scene();
    let socket = scene.folder.path().join("amiberry.sock");
    let _listening = scene.fake.listen(&socket).unwrap();
    let path = socket.clone();
    let there = Client::new(
        amiberry_control::transport::usual(path).into(),
        LIMITS,
        Interrupt::new(),
    );
    let error = perform(&there, &scene.capture, Gesture::Move((20, 5)), TIMING).unwrap_err();
    assert_eq!(error.reason, Reason::CaptureWrongInstance);
    let capture = Capture::take(&there, scene.picture().to_str().unwrap()).unwrap();
    let lock = std::fs::File::create(scene.folder.path().join("amiberry.sock.hostctl-lock")).unwrap();
    lock.lock().unwrap();
    let error = perform(&there, &capture, Gesture::Move((20, 5)), TIMING).unwrap_err();
    assert_eq!(error.reason, Reason::AutomationBusy);
    drop(lock);
    perform(&there, &capture, Gesture::Move((20, 5)), TIMING).unwrap();
}

#[test]
fn a_release_is_repeated_until_it_is_confirmed() {
    let scene = scene();
    scene.fake.machine().buttons = 1;
    scene.fake.behave(Behaviour {
        accident: Some((0, Accident::CutBefore)),
        ..Behaviour::default()
    });
    release(&scene.client, TIMING.cleanup).unwrap();
    assert_eq!(scene.fake.machine().buttons, 0);
}

#[test]
fn a_stick_is_held_on_one_connection_and_released() {
    let fake = fake(Generation::New);
    let steps = [
        (Stick::parse("left+fire").unwrap(), Duration::from_millis(60)),
        (Stick::parse("play").unwrap(), Duration::ZERO),
    ];
    let watched = fake.clone();
    let player = std::thread::spawn(move || play(&client(&watched), 1, &steps, Duration::from_secs(1)));
    let begin = std::time::Instant::now();
    while fake.machine().stick(1) != (1, 1) {
        assert!(
            begin.elapsed() < Duration::from_secs(5),
            "the stick was never held"
        );
        std::thread::yield_now();
    }
    assert_eq!(player.join().unwrap().unwrap(), 7, "play needs a CD32 pad");
    let sent: Vec<String> = fake
        .requests()
        .into_iter()
        .filter(|request| request.starts_with("SEND_"))
        .collect();
    assert_eq!(
        sent,
        [
            "SEND_JOYSTICK\t1\t1\t1",
            "SEND_JOYSTICK\t1\t0\t64",
            "SEND_JOYSTICK\t1\t0\t0"
        ]
    );
    assert!(!fake.machine().is_anything_pressed());
}

#[test]
fn refused_sticks_send_nothing() {
    let fake = fake(Generation::New);
    let step = [(Stick::parse("green").unwrap(), Duration::ZERO)];
    assert_eq!(
        play(&client(&fake), 2, &step, Duration::ZERO).unwrap_err().reason,
        Reason::Argument
    );
    assert!(fake.requests().is_empty());
    let old = common::fake(Generation::Old);
    assert_eq!(
        play(&client(&old), 1, &step, Duration::ZERO).unwrap_err().reason,
        Reason::UnsupportedCapability
    );
    assert_eq!(old.requests(), ["HELP", "GET_VERSION"]);
    fake.behave(Behaviour {
        replies: vec![("GET_JOYPORT_MODE".into(), "OK\t0\tdefault".into())],
        ..Behaviour::default()
    });
    assert_eq!(
        play(&client(&fake), 1, &step, Duration::ZERO).unwrap_err().reason,
        Reason::Deadline
    );
}

#[test]
fn keys_are_released_in_every_path() {
    let fake = fake(Generation::Old);
    keyboard::hold(&client(&fake), &[0x63, 0x45], Duration::ZERO, TIMING.cleanup).unwrap();
    assert_eq!(
        fake.requests(),
        [
            "SEND_KEY\t99\t1",
            "SEND_KEY\t69\t1",
            "SEND_KEY\t69\t0",
            "SEND_KEY\t99\t0"
        ]
    );
    for accident in [Accident::CutAfter, Accident::CutBefore, Accident::CutInside] {
        for place in 0..4 {
            fake.behave(Behaviour {
                accident: Some((place, accident)),
                ..Behaviour::default()
            });
            let result = keyboard::hold(&client(&fake), &[1, 2], Duration::ZERO, TIMING.cleanup);
            assert_eq!(result.is_err(), place < 2, "{accident:?} {place} {result:?}");
            assert!(!fake.machine().is_anything_pressed());
        }
    }
    fake.behave(Behaviour {
        accident: Some((0, Accident::Death)),
        ..Behaviour::default()
    });
    let error = keyboard::hold(&client(&fake), &[1], Duration::ZERO, TIMING.cleanup).unwrap_err();
    assert_eq!(error.reason, Reason::CleanupUnconfirmed);
}
