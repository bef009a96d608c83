//! FSPUT on the simulated Amiga: whole or not at all, whatever fails, and in step whatever is refused.

mod bench;

use bench::{Bench, amiga_with_files, serve_files, with_files};
use hal_amiga::simulated::{FileCall, SimulatedAmiga};
use hal_amiga::{Clock, DateStamp, FileError};

/// A size that takes several blocks and ends within one.
fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|index| (index * 7 + index / 251) as u8).collect()
}

/// Puts, and expects this return code; gives the text.
fn expect_put(bench: &mut Bench<'_>, code: u32, line: &str, body: &[u8]) -> String {
    let answer = bench.put(line, body);
    assert_eq!(answer.code, code, "FSPUT {line}: {}", answer.text);
    bench.assert_in_order();
    answer.text
}

/// No helper file is left in the directory.
fn assert_tidy(amiga: &SimulatedAmiga, directory: &str) {
    let names = amiga.names(directory);
    assert!(names.iter().all(|name| !name.contains(".ap-")), "{names:?}");
}

#[test]
fn files_of_any_size_arrive_whole() {
    with_files(1, |bench| {
        for size in [0, 1, 2047, 2048, 2049, 4096, 16_384, 16_385, 163_841, 300_000] {
            let body = bytes(size);
            assert_eq!(
                expect_put(bench, 0, &format!("DATA:x {size} TIMEOUT=30"), &body),
                "written"
            );
            assert_eq!(bench.amiga.file("DATA:x"), Some(body), "{size} bytes");
            assert_tidy(&bench.amiga, "DATA:");
        }
        expect_put(bench, 0, "\"WORK:open/a new \\\"one\\\"\" 3", b"a\nb");
        assert_eq!(
            bench.amiga.file("WORK:open/a new \"one\""),
            Some(b"a\nb".to_vec())
        );
        let long = "n".repeat(30);
        expect_put(bench, 0, &format!("DATA:{long} 1"), b"1");
        expect_put(bench, 0, &format!("DATA:{long} 1"), b"2");
        assert_eq!(bench.amiga.file(&format!("DATA:{long}")), Some(b"2".to_vec()));
        assert_tidy(&bench.amiga, "DATA:");
    });
}

#[test]
fn bytes_may_come_in_any_portion() {
    with_files(1, |bench| {
        let body = bytes(5000);
        bench.clients[0].portion(7);
        expect_put(bench, 0, "DATA:x 5000", &body);
        assert_eq!(bench.amiga.file("DATA:x"), Some(body));
    });
}

#[test]
fn a_replaced_file_keeps_protection_and_comment() {
    with_files(1, |bench| {
        bench
            .amiga
            .set_file("DATA:c", 0b0111_0010, "mine", DateStamp::default());
        expect_put(bench, 0, "DATA:C 3", b"new");
        assert_eq!(bench.amiga.file("DATA:c"), Some(b"new".to_vec()));
        // The archive bit (16) goes: the contents are no longer those that were archived.
        assert_eq!(
            bench.amiga.attributes("DATA:c"),
            Some((0b0110_0010, b"mine".to_vec()))
        );
    });
}

/// 1.1 read none of the bytes after these, and took them for requests: `QUIT` among them ended the server.
#[test]
fn d8_a_refused_body_is_read_to_its_end() {
    with_files(1, |bench| {
        bench.amiga.set_file("DATA:c", 4, "", DateStamp::default());
        let mut body = b"QUIT\n".repeat(40_000);
        body.truncate(163_841);
        for (line, code) in [
            ("WORK:top 163841", 10),
            ("WORK:open/none/x 163841", 5),
            ("NONE:x 163841", 5),
            ("bare 163841", 10),
            ("DATA: 163841", 10),
            ("DATA:x.ap-new 163841", 10),
            ("DATA:x.AP-OLD 163841", 10),
            ("WORK:open/sub 163841", 20),
            ("DATA:c 163841", 20),
            ("NIL: 163841", 10),
            ("DATA:x 163841 TIMEOUT=1234567890123456", 10),
            (&format!("{} 163841", "p".repeat(256)), 10),
        ] {
            expect_put(bench, code, line, &body);
        }
        // The count stands within the part of the line that is kept.
        expect_put(
            bench,
            10,
            &format!("DATA:x 100 {}", "z".repeat(600)),
            &body[..100],
        );
        for line in ["DATA:x -1", "DATA:x"] {
            expect_put(bench, 10, line, b"");
        }
        assert_eq!(bench.amiga.names("DATA:"), ["c"]);
    });
}

#[test]
fn protected_files_and_links_stay() {
    with_files(1, |bench| {
        let amiga = bench.amiga.clone();
        for (bits, text) in [(4, "protected from writing"), (1, "protected from deletion")] {
            amiga.set_file("DATA:c", bits, "", DateStamp::default());
            assert!(expect_put(bench, 20, "DATA:c 3", b"new").contains(text));
        }
        amiga.add_soft_link("WORK:open/inside", "WORK:open/a");
        amiga.add_soft_link("WORK:open/outside", "WORK:private/secret");
        amiga.add_hard_link("WORK:open/hard", "WORK:private/secret");
        for name in ["inside", "outside", "hard"] {
            let text = expect_put(bench, 10, &format!("WORK:open/{name} 3"), b"new");
            assert!(text.contains("link"), "{text}");
        }
        // A link that leads to nothing yet: its name is taken.
        amiga.add_soft_link("WORK:open/nowhere", "WORK:private/made");
        assert!(expect_put(bench, 20, "WORK:open/nowhere 3", b"new").contains("the name is taken"));
        // The same in the place of the helper file: the link goes.
        amiga.add_soft_link("WORK:open/y.ap-new", "WORK:private/made");
        expect_put(bench, 0, "WORK:open/y 3", b"new");
        assert_eq!(amiga.file("WORK:open/y"), Some(b"new".to_vec()));
        assert!(!amiga.has_object("WORK:private/made"));
        assert_eq!(amiga.file("DATA:c"), Some(b"WORK:shared/data/c".to_vec()));
        assert_eq!(amiga.file("WORK:open/a"), Some(b"WORK:open/a".to_vec()));
        assert_eq!(
            amiga.file("WORK:private/secret"),
            Some(b"WORK:private/secret".to_vec())
        );
    });
}

#[test]
fn names_that_the_disk_would_cut_are_refused() {
    with_files(1, |bench| {
        // The simulated disk keeps 30 bytes of a name.
        let (one, other) = ("n".repeat(31), "n".repeat(30));
        assert!(expect_put(bench, 20, &format!("DATA:{one} 1"), b"1").contains("too long"));
        expect_put(bench, 0, &format!("DATA:{other} 1"), b"2");
        assert!(expect_put(bench, 10, &format!("DATA:{one} 1"), b"3").contains("too long"));
        assert_eq!(bench.amiga.file(&format!("DATA:{other}")), Some(b"2".to_vec()));
        assert!(expect_put(bench, 20, &format!("DATA:{} 1", "n".repeat(108)), b"4").contains("too long"));
        assert_eq!(bench.amiga.names("DATA:"), ["c".to_string(), other]);
    });
}

#[test]
fn a_full_or_protected_disk_changes_nothing() {
    with_files(1, |bench| {
        let amiga = bench.amiga.clone();
        let body = bytes(20_000);
        amiga.set_volume("WORK:", false, Some(10_000));
        for name in ["DATA:c", "DATA:new"] {
            let text = expect_put(bench, 20, &format!("{name} 20000"), &body);
            assert_eq!(
                text,
                format!("\"{name}\": the disk is full (error 221); nothing was changed")
            );
        }
        amiga.set_volume("WORK:", true, None);
        assert!(expect_put(bench, 20, "DATA:c 3", b"new").contains("write-protected"));
        amiga.set_volume("WORK:", false, None);
        amiga.hold_file("DATA:c", true);
        assert!(expect_put(bench, 20, "DATA:c 3", b"new").contains("in use"));
        amiga.hold_file("DATA:c", false);
        assert_eq!(amiga.file("DATA:c"), Some(b"WORK:shared/data/c".to_vec()));
        assert_eq!(amiga.names("DATA:"), ["c"]);
    });
}

#[test]
fn whatever_call_fails_the_old_file_stays() {
    let calls = [
        FileCall::Lock,
        FileCall::Parent,
        FileCall::Examine,
        FileCall::Delete,
        FileCall::Rename,
        FileCall::SetAttributes,
        FileCall::Create,
        FileCall::Write,
        FileCall::Close,
    ];
    let (old, new) = (b"WORK:shared/data/c".to_vec(), bytes(5000));
    let mut failures = 0;
    for call in calls {
        for number in 1..20 {
            let code = with_files(1, |bench| {
                bench.amiga.fail_file_call(call, number, FileError(255));
                let answer = bench.put("DATA:c 5000", &new);
                bench.assert_in_order();
                let expected = if answer.code == 0 { &new } else { &old };
                assert_eq!(
                    bench.amiga.file("DATA:c").as_ref(),
                    Some(expected),
                    "{call:?} {number}"
                );
                if answer.code != 0 {
                    assert_eq!(answer.code, 20, "{}", answer.text);
                    assert!(answer.text.contains("error 255"), "{}", answer.text);
                }
                answer.code
            });
            failures += u32::from(code != 0);
        }
    }
    assert!(failures >= 14, "only {failures} calls failed");
}

#[test]
fn a_failed_rename_is_undone_and_told_when_it_cannot_be() {
    with_files(1, |bench| {
        // The second Rename gives the new file its name, the third one gives the old file its own back.
        bench.amiga.fail_file_call(FileCall::Rename, 2, FileError(255));
        assert!(expect_put(bench, 20, "DATA:c 3", b"new").ends_with("nothing was changed"));
        assert_eq!(bench.amiga.names("DATA:"), ["c"]);
        bench.amiga.fail_file_call(FileCall::Rename, 2, FileError(255));
        bench.amiga.fail_file_call(FileCall::Rename, 3, FileError(255));
        assert!(expect_put(bench, 20, "DATA:c 3", b"new").contains("NAME.ap-old"));
        assert_eq!(bench.amiga.names("DATA:"), ["c.ap-old"]);
        assert_eq!(bench.expect(0, "FSGET DATA:c"), "WORK:shared/data/c");
        assert_eq!(bench.amiga.names("DATA:"), ["c"]);
    });
}

/// Cuts the power before every call of an FSPUT, and looks at the file with a new server.
#[test]
fn a_cut_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let (old, new) = (b"WORK:shared/data/c".to_vec(), bytes(5000));
    let name = "c-with-a-longer-name-of-30-bytes";
    let name = &name[..30];
    for lookup in ["FSGET", "FSSTAT", "FSPUT", "FSDELETE"] {
        let mut renamed = 0;
        for calls in 0.. {
            let amiga = amiga_with_files();
            amiga.add_file(&format!("DATA:{name}"), &old);
            let answer = serve_files(&amiga, 1, |bench| {
                bench.amiga.cut_power(calls);
                bench.put(&format!("DATA:{name} 5000"), &new)
            });
            if !amiga.is_cut() {
                assert_eq!(answer.code, 0);
                assert!(
                    calls >= 15 && renamed >= 1,
                    "{calls} calls, {renamed} with the old file aside"
                );
                break;
            }
            amiga.power_up();
            renamed += u32::from(!amiga.has_object(&format!("DATA:{name}")));
            serve_files(&amiga, 1, |bench| match lookup {
                "FSGET" => {
                    let text = bench.expect(0, &format!("FSGET DATA:{name}"));
                    let read = bench::latin1(&text);
                    assert!(read == old || read == new, "cut before call {calls}");
                    assert!(answer.code != 0 || read == new);
                }
                "FSSTAT" => {
                    bench.expect(0, &format!("FSSTAT DATA:{name}"));
                }
                "FSPUT" => {
                    assert_eq!(bench.put(&format!("DATA:{name} 5"), b"later").code, 0);
                    assert_eq!(amiga.file(&format!("DATA:{name}")), Some(b"later".to_vec()));
                    assert_tidy(&amiga, "DATA:");
                }
                _ => {
                    bench.expect(0, &format!("FSDELETE DATA:{name}"));
                    bench.expect(5, &format!("FSGET DATA:{name}"));
                }
            });
        }
    }
}

#[test]
fn silence_ends_a_body_and_slowness_does_not() {
    with_files(1, |bench| {
        let start = |bench: &mut Bench<'_>| bench.amiga.now().as_millis();
        let begin = start(bench);
        bench.clients[0].send(b"FSPUT DATA:c 10 TIMEOUT=3\n12345");
        let answer = bench.reply(0);
        assert_eq!(answer.code, 15);
        assert!(answer.text.contains("TIMEOUT"), "{}", answer.text);
        assert_eq!(start(bench) - begin, 3000);
        bench.clients[0].send(b"FSPUT DATA:c 10\n12345");
        assert_eq!(bench.reply(0).code, 15);
        assert_eq!(start(bench) - begin, 33_000, "30 s unless said");
        assert_eq!(bench.amiga.file("DATA:c"), Some(b"WORK:shared/data/c".to_vec()));
        assert_tidy(&bench.amiga, "DATA:");
        // A byte every 2 s takes 20 s in all, and none of the silences is too long.
        bench.send(0, "FSPUT DATA:c 10 TIMEOUT=3");
        for number in 0..10 {
            let client = bench.clients[0].clone();
            bench.amiga.after(2000 * (number + 1), move |_| client.send(b"x"));
        }
        assert_eq!(bench.reply(0).code, 0);
        assert_eq!(bench.amiga.file("DATA:c"), Some(b"xxxxxxxxxx".to_vec()));
        bench.assert_in_order();
    });
}

#[test]
fn others_are_served_while_a_file_comes_in() {
    with_files(2, |bench| {
        bench.clients[0].send(b"FSPUT DATA:c 10\n12345");
        assert_eq!(bench.expect_on(1, 0, "FSGET DATA:c"), "WORK:shared/data/c");
        // The same file by another client: the helper is taken.
        assert!(bench.expect_on(1, 20, "FSPUT DATA:c 0").contains("in use"));
        assert_eq!(bench.expect_on(1, 0, "FSPUT DATA:d 0"), "written");
        bench.clients[0].send(b"67890");
        assert_eq!(bench.reply(0).text, "written");
        assert_eq!(bench.amiga.file("DATA:c"), Some(b"1234567890".to_vec()));
        assert_tidy(&bench.amiga, "DATA:");
    });
}

#[test]
fn a_client_that_goes_away_leaves_nothing() {
    with_files(2, |bench| {
        bench.clients[0].send(b"FSPUT DATA:c 5000\n12345");
        assert_eq!(bench.expect_on(1, 0, "PING"), "pong");
        bench.clients[0].close();
        assert_eq!(bench.expect_on(1, 0, "PING"), "pong");
        assert_eq!(bench.amiga.names("DATA:"), ["c"]);
        assert_eq!(bench.amiga.file("DATA:c"), Some(b"WORK:shared/data/c".to_vec()));
    });
}

#[test]
fn a_server_that_ends_leaves_nothing() {
    with_files(2, |bench| {
        bench.clients[0].send(b"FSPUT DATA:c 5000\n12345");
        bench.expect_on(1, 0, "QUIT");
        let answer = bench.reply(0);
        assert_eq!(answer.code, 20);
        assert!(answer.text.contains("nothing was changed"));
        assert_eq!(bench.amiga.names("DATA:"), ["c"]);
    });
}

#[test]
fn memory_that_ends_changes_nothing() {
    for blocks in 0.. {
        let answer = with_files(1, |bench| {
            bench.amiga.limit_allocations(Some(blocks));
            let answer = bench.put("DATA:c 5000", &bytes(5000));
            bench.amiga.limit_allocations(None);
            bench.assert_in_order();
            let kept = bench.amiga.file("DATA:c") == Some(b"WORK:shared/data/c".to_vec());
            assert_eq!(kept, answer.code != 0);
            answer
        });
        if answer.code == 0 {
            break;
        }
        assert_eq!(answer.code, 20, "{}", answer.text);
    }
}
