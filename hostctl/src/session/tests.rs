//! The session over a line in memory that plays a recorded exchange.

use std::time::{Duration, Instant};

use protocol::Request;

use super::{Server, Session};
use crate::connection::recorded::{Pieces, Recording, Step};
use crate::failure::{Failure, FailureKind};

const VERSION: Step = (
    b"VERSION",
    &[b"RC 0 45\nAMIPILOT 1.1 PROTOCOL 1\nSTABLE VERSION TREE\n\n"],
);
const AUTH: Step = (b"AUTH amipilot", &[b"RC 0 0\n"]);
/// Short enough for tests of silence, long enough for a busy computer.
const PATIENCE: Duration = Duration::from_millis(600);

fn open(recording: &Recording) -> Result<Session, Failure> {
    Session::open(recording.connect(), b"amipilot", PATIENCE)
}

fn failure(recording: &Recording) -> Failure {
    open(recording).map(|_| ()).expect_err("the hand-shake fails")
}

#[test]
fn the_greeting_is_version_then_auth() {
    let recording = Recording::new(&[VERSION, AUTH]);
    let session = open(&recording).unwrap();
    let expected = Server {
        version: "1.1".into(),
        stable: vec!["VERSION".into(), "TREE".into()],
        extended: vec![],
    };
    assert_eq!(session.server(), &expected);
    assert_eq!(recording.outcome(), (vec![], true));
}

#[test]
fn what_lies_on_the_line_is_dropped() {
    let recording =
        Recording::new(&[VERSION, AUTH]).with_stale(b"\xFF\x00half a reply\nRC 0 4\nAMIPRC 10 3\nold");
    assert!(open(&recording).is_ok());
}

/// The rest of a former reply may arrive behind our request: it must not be taken for the answer.
#[test]
fn a_late_reply_of_a_former_client_is_skipped() {
    let late: Step = (
        b"VERSION",
        &[
            b"ld\"\nRC 0 7\nwritten",
            b"RC 0 4",
            b"5\nAMIPILOT 1.1 PROTOCOL 1\nSTABLE VERSION TREE\n\n",
        ],
    );
    let recording = Recording::new(&[late, AUTH]);
    assert_eq!(open(&recording).unwrap().server().version, "1.1");
    assert_eq!(recording.outcome(), (vec![], true));
}

/// Our VERSION ends half a line that somebody left, and the server answers to that line: it is asked again at once.
#[test]
fn half_a_line_of_a_former_client_costs_one_refusal() {
    let glued: Step = (b"VERSION", &[b"RC 10 7\nunknown"]);
    let recording = Recording::new(&[glued, VERSION, AUTH]);
    let start = Instant::now();
    assert!(open(&recording).is_ok());
    assert!(start.elapsed() < PATIENCE, "it waited for a time-out");
}

/// A server that was slow to answer the first VERSION answers the second one, too; AUTH's reply comes after both.
#[test]
fn two_version_replies_do_not_shift_the_session() {
    let unanswered: Step = (b"VERSION", &[]);
    let both: Step = (
        b"VERSION",
        &[
            b"RC 0 45\nAMIPILOT 1.1 PROTOCOL 1\nSTABLE VERSION TREE\n\n",
            b"RC 0 45\nAMIPILOT 1.1 PROTOCOL 1\nSTABLE VERSION TREE\n\n",
        ],
    );
    let text: Step = (b"SCREENS", &[b"RC 0 3\nabc"]);
    let recording = Recording::new(&[unanswered, both, AUTH, text]);
    let mut session = open(&recording).unwrap();
    assert_eq!(
        session.request(&Request::Screens, Duration::ZERO),
        Ok(b"abc".to_vec())
    );
}

#[test]
fn silence_noise_echo_and_text_are_told_apart() {
    let silent = failure(&Recording::new(&[]));
    assert_eq!(silent.kind, FailureKind::NoAnswer);
    assert!(silent.message.contains("not one byte came back"), "{silent}");

    const CASES: &[(Pieces, &str)] = &[
        (&[b"\xF8\x80\xFE\x00"], "Most often the baud rates differ"),
        (&[b"VERSION\n"], "the line echoes"),
        (&[b"SSH-2.0-Server\r\n"], "something else answers"),
    ];
    for (reply, part) in CASES.iter().copied() {
        let steps: [Step; 3] = [(b"VERSION", reply); 3];
        let noise = failure(&Recording::new(&steps));
        assert_eq!(noise.kind, FailureKind::Noise);
        assert!(noise.message.contains(part), "{noise}");
    }
}

#[test]
fn other_protocols_and_servers_are_told_apart() {
    let newer = failure(&Recording::new(&[(
        b"VERSION",
        &[b"RC 0 23\nAMIPILOT 3.0 PROTOCOL 2"],
    )]));
    assert_eq!(newer.kind, FailureKind::WrongProtocol);
    assert!(newer.message.contains("speaks protocol 2"), "{newer}");
    const OTHER: Step = (b"VERSION", &[b"RC 0 5\nhello"]);
    let other = failure(&Recording::new(&[OTHER; 3]));
    assert_eq!(other.kind, FailureKind::WrongProtocol);
    assert!(other.message.contains("RC 0 \"hello\""), "{other}");
}

#[test]
fn a_wrong_password_says_so() {
    let recording = Recording::new(&[VERSION, (b"AUTH amipilot", &[b"RC 10 9\nno entry\n"])]);
    let failure = failure(&recording);
    assert_eq!(failure.kind, FailureKind::Password);
    assert!(failure.message.ends_with("It says: no entry"), "{failure}");
}

#[test]
fn an_end_in_the_middle_is_a_lost_connection() {
    const CASES: [Pieces; 2] = [&[], &[b"RC 0 45\nAMIPILOT"]];
    for reply in CASES {
        let failure = failure(&Recording::new(&[(b"VERSION", reply)]).that_ends());
        assert_eq!(failure.kind, FailureKind::ConnectionLost, "{failure}");
    }
}

#[test]
fn a_line_that_takes_no_bytes_does_not_hang_us() {
    let start = Instant::now();
    let failure = failure(&Recording::new(&[]).jammed());
    assert_eq!(failure.kind, FailureKind::ConnectionLost);
    assert!(failure.message.contains("takes no bytes"), "{failure}");
    assert!(start.elapsed() < 4 * PATIENCE);
}

/// What the request after the greeting comes to.
fn answer(reply: Pieces) -> Result<Vec<u8>, Failure> {
    let recording = Recording::new(&[VERSION, AUTH, (b"SCREENS", reply)]);
    open(&recording)
        .unwrap()
        .request(&Request::Screens, Duration::ZERO)
}

#[test]
fn return_codes_become_failures() {
    const CASES: &[(Pieces, FailureKind, &str)] = &[
        (&[b"RC 5 0\n"], FailureKind::NotFound, "SCREENS: nothing matches"),
        (&[b"RC 5 3\nno\xFC"], FailureKind::NotFound, "SCREENS: noü"),
        (&[b"RC 10 4\nwhy\n"], FailureKind::Refused, "SCREENS: why"),
        (
            &[b"RC 10 0\n"],
            FailureKind::Refused,
            "SCREENS: the server refuses the request and gives no reason",
        ),
        (
            &[b"RC 15 0\n"],
            FailureKind::TimedOut,
            "SCREENS: what was waited for did not happen in time",
        ),
        (
            &[b"RC 20 0\n"],
            FailureKind::ActionFailed,
            "SCREENS: the server tried, and failed",
        ),
        (
            &[b"RC 7 2\nhm"],
            FailureKind::BadReply,
            "SCREENS: the server answers with the unknown return code 7",
        ),
        (
            &[b"OK\n"],
            FailureKind::BadReply,
            "SCREENS: what came back is no AmiPilot reply",
        ),
        (
            &[b"RC 0 4294967295\n"],
            FailureKind::BadReply,
            "SCREENS: what came back is no AmiPilot reply",
        ),
        (
            &[],
            FailureKind::ConnectionLost,
            "SCREENS by the test line: no reply within 0.6 s",
        ),
        (
            &[b"RC 0 9\nabc"],
            FailureKind::ConnectionLost,
            "SCREENS by the test line: the reply stopped after 10 bytes",
        ),
    ];
    for (reply, kind, message) in CASES.iter().copied() {
        let failure = answer(reply).unwrap_err();
        assert_eq!(failure.kind, kind, "{failure}");
        assert!(failure.message.starts_with(message), "{failure}");
    }
}

/// The limit is on silence: a reply whose pieces come in time is read to its end.
#[test]
fn a_reply_in_many_pieces_is_put_together() {
    assert_eq!(
        answer(&[b"R", b"C 0 5", b"\n", b"a\nb", b"\xFC", b"d"]),
        Ok(b"a\nb\xFCd".to_vec())
    );
}

#[test]
fn what_the_server_may_need_comes_on_top_of_the_patience() {
    let recording = Recording::new(&[VERSION, AUTH, (b"SCREENS", &[])]);
    let mut session = open(&recording).unwrap();
    let start = Instant::now();
    let failure = session.request(&Request::Screens, PATIENCE).unwrap_err();
    assert!(failure.message.contains("no reply within 1.2 s"), "{failure}");
    assert!(start.elapsed() >= 2 * PATIENCE);
}
