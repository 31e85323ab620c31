/**
 * Finished runs, made by the product's own commands in the product's own order: asked for, launched, running, reported,
 * ended, judged. Only the processes are left out, and many runs take the same step in one transaction, by the daemon's
 * hand where a worker's would be.
 */
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { openKernel } from '../../src/app/kernel.ts';
import { type Author, systemAuthor } from '../../src/core/access/author.ts';
import { acceptRun, sendBackRun } from '../../src/core/run/result-commands.ts';
import type { Held, Settings, Usage } from '../../src/core/run/run.ts';
import { endRun, launchRun, moveRun, reportRun } from '../../src/core/run/run-life.ts';
import { type StartRun, startRun } from '../../src/core/run/start-run.ts';
import { type Context, type Decision, decided } from '../../src/core/state/decision.ts';
import type { State } from '../../src/core/state/state.ts';
import { formatInstant } from '../../src/core/workspace/time.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import { sha256 } from '../../src/kit/json.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';

export interface FilledBy {
  readonly tokenId: string;
  /** A folder of the workspace. */
  readonly cwd: string;
  readonly taskIds: readonly string[];
}

const BATCH = 250;
/** The newest wait for a person's word, as in a workspace that keeps up. */
const UNJUDGED = 20;

/** Into the home of a daemon that is down. The fifth of the runs fails. Those of tasks are sent back: one that is accepted ends its task. */
export async function fillRuns(home: string, count: number, by: FilledBy): Promise<void> {
  const store = await openSqliteStore({ file: join(home, 'sidekicks.db') });
  const [workspaceId = ''] = await store.workspaces();
  const kernel = await openKernel({ store, workspaceId, clock: { now: Date.now }, ids: { next: uuidv7 } });
  const agent: Author = { kind: 'agent', id: by.tokenId, label: 'Claude', via: 'http' };
  const person: Author = { kind: 'desk', id: 'bench', label: 'Mara', via: 'desk' };
  for (let at = 0; at < count; at += BATCH) {
    // A batch a day, the last one today: more than 500 nobody starts.
    const nowMs = Date.now() - Math.floor((count - 1 - at) / BATCH) * DAY_MS;
    const that = { nowMs, at: formatInstant(nowMs) };
    const numbers = Array.from({ length: Math.min(BATCH, count - at) }, (_, offset) => at + offset);
    const each = async <T, U>(author: Author, of: readonly T[], step: Step<T, U>): Promise<readonly U[]> => {
      const written = await kernel.execute(author, (state, context) => all(of, (one) => step(state, one, context)));
      if (!written.ok) throw new Error(`${written.refusal.code}: ${written.refusal.message}`);
      return written.value.value;
    };
    const asked = await each(agent, numbers, (state, number, context) =>
      startRun(state, wish(number, by), { ...context, ...that }),
    );
    const runs = asked.map(({ run }, offset) => ({ id: run.id, number: at + offset }));
    await each(systemAuthor, runs, (state, { id }, context) => launchRun(state, id, context));
    await each(systemAuthor, runs, (state, { id }) => moveRun(state, id, { status: 'running', held, settings }));
    const reported = runs.filter(({ number }) => number % 5 !== 4);
    await each(systemAuthor, reported, (state, { id, number }, context) =>
      reportRun(state, id, { report: report(number), checks: [] }, context),
    );
    await each(systemAuthor, runs, (state, { id, number }, context) =>
      endRun(state, id, { ...(number % 5 !== 4 ? finished : crashed), usage: usage(number) }, context),
    );
    const judged = reported.filter(({ number }) => number < count - UNJUDGED);
    await each(person, judged, (state, { id: runId, number }, context) =>
      taskOf(number, by.taskIds) !== null
        ? sendBackRun(state, { runId, notes: 'Not what was asked for.' }, context)
        : acceptRun(state, { runId, notes: '' }, context),
    );
  }
  await store.close();
}

type Step<T, U> = (state: State, one: T, context: Context) => Decision<U>;

function all<T, U>(of: readonly T[], step: (one: T) => Decision<U>): Decision<readonly U[]> {
  const decisions = of.map((one) => {
    const decision = step(one);
    if (!decision.ok) throw new Error(`${decision.refusal.code}: ${decision.refusal.message}`);
    return decision.value;
  });
  return decided(
    decisions.map(({ value }) => value),
    ...decisions.flatMap(({ events }) => events),
  );
}

const of = { model: null, thinking: 'low', profile: 'quick', timeoutSeconds: 600 } as const;
const settings: Settings = {
  requested: of,
  effective: of,
  actual: { model: 'scripted/small', thinking: 'low' },
  unsupported: [],
};
const held: Held = { jail: 'bubblewrap', network: 'relay', project: 'read_only', notes: [] };
const finished = { status: 'completed', code: 'finished', reason: null } as const;
const crashed = { status: 'failed', code: 'agent_crashed', reason: 'The agent ended with code 1.' } as const;

/** The first task has few runs however many there are: three of the first hundred. */
function taskOf(number: number, taskIds: readonly string[]): string | null {
  if (number % 2 === 1 || taskIds.length === 0) return null;
  const at = number < 100 ? number % taskIds.length : 1 + (number % (taskIds.length - 1));
  return taskIds[at] ?? null;
}

function wish(number: number, { cwd, taskIds }: FilledBy): StartRun {
  return {
    ...{ cwd, settings, agentId: 'rig', ownedFiles: [], constraints: [] },
    mode: 'analyze',
    kind: 'prompt',
    goal: `Find out why the shelf in room ${number} leans to the left, and what would hold it upright for a year`,
    inputHash: sha256(`input ${number}`),
    startDigest: sha256(`start ${number}`),
    questionTimeoutSeconds: 300,
    taskId: taskOf(number, taskIds),
    pin: null,
  };
}

function report(number: number) {
  return {
    outcome: 'success',
    summary: `The left foot of shelf ${number} stands on the carpet's edge. Moved by a hand it stands straight; a wedge of 4 mm does the same.`,
    answerHash: sha256(`answer ${number}`),
    answerCharacters: 2400,
    blockers: [],
    changedFiles: [],
  } as const;
}

function usage(number: number): Usage {
  return {
    inputTokens: 20_000 + number,
    outputTokens: 900,
    costUsd: number % 3 === 0 ? null : 0.04,
    durationMs: 95_000,
    source: 'prompt response',
    semantics: 'The tokens of this turn.',
  };
}
