//! Verbs about files: FSLIST, FSSTAT, FSMKDIR, FSDELETE, FSGET, FSPUT. Spec §2.8.

use super::{Context, Outcome};
use crate::body::{Body, Reply};
use crate::files::{
    Child, Download, Listing, ListingTask, Refusal, Upload, child, failure, is_below, locate, lock_below,
    messages, not_done, remove_leftover, restore,
};
use crate::task::Task;
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{Files, Lock, Machine, TextPool};
use protocol::request::Fields;
use protocol::{ReturnCode, Verb, Word};

/// Starts one of these verbs.
#[inline(never)]
pub(super) fn start<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let path = request.text();
    let body = match request.verb {
        Verb::FsList => return flow(list(context, path)),
        Verb::FsPut => return flow(put(context, request)),
        Verb::FsStat => stat(context, path),
        Verb::FsMakeDir => make_directory(context, path),
        Verb::FsDelete => delete(context, path),
        _ => get(context, path),
    };
    Break(match body {
        Ok(body) => Reply::new(ReturnCode::Ok, body),
        Err(refusal) => refusal.into(),
    })
}

/// A task, or the reply of one that could not begin.
fn flow(result: Result<Task, Refusal>) -> Outcome {
    match result {
        Ok(task) => Continue(task),
        Err(refusal) => Break(refusal.into()),
    }
}

/// FSLIST: a line per entry, read as a task.
#[inline(never)]
fn list<M: Machine>(context: &mut Context<'_, M>, path: &Word<'_>) -> Result<Task, Refusal> {
    let files = &mut *context.machine;
    let directory = lock_below(files, &context.shared.roots, path)?;
    if !entry(files, &directory)?.is_directory() {
        return Err(Refusal::Text(ReturnCode::Error, messages::NOT_A_DIRECTORY));
    }
    let scan = files.scan(directory).map_err(|error| not_done(error, ""))?;
    Ok(Task::Listing(ListingTask::new(scan)))
}

/// FSSTAT: the one line of an object.
#[inline(never)]
fn stat<M: Machine>(context: &mut Context<'_, M>, path: &Word<'_>) -> Result<Body, Refusal> {
    let lock = lock_below(context.machine, &context.shared.roots, path)?;
    let listing = entry(context.machine, &lock)?;
    Ok(Body::Entries(listing))
}

/// The entry of an object itself.
fn entry<F: Files>(files: &mut F, lock: &Lock) -> Result<Listing, Refusal> {
    Listing::of(files, lock).map_err(|error| not_done(error, ""))
}

/// FSMKDIR: makes one directory.
#[inline(never)]
fn make_directory<M: Machine>(context: &mut Context<'_, M>, path: &Word<'_>) -> Result<Body, Refusal> {
    let (files, roots) = (&mut *context.machine, &context.shared.roots);
    let place = locate(files, roots, path)?;
    if place.is_bare {
        return Err(Refusal::Text(ReturnCode::Error, messages::NO_NAME));
    }
    let made = files
        .make_directory(&place.directory, &place.leaf)
        .map_err(|error| not_done(error, ""))?;
    // AmigaDOS follows a link that leads to nothing yet, and makes the drawer there.
    match is_below(files, roots, &made) {
        Ok(true) => Ok(Body::Text("created")),
        Ok(false) => {
            remove_stray(files, made);
            Err(Refusal::Text(ReturnCode::Error, messages::LEADS_ELSEWHERE))
        }
        Err(error) => Err(not_done(error, "")),
    }
}

/// Removes an empty directory that has come to lie outside of the roots.
fn remove_stray<F: Files>(files: &mut F, made: Lock) {
    let mut texts = TextPool::new();
    if let (Ok(entry), Ok(Some(parent))) = (files.examine(&made, &mut texts), files.parent(&made)) {
        drop(made);
        // Nobody could be told more than that nothing was made where it should be.
        let _ = files.delete(&parent, texts.get(entry.name));
    }
}

/// FSDELETE: deletes a file, an empty directory, or a link that leads to somewhere below a root.
#[inline(never)]
fn delete<M: Machine>(context: &mut Context<'_, M>, path: &Word<'_>) -> Result<Body, Refusal> {
    let (files, roots) = (&mut *context.machine, &context.shared.roots);
    let place = locate(files, roots, path)?;
    if place.leaf.is_empty() {
        return Err(Refusal::Text(ReturnCode::Error, messages::NO_NAME));
    }
    let failed = |error| not_done(error, messages::UNTOUCHED);
    let directory = &place.directory;
    if let Child::Missing = child(files, directory, &place.leaf, &mut TextPool::new()).map_err(failed)? {
        restore(files, directory, &place.leaf).map_err(failed)?;
    }
    let lock = files
        .lock(Some(directory), &place.leaf)
        .map_err(|error| failure(error, ""))?;
    if !is_below(files, roots, &lock).map_err(failed)? {
        return Err(roots.refusal());
    }
    drop(lock);
    // First the leftover of a replacement: else it would come back under the name that is free then.
    remove_leftover(files, directory, &place.leaf).map_err(failed)?;
    files.delete(directory, &place.leaf).map_err(failed)?;
    Ok(Body::Text("deleted"))
}

/// FSGET: the bytes of a file, sent as they are read.
#[inline(never)]
fn get<M: Machine>(context: &mut Context<'_, M>, path: &Word<'_>) -> Result<Body, Refusal> {
    let files = &mut *context.machine;
    let lock = lock_below(files, &context.shared.roots, path)?;
    let about = entry(files, &lock)?;
    if about.is_directory() {
        return Err(Refusal::Text(ReturnCode::Error, messages::IS_A_DIRECTORY));
    }
    let reader = files.open(lock).map_err(|error| not_done(error, ""))?;
    let download = Download::begin(files, reader, about.size()).map_err(|error| not_done(error, ""))?;
    Ok(Body::File(download))
}

/// FSPUT: takes the bytes that follow the request.
#[inline(never)]
fn put<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Result<Task, Refusal> {
    let upload = Upload::begin(context.machine, &context.shared.roots, request)?;
    Ok(Task::Upload(upload))
}
