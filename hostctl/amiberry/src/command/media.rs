//! Floppy disks, CDs, hard drives, WHDLoad.

use super::argument::due;
use super::{Argument, Kind, Specification};
use crate::value::{Form, Shape};

const DRIVE: Argument = due("DRIVE", Kind::Number(0, 3));

pub(super) const MEDIA: &[Specification] = &[
    Specification::action(
        "INSERTFLOPPY",
        "Insert a disk image; Amiberry does not look whether it exists",
        &[due("FILE", Kind::Path), DRIVE],
    ),
    Specification::action("EJECT_FLOPPY", "Take a disk out", &[DRIVE]),
    Specification::query(
        "LIST_FLOPPIES",
        "List the drives' disks",
        Shape::Record(&[("DF#", Form::Optional)]),
    ),
    Specification::action(
        "DISKSWAP",
        "Insert a disk of the swapper's list",
        &[due("DISK", Kind::Number(0, 19)), DRIVE],
    ),
    Specification::query(
        "QUERYDISKSWAP",
        "Show which of the swapper's disks is in a drive; -1 for none, 0 also for an empty drive",
        Shape::Places(&[("disk", Form::Integer)]),
    )
    .with(&[DRIVE]),
    Specification::action(
        "SET_FLOPPY_SPEED",
        "Set the drives' speed in percent; 0 is turbo",
        &[due("SPEED", Kind::OneOf(&[0, 100, 200, 400, 800]))],
    ),
    Specification::query(
        "GET_FLOPPY_SPEED",
        "Show the drives' speed",
        Shape::Places(&[("speed", Form::Integer), ("name", Form::Text)]),
    ),
    Specification::action(
        "DISK_WRITE_PROTECT",
        "Write-protect a disk",
        &[DRIVE, due("PROTECT", Kind::Switch)],
    ),
    Specification::query(
        "GET_DISK_WRITE_PROTECT",
        "Show whether a disk is write-protected",
        Shape::Places(&[("protected", Form::Flag), ("name", Form::Text)]),
    )
    .with(&[DRIVE]),
    Specification::action("INSERTCD", "Insert a CD image", &[due("FILE", Kind::Path)]),
    Specification::action("EJECT_CD", "Take the CD out", &[]),
    Specification::query("LIST_HARDDRIVES", "List hard drives", Shape::HardDrives),
    Specification::action(
        "INSERT_WHDLOAD",
        "Load a WHDLoad game",
        &[due("FILE", Kind::Path)],
    )
    .answers(Shape::Message),
    Specification::action("EJECT_WHDLOAD", "Take the WHDLoad game out", &[]).answers(Shape::Message),
    Specification::query(
        "GET_WHDLOAD",
        "Show the WHDLoad game",
        Shape::Record(&[
            ("loaded", Form::Flag),
            ("filename", Form::Optional),
            ("game_name?", Form::Text),
            ("sub_path?", Form::Text),
            ("slave?", Form::Text),
            ("slave_count?", Form::Integer),
        ]),
    ),
];
