//! Time, windows and screens that come and go, and faults on demand.

use super::*;

#[test]
fn waiting_jumps_to_what_happens_next() {
    let mut machine = SimulatedAmiga::new();
    machine.after(2_000, |machine| machine.request_quit());
    assert!(!machine.wait(Some(Instant::from_millis(500))).quit);
    assert_eq!(machine.now().as_millis(), 500);
    assert!(machine.wait(None).quit);
    assert_eq!(machine.now().as_millis(), 2_000);
    assert_eq!(machine.wakes(), 2);
    assert!(!machine.wait(None).quit, "Ctrl-C is told once");
    assert!(machine.is_asleep(), "nothing is left to happen");
    assert_eq!(machine.wakes(), 2, "sleeping on is no waking");
    machine.wait(Some(machine.clone().now()));
    assert!(!machine.is_asleep());
}

#[test]
fn a_window_opened_later_is_there_later() {
    let mut machine = SimulatedAmiga::new();
    machine.after(2_000, |machine| {
        let bounds = Rect {
            left: 60,
            top: 60,
            width: 160,
            height: 50,
        };
        machine.open_window(
            machine.front_screen(),
            NewWindow::titled("Async Dialog", bounds),
            None,
        );
    });
    assert_eq!(machine.outline().expect("memory").windows.len(), 0);
    pause(&mut machine, 1_999);
    assert_eq!(machine.outline().expect("memory").windows.len(), 0);
    pause(&mut machine, 1);
    let outline = machine.outline().expect("memory");
    assert_eq!(outline.windows.len(), 1);
    assert_eq!(
        outline.windows[0].title.map(|title| outline.text.get(title)),
        Some(&b"Async Dialog"[..])
    );
}

#[test]
fn coming_forward_takes_effect_later() {
    let (mut machine, window) = started(Style::V40);
    let screen = machine.front_screen();
    let cover = NewWindow::titled(
        "Cover",
        Rect {
            left: 0,
            top: 0,
            width: 640,
            height: 256,
        },
    );
    let cover = machine.open_window(
        screen,
        NewWindow {
            flags: 0x100E,
            ..cover
        },
        None,
    );
    let other = Rect {
        left: 0,
        top: 0,
        width: 640,
        height: 256,
    };
    machine.open_screen("Other", other);
    assert_eq!(machine.active_window(), Some(cover));
    machine.bring_forward(window).expect("the window is open");
    assert!(!machine.is_forward(window));
    pause(&mut machine, 19);
    assert!(!machine.is_forward(window));
    pause(&mut machine, 1);
    assert!(machine.is_forward(window));
    assert_eq!(machine.front_screen(), screen);
    // Now a click reaches it and not the window that covered it.
    let connect = place(&machine, window, GtApp::CONNECT).centre();
    click(&mut machine, connect);
    pause(&mut machine, 100);
    assert_eq!(
        machine.text(window, GtApp::STATUS).as_deref(),
        Some(&b"pressed 1"[..])
    );
}

#[test]
fn a_window_may_close_at_any_step_of_a_walk() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        let before = machine.steps();
        machine.gadgets(window).expect("the window is open");
        let steps = machine.steps() - before;
        assert!(steps > 10, "one for the call and one for each gadget");
        for step in 1..=steps {
            let (mut machine, window) = started(style);
            machine.after_steps(step, move |machine| machine.close_window(window));
            assert_eq!(machine.gadgets(window), Err(WalkError::WindowGone), "step {step}");
            assert_eq!(machine.bring_forward(window), Err(WalkError::WindowGone));
            assert!(!machine.is_forward(window));
        }
    }
}

#[test]
fn memory_may_end_at_any_block() {
    let (mut machine, window) = started(Style::V40);
    for blocks in 0..3 {
        machine.limit_allocations(Some(blocks));
        assert_eq!(machine.outline(), Err(OutOfMemory));
        machine.limit_allocations(Some(blocks));
        assert_eq!(machine.gadgets(window), Err(WalkError::OutOfMemory));
    }
    machine.limit_allocations(Some(3));
    assert!(machine.outline().is_ok());
    machine.limit_allocations(None);
    assert!(machine.gadgets(window).is_ok());
}

#[test]
fn a_closed_screen_takes_its_windows_along() {
    let mut machine = SimulatedAmiga::new();
    let front = machine.front_screen();
    let bounds = Rect {
        left: 0,
        top: 0,
        width: 640,
        height: 256,
    };
    let screen = machine.open_screen("Second", bounds);
    let window = machine.open_window(screen, NewWindow::titled("There", bounds), None);
    let outline = machine.outline().expect("memory");
    assert_eq!(
        outline
            .screens
            .iter()
            .map(|screen| screen.handle)
            .collect::<Vec<_>>(),
        [screen, front]
    );
    assert_eq!(outline.windows[0].screen, 0);
    machine.close_screen(screen);
    assert!(!machine.is_open(window));
    assert_eq!(
        machine.send(InputEvent::Pointer { screen, x: 1, y: 1 }),
        Err(InputError::ScreenGone)
    );
}

#[test]
fn handles_are_used_again_only_when_asked() {
    let bounds = Rect {
        left: 0,
        top: 0,
        width: 100,
        height: 50,
    };
    for again in [false, true] {
        let machine = SimulatedAmiga::new();
        if again {
            machine.reuse_handles();
        }
        let first = machine.open_window(machine.front_screen(), NewWindow::titled("One", bounds), None);
        machine.close_window(first);
        let second = machine.open_window(machine.front_screen(), NewWindow::titled("Two", bounds), None);
        assert_eq!(first == second, again);
    }
}

#[test]
fn relative_places_follow_the_window() {
    let (mut machine, window) = started(Style::V40);
    let tree = machine.gadgets(window).expect("open");
    let bounds = |wanted| {
        tree.gadgets
            .iter()
            .find(|gadget| gadget.system == wanted)
            .map(|gadget| gadget.bounds)
    };
    let width = tree.window.bounds.width;
    assert_eq!(
        bounds(SystemGadget::Drag),
        Some(Rect {
            left: 0,
            top: 0,
            width,
            height: 11
        })
    );
    assert_eq!(
        bounds(SystemGadget::Depth),
        Some(Rect {
            left: width - 23,
            top: 0,
            width: 24,
            height: 11
        })
    );
}

#[test]
fn the_machine_tells_what_it_is_made_of() {
    let mut machine = SimulatedAmiga::new();
    assert_eq!(machine.system().processor, 68_000);
    let system = SystemReport {
        exec: (51, 0),
        processor: 68_020,
        ..machine.system()
    };
    machine.set_system(system);
    assert_eq!(machine.system(), system);
    let memory = MemoryReport {
        chip_free: 1_000,
        ..machine.memory()
    };
    machine.set_memory(memory);
    assert_eq!(machine.memory(), memory);
}

#[test]
fn two_runs_are_equal() {
    let run = || {
        let (mut machine, window) = started(Style::Aros);
        let host = place(&machine, window, GtApp::HOST).centre();
        click(&mut machine, host);
        type_text(&mut machine, b"deterministic\n");
        let connect = place(&machine, window, GtApp::CONNECT).centre();
        click(&mut machine, connect);
        pause(&mut machine, 500);
        machine.log()
    };
    assert_eq!(run(), run());
}
