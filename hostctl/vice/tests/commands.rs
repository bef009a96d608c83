//! The commands for memory, checkpoints, registers, snapshots, resources and steps against the fake: what is sent, what
//! comes back, what changes.

mod common;

use common::{LONG, client, fake, monitor, refused};
use vice_monitor::command::{
    CheckpointSettings, Command, CommandCode, IntegerWidth, Memspace, Operations, ResourceSetting,
};
use vice_monitor::error::Error;
use vice_monitor::structures::ResourceValue;

const MAIN: Memspace = Memspace::COMPUTER;

fn breakpoint(address: u16) -> CheckpointSettings {
    CheckpointSettings {
        start: address,
        end: address,
        stop: true,
        enabled: true,
        operations: Operations::EXECUTE,
        temporary: false,
        memspace: None,
    }
}

#[test]
fn mem_get_reads_ranges_and_all_of_memory() {
    let fake = fake();
    fake.machine().memory[0xffff] = 0x5a;
    let mut client = client(&fake);
    assert_eq!(
        client.memory_get(false, 0x0400, 0x0403, MAIN, 0).unwrap(),
        [0x12, 0x05, 0x01, 0x04]
    );
    let all = client.memory_get(false, 0, 0xffff, MAIN, 1).unwrap();
    assert_eq!((all.len(), all[0xffff]), (0x1_0000, 0x5a));
}

#[test]
fn mem_set_writes_one_byte_and_all_of_memory() {
    let fake = fake();
    let mut client = client(&fake);
    client.memory_set(false, 0xffff, MAIN, 0, &[7]).unwrap();
    assert_eq!(fake.machine().memory[0xffff], 7);
    let all: Vec<u8> = (0..0x1_0000_u32).map(|index| ((index * 7) >> 3) as u8).collect();
    client.memory_set(true, 0, MAIN, 0, &all).unwrap();
    assert_eq!(fake.machine().memory, all);
    assert!(matches!(
        client.memory_set(false, 0xffff, MAIN, 0, &[1, 2]),
        Err(Error::Argument(_))
    ));
    assert!(matches!(
        client.memory_set(false, 0, MAIN, 0, &[]),
        Err(Error::Argument(_))
    ));
}

#[test]
fn checkpoint_set_gives_rising_numbers() {
    let fake = fake();
    let mut client = client(&fake);
    let first = client.checkpoint_set(breakpoint(0xc000)).unwrap();
    client.checkpoint_delete(first.number).unwrap();
    let settings = CheckpointSettings {
        operations: Operations::LOAD.with(Operations::STORE),
        temporary: true,
        stop: false,
        memspace: Some(Memspace(1)),
        ..breakpoint(0xd020)
    };
    let second = client.checkpoint_set(settings).unwrap();
    assert_eq!((first.number, second.number), (1, 2));
    assert_eq!(
        (second.operations, second.temporary, second.stop),
        (Operations(3), true, false)
    );
    assert_eq!(second.memspace, Memspace(1));
}

#[test]
fn checkpoint_get_shows_one() {
    let fake = fake();
    let mut client = client(&fake);
    let set = client.checkpoint_set(breakpoint(0xc000)).unwrap();
    assert_eq!(client.checkpoint_get(set.number).unwrap(), set);
}

#[test]
fn checkpoint_delete_removes_one() {
    let fake = fake();
    let mut client = client(&fake);
    let set = client.checkpoint_set(breakpoint(0xc000)).unwrap();
    client.checkpoint_delete(set.number).unwrap();
    assert!(fake.machine().checkpoints.is_empty());
}

#[test]
fn checkpoint_list_collects_the_frames_before_its_reply() {
    let fake = fake();
    let mut client = client(&fake);
    assert_eq!(client.checkpoint_list().unwrap(), []);
    let set: Vec<_> = (0..40)
        .map(|index| client.checkpoint_set(breakpoint(0xc000 + index)).unwrap())
        .collect();
    assert_eq!(client.checkpoint_list().unwrap(), set);
}

#[test]
fn checkpoint_toggle_switches_one() {
    let fake = fake();
    let mut client = client(&fake);
    let number = client.checkpoint_set(breakpoint(0xc000)).unwrap().number;
    client.checkpoint_toggle(number, false).unwrap();
    assert!(!client.checkpoint_get(number).unwrap().enabled);
    client.checkpoint_toggle(number, true).unwrap();
    assert!(client.checkpoint_get(number).unwrap().enabled);
}

#[test]
fn condition_set_marks_the_checkpoint_and_a_wrong_one_leaves_none() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    let set = monitor
        .set_checkpoint(breakpoint(0xc000), Some("A == $01"))
        .unwrap();
    assert!(set.has_condition);
    assert_eq!(fake.machine().conditions[&set.number], "A == $01");
    refused(monitor.set_checkpoint(breakpoint(0xc000), Some("@@(")), 0x8f);
    assert_eq!(fake.machine().checkpoints.len(), 1);
    let long = "A == $01 ".repeat(40);
    assert!(matches!(
        monitor.client().condition_set(set.number, &long),
        Err(Error::Argument(_))
    ));
}

#[test]
fn registers_get_is_named_by_the_machine() {
    let fake = fake();
    let registers = monitor(&fake).registers(MAIN).unwrap();
    let pc = registers.iter().find(|register| register.name == "PC").unwrap();
    assert_eq!((pc.value, pc.bits), (0xf7c0, 16));
    assert_eq!(registers.len(), 8);
}

#[test]
fn registers_set_finds_names_in_any_case_and_checks_first() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    let after = monitor
        .set_registers(MAIN, &[("pc".into(), 0xc000), ("A".into(), 0x7f)])
        .unwrap();
    assert_eq!((after[0].value, after[1].value), (0xc000, 0x7f));
    assert_eq!(fake.machine().pc(), 0xc000);
    let wrong = monitor.set_registers(MAIN, &[("X".into(), 1), ("A".into(), 0x100)]);
    assert!(matches!(wrong, Err(Error::Argument(_))), "{wrong:?}");
    let unknown = monitor.set_registers(MAIN, &[("X".into(), 1), ("Q".into(), 1)]);
    assert!(
        matches!(&unknown, Err(Error::NotFound { known, .. }) if known.len() == 8),
        "{unknown:?}"
    );
    assert_eq!(fake.machine().registers[2].value, 0, "X is unchanged");
}

#[test]
fn dump_and_undump_restore_the_machine() {
    let fake = fake();
    let mut client = client(&fake);
    client.dump(true, true, "machine.vsf").unwrap();
    client.memory_set(false, 0xc000, MAIN, 0, &[1, 2, 3]).unwrap();
    client.registers_set(MAIN, &[(3, 0x1234)]).unwrap();
    assert_eq!(client.undump("machine.vsf").unwrap(), 0xf7c0);
    assert_eq!(
        client.memory_get(false, 0xc000, 0xc002, MAIN, 0).unwrap(),
        [0, 0, 0]
    );
}

#[test]
fn resource_get_tells_texts_from_integers() {
    let fake = fake();
    let mut client = client(&fake);
    assert_eq!(
        client.resource_get("JoyPort1Device").unwrap(),
        ResourceValue::Integer(1)
    );
    assert_eq!(
        client.resource_get("SoundDeviceName").unwrap(),
        ResourceValue::Text("dummy".into())
    );
}

#[test]
fn resource_set_sends_the_type_that_the_resource_has() {
    let fake = fake();
    let mut monitor = monitor(&fake);
    monitor.set_resource("JAMAction", "$25").unwrap();
    assert_eq!(
        fake.machine().resources["JAMAction"],
        ResourceValue::Integer(0x25)
    );
    monitor.set_resource("JAMAction", "-1").unwrap();
    assert_eq!(fake.machine().resources["JAMAction"], ResourceValue::Integer(-1));
    monitor.set_resource("SoundDeviceName", "pulse").unwrap();
    assert_eq!(
        fake.machine().resources["SoundDeviceName"],
        ResourceValue::Text("pulse".into())
    );
    assert!(matches!(
        monitor.set_resource("JAMAction", "loud"),
        Err(Error::Argument(_))
    ));
    for width in [IntegerWidth::One, IntegerWidth::Two, IntegerWidth::Four] {
        monitor
            .client()
            .resource_set("JAMAction", ResourceSetting::Integer { value: 3, width })
            .unwrap();
        assert_eq!(fake.machine().resources["JAMAction"], ResourceValue::Integer(3));
    }
    monitor
        .client()
        .resource_set("JAMAction", ResourceSetting::Text(b"5".to_vec()))
        .unwrap();
    assert_eq!(fake.machine().resources["JAMAction"], ResourceValue::Integer(5));
}

#[test]
fn advance_instructions_steps_and_reports_the_stop() {
    let fake = fake();
    fake.machine().memory[0xc000..0xc006].copy_from_slice(&[0xa9, 0x01, 0x8d, 0x20, 0xd0, 0xea]);
    fake.machine().set_pc(0xc000);
    let mut monitor = monitor(&fake);
    assert_eq!(monitor.step(1, false, LONG).unwrap().pc, 0xc002);
    let stop = monitor.step(2, true, LONG).unwrap();
    assert_eq!((stop.pc, stop.registers.len(), stop.hits.len()), (0xc006, 8, 0));
}

#[test]
fn execute_until_return_reports_the_stop() {
    let fake = fake();
    fake.machine().memory[0xc000..0xc003].copy_from_slice(&[0xea, 0xea, 0x60]);
    fake.machine().set_pc(0xc000);
    assert_eq!(monitor(&fake).finish(LONG).unwrap().pc, 0xc003);
}

#[test]
fn every_command_has_its_number_and_name() {
    for (code, name) in CommandCode::ALL {
        assert_eq!(CommandCode::from_byte(code.byte()), Some(code));
        assert_eq!(code.name(), name);
    }
    assert_eq!(
        (0..=255)
            .filter(|byte| CommandCode::from_byte(*byte).is_some())
            .count(),
        30
    );
    assert_eq!(Command::Ping.code().reply_kind(), 0x81);
    assert_eq!(
        (
            CommandCode::CheckpointSet.reply_kind(),
            CommandCode::RegistersSet.reply_kind()
        ),
        (0x11, 0x31)
    );
}
