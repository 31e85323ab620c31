/**
 * `a tool call <= 1.5x an echo tool in the same daemon over the same bridge with equal sizes, plus the in-process time`.
 * Tool and echo are called in turns; the daemon itself says how long the tool took inside it.
 */
import { join } from 'node:path';
import type { Candidate } from '../src/core/plan/candidate.ts';
import { DAY_MS } from '../src/kit/durations.ts';
import { launch } from '../test/rigs/daemon.ts';
import { approve, ok, pairPerson } from '../test/rigs/people.ts';
import { characters, median, ms } from './numbers.ts';
import { type PlanInputs, parentFields, richPlanFrom } from './plan.ts';
import type { Row } from './report.ts';
import { openStdio, type StdioClient } from './stdio.ts';

const ALLOWED_FACTOR = 1.5;
const ANSWER_CHARACTERS = 20_000;

/** One tool, called so that it may be called again with the same answer. */
interface Subject {
  readonly name: string;
  readonly input: object;
}

interface Measured extends Subject {
  readonly tool: number;
  readonly echo: number;
  /** Inside the daemon. */
  readonly inside: number;
  /** Characters of the structured answer. */
  readonly size: number;
}

export async function toolRows(home: string, tasks: number, runs: number): Promise<Row[]> {
  const daemon = await launch(['--import', 'tsx', join(import.meta.dirname, 'echo/daemon.ts'), home]);
  const bridge = await openStdio(['--import', 'tsx', join(import.meta.dirname, 'echo/bridge.ts'), home]);
  let measured: readonly Measured[];
  let listed: number;
  try {
    // A label that was there before the first person needs nobody's leave.
    await tool(bridge, 'get_workspace_state', {});
    const person = (await pairPerson(daemon)).at(daemon);
    const subjects = await liveThrough(bridge, person);
    measured = await measureInTurns(bridge, subjects, runs);
    const { result } = await bridge.ask('tools/list', {});
    listed = JSON.stringify({ ...result, tools: result.tools?.slice(0, -1) }).length;
  } finally {
    await bridge.close();
    await daemon.stop();
  }
  const rows = measured.map(
    ({ name, tool, echo, inside }): Row => ({
      budget: `${name} over the bridge <= ${ALLOWED_FACTOR} x echo + in process, p50`,
      tasks,
      floor: `${ms(echo)} echo, ${ms(inside)} in process`,
      measured: ms(tool),
      ratio: tool / (ALLOWED_FACTOR * echo + inside),
    }),
  );
  return [...rows, ...measured.map((one) => sizeRow(one, tasks)), listRow(listed)];
}

function sizeRow({ name, size }: Measured, tasks: number): Row {
  return {
    budget: `answer of ${name} <= ${characters(ANSWER_CHARACTERS)}`,
    tasks,
    floor: '',
    measured: characters(size),
    ratio: size / ANSWER_CHARACTERS,
  };
}

function listRow(listed: number): Row {
  return { budget: 'size of tools/list', tasks: null, floor: '', measured: characters(listed), ratio: null };
}

async function tool(bridge: StdioClient, name: string, input: object): Promise<{ value: unknown; ms: number }> {
  const { result, ms } = await bridge.ask('tools/call', { name, arguments: input });
  if (result.isError) throw new Error(`${name}: ${result.content?.[0]?.text.slice(0, 1000)}`);
  return { value: result.structuredContent, ms };
}

/** The loop once, to its end; afterwards every tool answers the same however often it is called. */
async function liveThrough(
  bridge: StdioClient,
  person: ReturnType<Awaited<ReturnType<typeof pairPerson>>['at']>,
): Promise<readonly Subject[]> {
  const due = { date: new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10) };
  const { id: taskId, version } = ok(await person.call('create_task', { ...parentFields, due } as never)) as never as {
    id: string;
    version: number;
  };
  const matched = (await tool(bridge, 'match_sidekicks_to_task', { taskId })).value as {
    matches: readonly { sidekickId: string }[];
  };
  const consulted: PlanInputs['consulted'][number][] = [];
  for (const { sidekickId } of matched.matches) {
    consulted.push((await tool(bridge, 'consult_sidekick', { taskId, sidekickId })).value as never);
  }
  const plan: Candidate = richPlanFrom({ parentTaskId: taskId, version, consulted });
  const staged = (await tool(bridge, 'stage_task_plan', plan)).value as {
    proposalId: string;
    revision: number;
    digest: string;
  };
  const { proposalId } = staged;
  ok(await approve(person, staged));
  await tool(bridge, 'commit_task_plan', { proposalId });
  const other = ok(await person.call('create_task', { ...parentFields, due } as never)) as { id: string };
  const again: Candidate = { ...plan, parentTaskId: other.id, expectedWorkspaceVersion: version + 2 };
  const withdrawn = (await tool(bridge, 'stage_task_plan', again)).value as { proposalId: string };
  await tool(bridge, 'withdraw_proposal', { proposalId: withdrawn.proposalId });
  const sidekickId = consulted[0]?.sidekickId;
  return [
    { name: 'get_workspace_state', input: {} },
    { name: 'match_sidekicks_to_task', input: { taskId } },
    { name: 'consult_sidekick', input: { taskId, sidekickId } },
    { name: 'evaluate_task_plan', input: { ...plan, expectedWorkspaceVersion: version + 2 } },
    { name: 'stage_task_plan', input: plan },
    { name: 'commit_task_plan', input: { proposalId } },
    { name: 'get_proposal', input: { proposalId } },
    { name: 'withdraw_proposal', input: { proposalId: withdrawn.proposalId } },
    { name: 'get_task', input: { taskId } },
    { name: 'search_tasks', input: { text: 'shelf' } },
  ];
}

async function measureInTurns(
  bridge: StdioClient,
  subjects: readonly Subject[],
  runs: number,
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const subject of subjects) {
    const { name, input } = subject;
    const size = JSON.stringify((await tool(bridge, name, input)).value).length;
    const frame = JSON.stringify({ characters: size, padding: '' }).length;
    const echo = { characters: size, padding: 'x'.repeat(Math.max(0, JSON.stringify(input).length - frame)) };
    const spent: { tool: number[]; echo: number[] } = { tool: [], echo: [] };
    await insideOf(bridge, name);
    for (let run = 0; run < runs; run++) {
      spent.tool.push((await tool(bridge, name, input)).ms);
      spent.echo.push((await tool(bridge, 'echo', echo)).ms);
    }
    const inside = await insideOf(bridge, name);
    measured.push({ ...subject, size, tool: median(spent.tool), echo: median(spent.echo), inside });
  }
  return measured;
}

/** The median time that the daemon spent inside the tool since it was last asked. */
async function insideOf(bridge: StdioClient, name: string): Promise<number> {
  const { value } = await tool(bridge, 'echo', { characters: 0, padding: `spent:${name}` });
  return median(JSON.parse((value as { readonly text: string }).text) as number[]);
}
