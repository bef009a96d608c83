//! `AmiPilotServer`: the server on an Amiga. Reads its options, opens the serial line, serves until QUIT or Ctrl-C.
//!
//! Spec §3.4. What it prints starts with its name; whatever keeps it from starting ends it with return code 20.
#![no_std]
#![no_main]

use firmware::Server;
use firmware::options::{self, Given, Options};
use hal_amiga::amiga::{AmigaMachine, Arguments, Console, Context, Paula, ReturnCode};
use protocol::Sink;

hal_amiga::amiga_program!("AmiPilotServer", "$VER: AmiPilotServer 2.0 (01.12.2026)", stack 8192, main);

/// The shell's output as a place for text.
struct Output(Console);

impl Sink for Output {
    fn put(&mut self, bytes: &[u8]) {
        self.0.text(bytes);
    }
}

/// Serves. Everything that it opens is given back when it returns.
fn main(context: &Context) -> ReturnCode {
    match serve(context) {
        Some(()) => ReturnCode::OK,
        None => ReturnCode::FAIL,
    }
}

/// Starts up and serves; `None` when it could not start, after saying why.
#[inline(never)]
fn serve(context: &Context) -> Option<()> {
    let (options, arguments) = read_options(context)?;
    let mut machine = AmigaMachine::open(context)
        .map_err(|error| error.print(context))
        .ok()?;
    let paula = Paula::open(options.baud, options.handshake);
    let mut line = paula.map_err(|error| error.print(context)).ok()?;
    machine.watch(line.mask());
    let mut server = Server::new(&mut machine, options);
    server.attach(&mut line).map_err(|_| no_memory(context)).ok()?;
    grant_roots(context, &arguments, &mut server)?;
    drop(arguments);
    print_banner(context, &options);
    server.run();
    Some(())
}

/// Grants what FSROOT names, and says so; `None` when something cannot be granted, after saying why.
#[inline(never)]
fn grant_roots(
    context: &Context,
    arguments: &Arguments<OPTIONS>,
    server: &mut Server<'_, AmigaMachine<'_>>,
) -> Option<()> {
    let mut index = 0;
    while let Some(path) = arguments.several(FILE_ROOTS, index) {
        if let Err(error) = server.grant(path) {
            complain(context, |output| options::write_root_error(path, error, output));
            return None;
        }
        options::write_root(path, &mut Output(context.console()));
        index += 1;
    }
    Some(())
}

/// Prints what is in force, and that the server is ready.
#[inline(never)]
fn print_banner(context: &Context, options: &Options) {
    options::write_banner(options, &mut Output(context.console()));
}

/// Says that a session does not fit.
fn no_memory(context: &Context) {
    complain(context, |output| {
        output.put(b"not enough memory for a session; end other programs and try again")
    });
}

/// Options of the template.
const OPTIONS: usize = 10;

/// Which of them is FSROOT.
const FILE_ROOTS: usize = 6;

/// Reads the command line; `None` when something is wrong with it, after saying what.
#[inline(never)]
fn read_options(context: &Context) -> Option<(Options, Arguments<OPTIONS>)> {
    let arguments = Arguments::read(context, options::TEMPLATE)
        .map_err(|error| error.print(context))
        .ok()?;
    let given = Given {
        serial: arguments.switch(0),
        device: arguments.text(1),
        unit: arguments.number(2),
        baud: arguments.number(3),
        tcp: arguments.switch(4),
        tcp_port: arguments.number(5).is_some(),
        tcp_allow: arguments.text(7).is_some(),
        tcp_password: arguments.text(8).is_some(),
        handshake: arguments.switch(9),
    };
    let options = options::check(&given);
    let options = options
        .map_err(|error| complain(context, |output| error.write_to(output)))
        .ok()?;
    Some((options, arguments))
}

/// Prints one line after the program's name.
#[inline(never)]
fn complain(context: &Context, write: impl FnOnce(&mut Output)) {
    let mut output = Output(context.console());
    output.put(b"AmiPilotServer: ");
    write(&mut output);
    output.put(b"\n");
}
