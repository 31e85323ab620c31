/** A person's writes of tasks, commitments and settings, and their undo. */

import type { Author } from '../../core/access/author.ts';
import { undoPlan as undoPlanIn } from '../../core/proposal/undo-plan.ts';
import type { StoredEvent } from '../../core/state/event.ts';
import { aliasOf } from '../../core/state/state.ts';
import { changeCalendar as changeCalendarIn } from '../../core/workspace/calendar-commands.ts';
import * as commitments from '../../core/workspace/commitment-commands.ts';
import { emptyExample as emptyExampleIn } from '../../core/workspace/example.ts';
import * as tasks from '../../core/workspace/task-commands.ts';
import { canUndo, undoChange as undoIn } from '../../core/workspace/undo-change.ts';
import { done, type Result, refuse } from '../../kit/result.ts';
import { contextOf, type Decide } from '../kernel.ts';
import { act, type Parts, stateOf, type UseCase } from '../parts.ts';

export const createTask: UseCase<'create_task'> = (parts, call, input) =>
  act(
    parts,
    call.author,
    (state, context) => tasks.createTask(state, input, context),
    (value) => value,
  );

export const editTask: UseCase<'edit_task'> = (parts, call, { taskId, ...fields }) =>
  act(parts, call.author, (state, context) => tasks.editTask(state, taskId, fields, context));

export const trashTask: UseCase<'trash_task'> = (parts, call, { taskId }) =>
  act(parts, call.author, (state, context) => tasks.trashTask(state, taskId, context));

export const restoreTask: UseCase<'restore_task'> = (parts, call, { taskId }) =>
  act(parts, call.author, (state, context) => tasks.restoreTask(state, taskId, context));

export const createCommitment: UseCase<'create_commitment'> = (parts, call, input) =>
  act(
    parts,
    call.author,
    (state, context) => commitments.createCommitment(state, input, context),
    (value) => value,
  );

export const editCommitment: UseCase<'edit_commitment'> = (parts, call, { commitmentId, ...fields }) =>
  act(parts, call.author, (state) => commitments.editCommitment(state, commitmentId, fields));

export const removeCommitment: UseCase<'remove_commitment'> = (parts, call, { commitmentId }) =>
  act(parts, call.author, (state, context) => commitments.removeCommitment(state, commitmentId, context));

export const changeCalendar: UseCase<'change_calendar'> = (parts, call, input) =>
  act(parts, call.author, (state) => changeCalendarIn(state, input));

export const emptyExample: UseCase<'empty_example'> = (parts, call) =>
  act(parts, call.author, (state, context) => emptyExampleIn(state, context));

/** The event that `undo_change` would undo for this author; null when there is none. */
export async function undoableEvent(parts: Parts, authorId: string): Promise<StoredEvent | null> {
  const undone = new Set<number>();
  for (let beforeSeq: number | undefined, page = 0; page < 4; page += 1) {
    const events = await parts.store.events(parts.workspaceId, {
      authorId,
      newestFirst: true,
      limit: 50,
      ...(beforeSeq === undefined ? {} : { beforeSeq }),
    });
    for (const event of events) {
      const undoes = (event.payload?.detail as { readonly undoes?: number } | undefined)?.undoes;
      if (undoes !== undefined) undone.add(undoes);
      if (canUndo(event) && !undone.has(event.header.seq)) return event;
    }
    beforeSeq = events.at(-1)?.header.seq;
    if (beforeSeq === undefined) break;
  }
  return null;
}

export const undoChange: UseCase<'undo_change'> = async (parts, call, { seq, preview }) => {
  const event = seq === undefined ? await undoableEvent(parts, call.author.id) : await eventAt(parts, seq);
  // What was done at the desk is undone at the desk: the page's key does not reach it.
  const reaches = event?.header.author.kind === call.author.kind || call.author.kind === 'desk';
  if (!event || event.header.author.id !== call.author.id || !reaches) {
    return refuse({
      code: 'nothing_to_undo',
      message: 'There is no change of yours that can be undone.',
      next: 'Use the history of the task.',
    });
  }
  return run(
    parts,
    call.author,
    preview === true,
    (state, context) => undoIn(state, event, context),
    (value) => value,
  );
};

async function eventAt(parts: Parts, seq: number): Promise<StoredEvent | null> {
  const [event] = await parts.store.events(parts.workspaceId, { afterSeq: seq - 1, limit: 1 });
  return event?.header.seq === seq ? event : null;
}

export const undoPlan: UseCase<'undo_plan'> = (parts, call, { proposalId, alsoTaskIds, preview }) =>
  run(
    parts,
    call.author,
    preview === true,
    (state, context) => undoPlanIn(state, proposalId, alsoTaskIds ?? [], context),
    ({ trash, keep }) => ({
      trash: trash.map((task) => ({ id: task.id, alias: aliasOf(task), title: task.title })),
      keep: keep.map(({ task, reason }) => ({ id: task.id, alias: aliasOf(task), title: task.title, reason })),
    }),
  );

/** A command, or with `preview` only what it would answer. */
async function run<T>(
  parts: Parts,
  author: Author,
  preview: boolean,
  decide: Decide<T>,
  shape: (value: T) => object,
): Promise<Result<unknown>> {
  if (!preview) return act(parts, author, decide, shape);
  const state = stateOf(parts);
  const clockMs = parts.clock.now();
  const ids = { next: () => 'preview' };
  const decision = decide(state, contextOf({ author, nowMs: clockMs, clockMs, ids }));
  const { seq, version } = state.workspace;
  return decision.ok ? done({ ...shape(decision.value.value), seq, version }) : decision;
}
