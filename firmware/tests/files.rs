//! FSLIST, FSSTAT, FSMKDIR, FSDELETE and FSGET on the simulated Amiga: every return code, and that nothing outside of
//! the granted directories is ever touched.

mod bench;

use bench::{amiga_with_files, latin1, with_files, with_server};
use hal_amiga::simulated::{FileCall, SimulatedAmiga};
use hal_amiga::{DateStamp, FileError};

/// A size that takes several blocks and ends within one.
fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|index| (index * 7 + index / 251) as u8).collect()
}

const DAY: DateStamp = DateStamp {
    days: 17_866,
    minutes: 754,
    ticks: 2_300,
};

#[test]
fn without_a_root_files_are_refused() {
    with_server(&amiga_with_files(), 1, |bench| {
        for line in [
            "FSLIST WORK:",
            "FSSTAT WORK:top",
            "FSMKDIR WORK:x",
            "FSDELETE WORK:top",
            "FSGET WORK:top",
            "FSPUT WORK:top 0",
        ] {
            let text = bench.expect(10, line);
            assert!(text.contains("FSROOT"), "{line}: {text}");
        }
        assert_eq!(bench.put("WORK:top 7", b"QUIT\nxx").code, 10);
        bench.assert_in_order();
    });
}

#[test]
fn a_root_must_be_a_directory_that_exists() {
    with_server(&amiga_with_files(), 1, |bench| {
        assert_eq!(bench.server.grant(b"WORK:none"), Err(FileError::NOT_FOUND));
        assert_eq!(bench.server.grant(b"NONE:"), Err(FileError::NOT_MOUNTED));
        assert_eq!(bench.server.grant(b"WORK:top"), Err(FileError::WRONG_TYPE));
        assert_eq!(bench.server.grant(b"CON:"), Err(FileError::ACTION_NOT_KNOWN));
        bench.expect(10, "FSLIST WORK:");
    });
}

#[test]
fn entries_are_told_as_they_are() {
    with_files(1, |bench| {
        let amiga = bench.amiga.clone();
        amiga.set_file("WORK:open/a", 0b1111_0101, "say \"hi\"\n\\", DAY);
        assert_eq!(
            bench.expect(0, "FSSTAT WORK:open/A"),
            "entry name=\"a\" type=file size=11 prot=r-e- date=\"01-Dec-26 12:34:46\" comment=\"say \\\"hi\\\"?\\\\\"\n"
        );
        amiga.set_file("WORK:open/sub", 15, "", DateStamp { days: -1, ..DAY });
        assert_eq!(
            bench.expect(0, "FSSTAT T:"),
            "entry name=\"sub\" type=dir size=0 prot=---- date=\"? ?\" comment=\"\"\n"
        );
        let listing = bench.expect(0, "FSLIST WORK:open");
        let names: Vec<&str> = listing
            .lines()
            .map(|line| line.split('"').nth(1).unwrap())
            .collect();
        assert_eq!(names, ["sub", "a"]);
        assert_eq!(
            listing.lines().nth(1),
            bench.expect(0, "FSSTAT WORK:open/a").lines().next()
        );
        amiga.add_directory("WORK:open/empty");
        assert_eq!(bench.expect(0, "FSLIST WORK:open/empty"), "");
        assert!(bench.expect(10, "FSLIST WORK:open/a").contains("FSSTAT"));
        assert!(bench.expect(10, "FSGET WORK:open/sub").contains("FSLIST"));
    });
}

#[test]
fn what_is_missing_is_5() {
    with_files(1, |bench| {
        for verb in ["FSLIST", "FSSTAT", "FSDELETE", "FSGET"] {
            for path in ["WORK:open/none", "WORK:open/none/x", "NONE:x", "DATA:none"] {
                let text = bench.expect(5, &format!("{verb} {path}"));
                assert!(text.starts_with(&format!("\"{path}\": no ")), "{verb}: {text}");
            }
        }
        for verb in ["FSMKDIR", "FSPUT"] {
            bench.expect(5, &format!("{verb} WORK:open/none/x 0"));
            bench.expect(5, &format!("{verb} NONE:x 0"));
        }
        bench.assert_in_order();
    });
}

/// Paths that lead out of the roots, or to no file system.
const OUTSIDE: [&str; 19] = [
    "WORK:top",
    "WORK:private/secret",
    "WORK:open//top",
    "WORK:open/sub//a//private/secret",
    "WORK:open/sub///top",
    "DATA:/new",
    "DATA://top",
    "T://top",
    "SYS:S/startup",
    "S",
    ":top",
    "WORK:open/out",
    "WORK:open/out/secret",
    "WORK:open/hard",
    "WORK:open/loop",
    "NIL:",
    "CON:0/0/100/100/x",
    "SER:",
    "PRT:x",
];

#[test]
fn nothing_outside_of_the_roots_is_touched() {
    with_files(1, |bench| {
        let amiga = bench.amiga.clone();
        amiga.add_soft_link("WORK:open/out", "WORK:private");
        amiga.add_soft_link("WORK:open/loop", "WORK:open/loop");
        amiga.add_hard_link("WORK:open/hard", "WORK:private/secret");
        amiga.change_directory("SYS:");
        let before = snapshot(&amiga);
        for path in OUTSIDE {
            for verb in ["FSLIST", "FSSTAT", "FSMKDIR", "FSDELETE", "FSGET", "FSPUT"] {
                let line = format!("{verb} {path} {}", if verb == "FSPUT" { "0" } else { "" });
                let answer = bench.ask(&line);
                assert!(
                    [5, 10, 20].contains(&answer.code),
                    "{line}: {} {}",
                    answer.code,
                    answer.text
                );
                let is_missing =
                    path.ends_with("loop") || path == "DATA:/new" || path.ends_with("a//private/secret");
                let is_taken = (verb == "FSMKDIR" || verb == "FSPUT")
                    && (path.ends_with("/hard") || path.ends_with("/out"));
                if !is_missing && !is_taken {
                    assert_eq!(answer.code, 10, "{line}: {}", answer.text);
                }
            }
        }
        assert_eq!(snapshot(&amiga), before, "something has changed");
        assert!(
            bench
                .expect(10, "FSGET SYS:S/startup")
                .ends_with("outside of what FSROOT grants: WORK:open, DATA:")
        );
    });
}

/// All names and contents.
fn snapshot(amiga: &SimulatedAmiga) -> Vec<(String, Vec<String>)> {
    [
        "WORK:",
        "WORK:open",
        "WORK:open/sub",
        "WORK:private",
        "WORK:shared",
        "DATA:",
        "SYS:",
        "SYS:S",
    ]
    .map(|path| (path.to_string(), amiga.names(path)))
    .to_vec()
}

#[test]
fn paths_that_stay_inside_work() {
    with_files(1, |bench| {
        for path in [
            "WORK:open/a",
            "work:OPEN/A",
            "WORK:open/sub//a",
            "T:/a",
            "WORK:shared//open/a",
            "WORK:private//open/a",
        ] {
            assert_eq!(bench.expect(0, &format!("FSGET {path}")), "WORK:open/a", "{path}");
        }
        bench.amiga.add_soft_link("WORK:private/way", "DATA:");
        assert_eq!(bench.expect(0, "FSGET WORK:private/way/c"), "WORK:shared/data/c");
        bench.amiga.change_directory("WORK:open");
        assert_eq!(bench.expect(0, "FSGET a"), "WORK:open/a");
        assert_eq!(bench.expect(0, "FSGET sub/b"), "WORK:open/sub/b");
    });
}

#[test]
fn long_lists_of_roots_are_cut() {
    with_server(&amiga_with_files(), 1, |bench| {
        for _ in 0..30 {
            bench.server.grant(b"WORK:open").unwrap();
        }
        let text = bench.expect(10, "FSSTAT WORK:top");
        assert!(text.len() < 250 && text.ends_with("..."), "{text}");
    });
}

#[test]
fn directories_are_made() {
    with_files(1, |bench| {
        assert_eq!(bench.expect(0, "FSMKDIR WORK:open/new"), "created");
        assert_eq!(bench.expect(0, "FSMKDIR WORK:open/new/deep/"), "created");
        assert_eq!(bench.expect(0, "FSMKDIR \"DATA:a b\""), "created");
        assert!(bench.amiga.has_object("WORK:open/new/deep"));
        for path in ["WORK:open/new", "WORK:open/a", "DATA:C"] {
            assert!(
                bench
                    .expect(20, &format!("FSMKDIR {path}"))
                    .contains("the name is taken")
            );
        }
        assert!(bench.expect(10, "FSMKDIR bare").contains("outside"));
        bench.amiga.change_directory("WORK:open");
        assert!(bench.expect(10, "FSMKDIR bare").contains("give a place"));
        let long = "x".repeat(108);
        assert!(
            bench
                .expect(20, &format!("FSMKDIR WORK:open/{long}"))
                .contains("too long")
        );
        bench.amiga.set_volume("WORK:", true, None);
        assert!(
            bench
                .expect(20, "FSMKDIR WORK:open/more")
                .contains("write-protected (error 214)")
        );
    });
}

#[test]
fn a_link_to_nowhere_makes_no_directory_outside() {
    with_files(1, |bench| {
        let amiga = bench.amiga.clone();
        amiga.add_soft_link("WORK:open/trap", "WORK:private/made");
        let before = snapshot(&amiga);
        assert!(
            bench
                .expect(10, "FSMKDIR WORK:open/trap")
                .contains("leads elsewhere")
        );
        assert_eq!(snapshot(&amiga), before);
    });
}

#[test]
fn files_and_empty_directories_are_deleted() {
    with_files(1, |bench| {
        let amiga = bench.amiga.clone();
        assert!(bench.expect(20, "FSDELETE WORK:open/sub").contains("not empty"));
        assert_eq!(bench.expect(0, "FSDELETE WORK:open/sub/b"), "deleted");
        assert_eq!(bench.expect(0, "FSDELETE WORK:open/sub/"), "deleted");
        assert!(!amiga.has_object("WORK:open/sub"));
        amiga.set_file("WORK:open/a", 1, "", DAY);
        assert!(
            bench
                .expect(20, "FSDELETE WORK:open/a")
                .contains("protected from deletion")
        );
        amiga.set_file("WORK:open/a", 0, "", DAY);
        amiga.hold_file("WORK:open/a", true);
        assert_eq!(bench.ask("FSDELETE WORK:open/a").code, 20);
        amiga.hold_file("WORK:open/a", false);
        bench.expect(10, "FSDELETE WORK:open");
        bench.expect(10, "FSDELETE WORK:");
        bench.expect(10, "FSDELETE DATA:");
        amiga.set_volume("WORK:", true, None);
        assert!(
            bench
                .expect(20, "FSDELETE WORK:open/a")
                .contains("write-protected")
        );
        assert!(amiga.has_object("WORK:open/a"));
    });
}

#[test]
fn a_link_is_deleted_and_not_what_it_leads_to() {
    with_files(1, |bench| {
        bench.amiga.add_soft_link("WORK:open/link", "WORK:open/a");
        assert_eq!(bench.expect(0, "FSGET WORK:open/link"), "WORK:open/a");
        assert_eq!(bench.expect(0, "FSDELETE WORK:open/link"), "deleted");
        assert!(bench.amiga.has_object("WORK:open/a") && !bench.amiga.has_object("WORK:open/link"));
    });
}

/// 1.1 answered `RC 0 7` and `deleted` here: the text of the request before, because it took a length of 0 for none.
#[test]
fn d2_an_empty_file_has_no_bytes() {
    with_files(1, |bench| {
        bench.amiga.add_file("WORK:open/empty", b"");
        bench.expect(0, "FSDELETE WORK:open/a");
        bench.clients[0].send(b"FSGET WORK:open/empty\n");
        while bench.clients[0].received().is_empty() {
            assert!(bench.server.turn());
        }
        assert_eq!(bench.clients[0].take(), b"RC 0 0\n");
        bench.assert_in_order();
    });
}

/// 1.1 stopped at 16,384 bytes, in the middle of `entry name="file01`…, which its own client then refused to read.
#[test]
fn d3_a_listing_is_never_cut() {
    with_files(2, |bench| {
        for number in 0..700 {
            bench
                .amiga
                .add_file(&format!("DATA:file{number:04}"), &bytes(number));
        }
        bench.send(0, "FSLIST DATA:");
        // The other client is served while the directory is read.
        assert_eq!(bench.expect_on(1, 0, "PING"), "pong");
        assert!(bench.poll(0).is_none(), "the listing is still being read");
        let listing = bench.reply(0);
        assert_eq!(listing.code, 0);
        assert!(listing.text.len() > 16_384);
        assert_eq!(listing.text.lines().count(), 701);
        assert!(listing.text.ends_with(
            "entry name=\"file0699\" type=file size=699 prot=rwed date=\"01-Dec-26 12:34:46\" comment=\"\"\n"
        ));
    });
}

/// 1.1 refused every file of more than 16,384 bytes with RC 20.
#[test]
fn files_of_any_size_are_sent_whole() {
    with_files(1, |bench| {
        for size in [1, 127, 2047, 2048, 2049, 16_384, 16_385, 300_000] {
            let contents = bytes(size);
            bench.amiga.add_file("DATA:x", &contents);
            let text = bench.expect(0, "FSGET DATA:x");
            assert_eq!(latin1(&text), contents, "{size} bytes");
        }
    });
}

#[test]
fn a_file_is_read_as_the_line_takes_it() {
    with_files(1, |bench| {
        let contents = bytes(100_000);
        bench.amiga.add_file("DATA:x", &contents);
        bench.clients[0].hold(16);
        bench.send(0, "FSGET DATA:x");
        bench.server.turn();
        assert_eq!(bench.amiga.file_handles(), 3, "the file stays open");
        bench.expect_file_is_busy();
        bench.clients[0].flow();
        assert_eq!(latin1(&bench.reply(0).text), contents);
    });
}

impl bench::Bench<'_> {
    /// The file being sent is in use: it cannot be deleted under our hands.
    fn expect_file_is_busy(&mut self) {
        use hal_amiga::Files;
        let mut machine = self.amiga.clone();
        let directory = machine.lock(None, b"DATA:").unwrap();
        assert_eq!(machine.delete(&directory, b"x"), Err(FileError::IN_USE));
    }
}

#[test]
fn a_client_that_goes_away_leaves_no_file_open() {
    with_files(2, |bench| {
        bench.amiga.add_file("DATA:x", &bytes(100_000));
        bench.clients[0].hold(16);
        bench.send(0, "FSGET DATA:x");
        bench.server.turn();
        bench.clients[0].close();
        assert_eq!(bench.expect_on(1, 0, "PING"), "pong");
    });
}

#[test]
fn what_cannot_be_read_is_refused_before_its_header() {
    with_files(1, |bench| {
        bench.amiga.set_file("WORK:open/a", 8, "", DAY);
        assert!(
            bench
                .expect(20, "FSGET WORK:open/a")
                .contains("protected from reading")
        );
        bench.amiga.set_file("WORK:open/a", 0, "", DAY);
        for call in [
            FileCall::Lock,
            FileCall::Parent,
            FileCall::Examine,
            FileCall::Open,
            FileCall::Read,
        ] {
            bench.amiga.fail_file_call(call, 1, FileError(255));
            assert!(
                bench
                    .expect(20, "FSGET WORK:open/a")
                    .ends_with("AmigaDOS refused (error 255)")
            );
        }
        assert_eq!(bench.expect(0, "FSGET WORK:open/a"), "WORK:open/a");
    });
}

#[test]
fn a_read_error_on_the_way_is_padded_and_told() {
    with_files(1, |bench| {
        let contents = bytes(10_000);
        bench.amiga.add_file("DATA:x", &contents);
        bench.amiga.fail_file_call(FileCall::Read, 3, FileError(255));
        let sent = latin1(&bench.expect(0, "FSGET DATA:x"));
        assert_eq!(sent.len(), 10_000);
        assert_eq!(sent[..4096], contents[..4096]);
        assert!(sent[4096..].iter().all(|byte| *byte == 0));
        // Requests about the server itself are answered as ever; the next one about the machine is not carried out.
        bench.expect(0, "PING");
        bench.expect(0, "AUTH amipilot");
        let text = bench.expect(20, "FSMKDIR DATA:new");
        assert!(
            text.contains("not carried out") && text.contains("error 255"),
            "{text}"
        );
        assert!(!bench.amiga.has_object("DATA:new"));
        assert_eq!(bench.expect(0, "FSMKDIR DATA:new"), "created");
        // An FSPUT that is not carried out is read to its end.
        bench.amiga.fail_file_call(FileCall::Read, 2, FileError(255));
        bench.expect(0, "FSGET DATA:x");
        assert_eq!(bench.put("DATA:y 5", b"QUIT\n").code, 20);
        assert!(!bench.amiga.has_object("DATA:y"));
        // A new client has not asked for that file.
        bench.amiga.fail_file_call(FileCall::Read, 2, FileError(255));
        bench.expect(0, "FSGET DATA:x");
        bench.expect(0, "VERSION");
        bench.expect(0, "FSSTAT DATA:x");
    });
}

#[test]
fn a_file_that_becomes_shorter_on_the_way_is_padded() {
    with_files(1, |bench| {
        bench.amiga.add_file("DATA:x", &bytes(9000));
        bench.clients[0].hold(16);
        bench.send(0, "FSGET DATA:x");
        bench.server.turn();
        bench.amiga.add_file("DATA:x", &bytes(3000));
        bench.clients[0].flow();
        let sent = latin1(&bench.reply(0).text);
        assert_eq!(sent.len(), 9000);
        assert_eq!(sent[..3000], bytes(3000));
        assert!(bench.expect(20, "FSSTAT DATA:x").contains("shorter"));
    });
}

#[test]
fn scans_and_looks_that_fail_are_20() {
    with_files(1, |bench| {
        for (line, call) in [
            ("FSLIST DATA:", FileCall::Scan),
            ("FSLIST DATA:", FileCall::NextEntry),
            ("FSLIST DATA:", FileCall::Examine),
            ("FSSTAT DATA:c", FileCall::Examine),
            ("FSSTAT DATA:c", FileCall::Lock),
            ("FSMKDIR DATA:new", FileCall::MakeDirectory),
            ("FSDELETE DATA:c", FileCall::Delete),
        ] {
            for error in [FileError(255), FileError::NOT_VALIDATED, FileError::NO_DISK] {
                bench.amiga.fail_file_call(call, 1, error);
                let text = bench.expect(20, line);
                assert!(text.contains(&format!("(error {})", error.0)), "{line}: {text}");
            }
        }
        assert!(bench.expect(0, "FSLIST DATA:").starts_with("entry name=\"c\""));
    });
}

#[test]
fn memory_may_end_at_any_call() {
    for line in [
        "FSLIST WORK:open",
        "FSSTAT WORK:open/a",
        "FSGET WORK:open/a",
        "FSMKDIR WORK:open/x",
        "FSDELETE WORK:open/a",
        "FSPUT WORK:open/a 0",
    ] {
        for blocks in 0.. {
            let answer = with_files(1, |bench| {
                bench.amiga.limit_allocations(Some(blocks));
                let answer = bench.ask(line);
                bench.amiga.limit_allocations(None);
                bench.assert_in_order();
                answer
            });
            if answer.code == 0 {
                assert!(blocks > 0);
                break;
            }
            assert_eq!(answer.code, 20, "{line} with {blocks}: {}", answer.text);
            assert!(answer.text.contains("not enough memory"), "{}", answer.text);
            assert!(blocks < 30);
        }
    }
}
