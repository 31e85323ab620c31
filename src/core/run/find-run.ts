/** Look-ups over runs that commands and views share. */
import type { Refusal } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { edited } from '../state/apply.ts';
import type { EntityMap } from '../state/entity.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { type DelegationLimits, defaultLimits } from '../workspace/workspace.ts';
import type { Run } from './run.ts';

export const unknownRun: Refusal = {
  code: 'unknown_run',
  message: 'No run of yours has that id.',
  next: 'Call tandem_list and use a task_id of its list.',
};

export const unknownConversation: Refusal = {
  code: 'unknown_conversation',
  message: 'No conversation of yours has that id.',
  next: 'Call tandem_list and use a conversation_id of its list.',
};

export const worktreeGoing: Refusal = {
  code: 'worktree_going',
  message: 'The worktree of this conversation is being removed.',
  next: 'Wait a moment and call again: the next turn begins in a new worktree.',
};

/** For summaries. */
export function namedRun(run: Pick<Run, 'goal'>): string {
  return `the run "${cut(run.goal, 80)}"`;
}

export function limitsOf(state: State): DelegationLimits {
  // A workspace of an earlier version may lack a limit that came later.
  return { ...defaultLimits, ...state.workspace.delegation };
}

type Hung = 'question' | 'request' | 'artifact' | 'check';

/** What hangs on a run, in the order of its making. */
export function ofRun<K extends Hung>(state: State, runId: string, kind: K): EntityMap[K][] {
  const found: EntityMap[K][] = [];
  const table = state.tables[kind] as ReadonlyMap<string, EntityMap[K]>;
  for (const name of state.index.ofRun.get(runId) ?? []) {
    if (!name.startsWith(`${kind}:`)) continue;
    const entity = table.get(name.slice(kind.length + 1));
    if (entity) found.push(entity);
  }
  return found;
}

/** What a run waits for ends with it: nobody is asked for a run that is over. */
export function closeWaits(state: State, runId: string): Change[] {
  const questions = ofRun(state, runId, 'question').filter((one) => one.status === 'open');
  const requests = ofRun(state, runId, 'request').filter((one) => one.status === 'open');
  return [
    ...questions.map((one) => edited('question', one, { status: 'closed' })),
    ...requests.map((one) => edited('request', one, { status: 'closed' })),
  ];
}

export function runsOfConversation(state: State, conversationId: string): Run[] {
  return (state.index.runsOfConversation.get(conversationId) ?? []).flatMap((id) => state.tables.run.get(id) ?? []);
}

/** Check runs of all its turns, in their order: what failed in one turn does not vanish with the next. */
export function checksOfConversation(state: State, conversationId: string): EntityMap['check'][] {
  const found = runsOfConversation(state, conversationId).flatMap((run) => ofRun(state, run.id, 'check'));
  return found.sort((one, other) => one.seq - other.seq);
}

export function activeRuns(state: State): Run[] {
  return [...state.index.activeRuns].flatMap((id) => state.tables.run.get(id) ?? []);
}

/** Absolute folder inside (or equal to) another. Both are resolved; POSIX and Windows separators count. */
export function liesIn(folder: string, path: string): boolean {
  if (path === folder) return true;
  const end = folder.endsWith('/') || folder.endsWith('\\') ? folder : `${folder}/`;
  return path.startsWith(end) || path.startsWith(end.replace(/\/$/, '\\'));
}

/** The narrowest live root that holds the folder. */
export function rootOf(state: State, cwd: string): EntityMap['root'] | undefined {
  let best: EntityMap['root'] | undefined;
  for (const root of state.tables.root.values()) {
    if (root.removedAt !== null || !liesIn(root.path, cwd)) continue;
    if (!best || root.path.length > best.path.length) best = root;
  }
  return best;
}
