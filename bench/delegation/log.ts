/**
 * A log of a hundred thousand steps: how fast it is written, its pages at the start and at the end, and its page in
 * Chromium while the run goes on and when it is over. The log is written by the product's own writer while the daemon is
 * down: no turn may tell so many steps.
 */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Step } from '../../src/app/ports.ts';
import type { RunLogView } from '../../src/protocol/delegation-views.ts';
import { openRunLogs } from '../../src/store/files/run-logs.ts';
import { openScene, type Scene, start } from '../../test/delegation/scene.ts';
import { ok } from '../../test/rigs/people.ts';
import { median, ms, timedAsync } from '../numbers.ts';
import type { Row } from '../report.ts';
import { times } from './launch.ts';
import { logPageRows, STEPS } from './pages.ts';
import { words } from './runs.ts';
import { onceMore } from './turns.ts';

/** Steps that come within one tick, as an agent's burst does. */
const BURST = 50;
const PAGE = 500;

export async function logRows(calls: number, wheels: number): Promise<Row[]> {
  const scene = await openScene();
  try {
    // It waits for a grant while its log is filled, and then goes on telling steps: 20 tool calls a second.
    const telling = Array.from({ length: 800 }, () => [['tool'], ['sleep', 50]]).flat();
    const { task_id: runId } = await start(scene, onceMore(...telling, ['finish']), { mode: 'think' });
    await scene.daemon.stop();
    const append = await appendRow(scene.daemon.home, runId);
    await scene.restart();
    const pages = await pageRows(scene, runId, calls);
    return [append, ...pages, ...(await logPageRows(scene, runId, wheels))];
  } finally {
    await scene.close();
  }
}

async function appendRow(home: string, runId: string): Promise<Row> {
  const steps = Array.from({ length: STEPS }, (_, at) => stepOf(at));
  const raw = await timedAsync(async () => {
    for (let at = 0; at < STEPS; at += BURST) {
      const lines = steps.slice(at, at + BURST).map((step) => `${JSON.stringify(step)}\n`);
      await appendFile(join(home, 'raw.jsonl'), lines.join(''));
    }
  });
  const logs = openRunLogs(join(home, 'run-logs'));
  const written = await timedAsync(async () => {
    for (let at = 0; at < STEPS; at += BURST) {
      for (const step of steps.slice(at, at + BURST)) logs.append(runId, step);
      await nextTick();
    }
    await logs.close();
  });
  const rate = (took: number) => `${words(Math.round(STEPS / (took / 1000)))} steps a second`;
  return {
    budget: `${words(STEPS)} steps appended to a log, bursts of ${BURST}`,
    tasks: null,
    floor: `${ms(raw)}, ${rate(raw)}, the same lines appended raw`,
    measured: `${ms(written)}, ${rate(written)}, ${times(written / raw)}`,
    ratio: null,
  };
}

function stepOf(at: number): Step {
  const base = { at: new Date(Date.UTC(2026, 0, 1) + at * 40).toISOString() };
  if (at % 3 === 0)
    return { ...base, kind: 'message', text: `${at}: the shelf leans. ${'I look at the foot. '.repeat(12)}` };
  const detail = {
    kind: 'read',
    input: `{"path":"rooms/${at}.md"}`,
    output: 'The foot stands on the edge. '.repeat(6),
  };
  return { ...base, kind: 'tool', text: `read rooms/${at}.md (completed)`, detail };
}

async function pageRows(scene: Scene, runId: string, calls: number): Promise<Row[]> {
  const desk = scene.desk();
  const page = (from: number) =>
    timedAsync(async () => {
      const { steps, total } = ok(await desk.call('read_run_log', { runId, from, limit: PAGE })) as RunLogView;
      if (steps.length !== PAGE || total < STEPS) throw new Error(`${steps.length} of ${total} steps from ${from}`);
    });
  const cold = await page(STEPS - PAGE);
  const first: number[] = [];
  const last: number[] = [];
  for (let at = -3; at < calls; at++) {
    const [start, end] = [await page(0), await page(STEPS - PAGE)];
    if (at < 0) continue;
    first.push(start);
    last.push(end);
  }
  return [
    {
      budget: `read_run_log, the last ${PAGE} of ${words(STEPS)} steps <= 2 x the first, p50 over HTTP`,
      tasks: null,
      floor: ms(median(first)),
      measured: ms(median(last)),
      ratio: median(last) / (2 * median(first)),
    },
    {
      budget: `read_run_log, the first read after a start, ${words(STEPS)} steps`,
      tasks: null,
      floor: ms(median(last)),
      measured: `${ms(cold)}, ${times(cold / median(last))}`,
      ratio: null,
    },
  ];
}
