/** What every real agent has to do, through the product. Each check is one run or one turn, named as the table names it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../src/core/run/run.ts';
import type { RunsView, UsageView } from '../../src/protocol/delegation-views.ts';
import { type StartedAnswer, script, start, view } from '../delegation/scene.ts';
import { ok } from '../rigs/people.ts';
import { prices, type Step } from './agents.ts';
import { whole } from './whole.ts';
import { askedWith, CONTENT, eventually, farId, newMark, settled, succeeded, type World } from './world.ts';

export interface Check {
  readonly name: string;
  /** Answers what the table shall say beside the time. */
  run(world: World): Promise<string | undefined>;
}

/** In the order in which they run: later turns take up the conversations of earlier checks. */
export const checks: readonly Check[] = [
  { name: 'scope', run: scope },
  { name: 'think', run: think },
  { name: 'second turn', run: secondTurn },
  { name: 'analyze', run: analyze },
  { name: 'ask and answer', run: ask },
  { name: 'artifacts', run: artifacts },
  { name: 'work', run: work },
  { name: 'far model', run: farModel },
  { name: 'cancel', run: cancel },
  { name: 'resume', run: resume },
  { name: 'the whole', run: whole },
  { name: 'usage', run: usage },
  { name: 'walls', run: walls },
];

async function begin(world: World, check: string, mode: string, steps: readonly Step[], more: object = {}) {
  const mark = newMark();
  const started = await start(world, `${mark} ${script(...steps)}`, { mode, ...more });
  world.current = started.task_id;
  world.begun.set(check, { conversationId: started.conversation_id, mark, runId: started.task_id });
  return { mark, runId: started.task_id };
}

async function goOn(world: World, check: string, steps: readonly Step[]) {
  const before = world.begun.get(check);
  assert.ok(before, `there is no conversation of ${check}`);
  const mark = newMark();
  const input = { conversation_id: before.conversationId, prompt: `${mark} ${script(...steps)}` };
  const { task_id } = ok(await world.agent().call('tandem_continue', input)) as unknown as StartedAnswer;
  world.current = task_id;
  return { mark, runId: task_id, before };
}

/** What a delegating agent is told of it beforehand. */
async function scope(world: World): Promise<undefined> {
  const { id, packages } = world.agentUnderTest;
  const { agents, jail } = ok(await world.agent().call('tandem_scope', {})) as Record<string, unknown>;
  assert.equal((jail as { works: boolean }).works, true, `no jail works here: ${JSON.stringify(jail)}`);
  const told = (agents as { id: string; available: boolean; version: string | null }[]).find((one) => one.id === id);
  assert.equal(told?.available, true);
  assert.ok(
    packages.some((wanted) => wanted.endsWith(`@${told?.version}`)),
    `it is version ${told?.version}`,
  );
}

const finish = (answer: string): Step => ['finish', 'success', { answer }];
const hello = (world: World) => join(world.project, 'hello.txt');

async function think(world: World): Promise<string> {
  const { tries, losesTools } = world.agentUnderTest;
  const began = performance.now();
  const { mark, runId } = await begin(world, 'think', 'think', [tries.read(hello(world)), finish('thought')]);
  await settled(world, runId, ({ run }) => run.status === 'running');
  const promptedMs = performance.now() - began;
  const seen = await succeeded(world, runId);
  assert.equal(seen.run.held?.project, 'hidden');
  const asked = askedWith(world, mark);
  assert.ok(asked.length >= 3, `the model was asked ${asked.length} times`);
  for (const { body } of asked) assert.ok(!body.includes(CONTENT), 'the project was read in think');
  if (losesTools) assert.deepEqual(notOurs(asked.at(-1)?.tools), [], 'tools of its own were left in think');
  const firstAsked = (asked[0]?.at ?? Number.NaN) - began;
  return `prompted after ${seconds(promptedMs)}, model asked after ${seconds(firstAsked)}`;
}

async function secondTurn(world: World): Promise<undefined> {
  const processes = jailsOf(conversationOf(world, 'think'));
  const { mark, runId, before } = await goOn(world, 'think', [finish('twice')]);
  const seen = await succeeded(world, runId);
  assert.equal(seen.run.turn, 2);
  keepsHistory(world, mark, before.mark);
  assert.ok(processes.length > 0, 'the process was not kept');
  assert.deepEqual(jailsOf(before.conversationId), processes, 'the second turn ran in another process');
}

async function analyze(world: World): Promise<undefined> {
  const { tries, losesTools } = world.agentUnderTest;
  const planted = join(world.project, 'planted.txt');
  const steps = [tries.read(hello(world)), tries.write(planted, 'planted'), finish('analyzed')];
  const { mark, runId } = await begin(world, 'analyze', 'analyze', steps);
  const seen = await succeeded(world, runId);
  assert.equal(seen.run.held?.project, 'read_only');
  const asked = askedWith(world, mark);
  assert.ok(asked.at(-1)?.body.includes(CONTENT), 'the project was not read');
  assert.ok(asked.length >= 4, 'the write was not tried');
  assert.ok(!existsSync(planted), 'analyze wrote into the project');
  assert.equal(git(world, 'status', '--porcelain'), '');
  assert.ok(seen.run.treeBefore !== null && seen.run.treeBefore === seen.run.treeAfter, 'the tree changed');
  if (losesTools)
    assert.ok(!asked[0]?.tools.some((name) => /^(write|edit|bash)$/i.test(name)), 'it was offered writing');
}

async function ask(world: World): Promise<undefined> {
  const answer = `port ${newMark()}`;
  const steps: readonly Step[] = [
    ['ask', 'Which port?'],
    ['finish', 'success', { answer: '{last:answer}' }],
  ];
  const { runId } = await goOn(world, 'analyze', steps);
  const { questions, run } = await settled(world, runId, ({ questions: open }) => open.length > 0);
  assert.equal(run.status, 'waiting_input');
  assert.equal(questions[0]?.question, 'Which port?');
  const questionId = questions[0]?.question_id ?? '';
  const answered = ok(await world.desk().call('answer_question', { questionId, answer })) as { late: boolean };
  assert.equal(answered.late, false);
  await succeeded(world, runId);
  assert.equal((await settled(world, runId)).answer, answer);
}

async function artifacts(world: World): Promise<undefined> {
  const content = `# Note\n\n${newMark()}\n`;
  const { mark, runId } = await goOn(world, 'analyze', [
    ['publish', 'note', content],
    ['call', 'tandem_read_artifact', { artifact_id: '{last:artifact_id}' }],
    finish('published'),
  ]);
  const seen = await succeeded(world, runId);
  assert.deepEqual(
    seen.artifacts.map(({ name, version }) => [name, version]),
    [['note', 1]],
  );
  assert.ok(askedWith(world, mark).at(-1)?.body.includes('next_offset'), 'the worker did not read it back');
  const read = await world.agent().call('tandem_read_artifact', { artifact_id: seen.artifacts[0]?.id ?? '' });
  assert.equal((ok(read) as { content: string }).content, content);
}

async function work(world: World): Promise<undefined> {
  const text = `written ${newMark()}`;
  const planted = join(world.project, 'planted.txt');
  const { tries } = world.agentUnderTest;
  const { runId } = await begin(world, 'work', 'work', [
    tries.write('{cwd}/new.txt', text),
    ['shell', `echo by the shell > shell.txt; echo planted > ${planted}`],
    finish('worked'),
  ]);
  const { run, conversation } = await succeeded(world, runId);
  assert.equal(run.held?.project, 'worktree');
  assert.deepEqual([...(run.result?.files ?? [])].sort(), ['new.txt', 'shell.txt']);
  assert.notEqual(run.result?.commit, run.result?.base);
  assert.equal(git(world, 'show', `${run.result?.commit}:new.txt`), text);
  assert.equal(readFileSync(join(conversation.worktree?.path ?? '', 'new.txt'), 'utf8'), text);
  const diff = await world.agent().call('tandem_read_artifact', { artifact_id: run.result?.diffArtifactId ?? '' });
  assert.match((ok(diff) as { content: string }).content, /^\+by the shell$/m);
  assert.ok(!existsSync(planted), 'the shell wrote outside of its worktree');
  assert.equal(git(world, 'status', '--porcelain'), '', 'the checkout changed before anybody applied the result');
}

/** Its model is only to be had by the proxy. An agent that fails this needs a grant that names the open network. */
async function farModel(world: World): Promise<undefined> {
  const execution = { model: farId(world.agentUnderTest) };
  const { mark, runId } = await begin(world, 'far model', 'think', [finish('from afar')], { execution });
  await succeeded(world, runId);
  assert.ok(askedWith(world, mark).length > 0);
}

async function cancel(world: World): Promise<string> {
  const { mark, runId } = await begin(world, 'cancel', 'think', [['slow', 'word '.repeat(1000)]]);
  await eventually('request to the model', async () => {
    const { run: now } = await view(world, runId);
    assert.equal(now.endedAt, null, `it is ${now.status} (${now.code}): ${now.reason}`);
    return askedWith(world, mark).length > 0;
  });
  const began = performance.now();
  ok(await world.agent().call('tandem_cancel', { task_id: runId }));
  const { run } = await settled(world, runId);
  const tookMs = performance.now() - began;
  assert.equal(run.status, 'cancelled', `it is ${run.status} (${run.code}): ${run.reason}`);
  assert.ok(tookMs < 15_000, `it took ${seconds(tookMs)}`);
  const left = () => jailsOf(conversationOf(world, 'cancel'));
  await eventually('end of its process', async () => left().length === 0);
  return `stopped in ${seconds(tookMs)}`;
}

async function resume(world: World): Promise<string> {
  await world.daemon.stop();
  const left = [...world.begun.values()].flatMap(({ conversationId }) => jailsOf(conversationId));
  assert.deepEqual(left, [], 'an agent outlived its daemon');
  await world.restart();
  const { mark, runId, before } = await goOn(world, 'think', [finish('resumed')]);
  const { run } = await succeeded(world, runId);
  keepsHistory(world, mark, before.mark);
  // Of this turn alone, whether the agent's total goes on in a new process or begins again.
  const costUsd = run.usage?.costUsd ?? null;
  costsAsBilled(world, costUsd, askedWith(world, mark));
  return `the turn cost ${costUsd ?? 'unknown'} dollars`;
}

function costsAsBilled(world: World, costUsd: number | null, billed: ReturnType<typeof askedWith>): void {
  const { cost } = world.agentUnderTest.tells;
  const [input, output] = [sumOf(billed, 'input'), sumOf(billed, 'output')];
  if (cost === 'nothing') assert.equal(costUsd, null);
  else if (cost === 'its own') assert.ok(costUsd && costUsd > 0, `the cost is ${costUsd}`);
  else assert.equal(costUsd, (input * prices.input + output * prices.output) / 1e6);
}

function sumOf(billed: ReturnType<typeof askedWith>, which: 'input' | 'output'): number {
  return billed.reduce((sum, { usage: of }) => sum + of[which], 0);
}

function keepsHistory(world: World, mark: string, earlier: string): void {
  const [asked] = askedWith(world, mark);
  assert.ok(asked, 'the model was not asked');
  assert.ok(asked.body.includes(earlier), 'the history of the conversation is lost');
}

function conversationOf(world: World, check: string): string {
  return world.begun.get(check)?.conversationId ?? assert.fail(`there is no conversation of ${check}`);
}

/** Process ids of the conversation's jail: bubblewrap names its private home. */
function jailsOf(conversationId: string): readonly string[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      // It ended meanwhile.
      return '';
    }
  };
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(conversationId));
}

/** Figures are added up against what the model billed; what the agent cannot tell stays null. */
async function usage(world: World): Promise<string> {
  const { tokens } = world.agentUnderTest.tells;
  const begun = world.begun.get('analyze');
  const { run } = await view(world, begun?.runId ?? '');
  const { inputTokens, outputTokens, costUsd, durationMs, source } = run.usage ?? {};
  assert.ok(durationMs && source, 'nothing was recorded');
  // Later turns of the conversation hold its mark too: read, write, finish and the last word are the first four.
  const billed = askedWith(world, begun?.mark ?? '').slice(0, 4);
  const told = tokens ? [sumOf(billed, 'input'), sumOf(billed, 'output')] : [null, null];
  assert.deepEqual([inputTokens, outputTokens], told);
  costsAsBilled(world, costUsd ?? null, billed);
  const { total } = ok(await world.desk().call('read_usage', {})) as UsageView;
  assert.equal(total.runs, (await allRuns(world)).length);
  if (!tokens) assert.equal(total.tokensKnown, 0);
  return `${inputTokens ?? 'unknown'} + ${outputTokens ?? 'unknown'} tokens, ${costUsd ?? 'unknown'} dollars`;
}

/** No run of this agent ran without its jail, and none past the relay. */
async function walls(world: World): Promise<string> {
  const held = (await allRuns(world)).map((run) => [run.held?.jail, run.held?.network]);
  for (const walls of held) assert.deepEqual(walls, ['bubblewrap', 'relay']);
  return `${held.length} runs in bubblewrap, one way out`;
}

async function allRuns(world: World): Promise<readonly Run[]> {
  return (ok(await world.desk().call('read_runs', {})) as RunsView).runs;
}

function notOurs(tools: readonly string[] = []): readonly string[] {
  return tools.filter((name) => !/(^|_)tandem_/.test(name));
}

function git(world: World, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: world.project, encoding: 'utf8' });
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
