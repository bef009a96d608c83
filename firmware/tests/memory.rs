//! A machine without memory: every request says so, and the next one works.

mod bench;

use bench::with_gtapp;
use hal_amiga::simulated::Style;

#[test]
fn memory_may_end_at_any_allocation() {
    for line in [
        "SCREENS",
        "TREE GTApp",
        "TREE none",
        "GETTEXT GTApp 9",
        "GETTEXT GTApp 77",
        "CLICK GTApp 1",
        "CLICK GTApp 1 EXPECT=WINDOW=GTApp",
        "CLICK GTApp 1 EXPECT=WINDOW=none TIMEOUT=1",
        "TYPE GTApp 2 ab",
        "WAITFOR WINDOW=GTApp",
        "WAITFOR NOWINDOW=none",
        "WAITFOR REQUESTER TIMEOUT=1",
        "WAITFOR GTApp 9 TEXT=",
    ] {
        let normal = with_gtapp(Style::V40, |bench, _| bench.ask(line).code);
        let mut blocks = 0;
        loop {
            let enough = with_gtapp(Style::V40, |bench, _| {
                bench.amiga.limit_allocations(Some(blocks));
                let before = bench.amiga.allocations();
                let answer = bench.ask(line);
                let enough = bench.amiga.allocations() - before <= blocks;
                assert_eq!(
                    answer.code,
                    if enough { normal } else { 20 },
                    "{line} with {blocks} blocks: {answer:?}"
                );
                assert!(
                    enough || answer.text.starts_with("not enough memory"),
                    "{answer:?}"
                );
                assert!(bench.amiga.nothing_held());
                bench.amiga.limit_allocations(None);
                assert_eq!(bench.ask(line).code, normal, "the next one works");
                enough
            });
            if enough {
                break;
            }
            blocks += 1;
        }
        assert!(blocks >= 3, "{line} needs {blocks} blocks only");
    }
}

#[test]
fn requests_that_need_no_copy_need_no_memory() {
    with_gtapp(Style::V40, |bench, _| {
        bench.amiga.limit_allocations(Some(0));
        for (line, code) in [
            ("VERSION", 0),
            ("INFO", 0),
            ("AUTH amipilot", 0),
            ("PING", 0),
            ("NONSENSE", 10),
            ("QUIT", 0),
        ] {
            bench.expect(code, line);
        }
    });
}
