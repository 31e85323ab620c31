/** One client of the race: chooses its next call at random, makes it, and writes down what it saw of it. */
import type { Client } from '../../src/client/client.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import type { OperationName } from '../../src/protocol/table.ts';
import { plainPlan } from '../rigs/plans.ts';
import type { Board, News, Plan } from './board.ts';
import type { Call, Effect } from './history.ts';

export interface Racer {
  readonly name: string;
  readonly client: Client;
  /** Null = a person. */
  readonly tokenId: string | null;
  readonly board: Board;
  readonly random: () => number;
  readonly tell: (news: News) => void;
  readonly calls: Call[];
  /** The newest version it saw: what an agent plans on. */
  version: number;
  /** Commitments of its own, to take away again. */
  readonly commitments: string[];
}

type Move = readonly [weight: number, work: (racer: Racer) => Promise<void>];

/** Answers of any shape: what is read of them is named here. */
interface Answer {
  readonly id?: string;
  readonly version?: number;
  readonly workspaceVersion?: number;
  readonly status?: string;
  readonly proposalId?: string;
  readonly revision?: number;
  readonly digest?: string;
  readonly shown?: string;
  readonly tasks?: readonly { readonly taskId: string }[];
  readonly receipt?: { readonly version: number };
  readonly commit?: Answer | null;
}

const none: Effect = { kind: 'none' };
const wrote = ({ version = 0 }: Answer): Effect => ({ kind: 'wrote', version });
const saw = ({ version, workspaceVersion }: Answer): Effect => {
  const seen = version ?? workspaceVersion;
  return seen === undefined ? none : { kind: 'read', version: seen };
};

/** The answer of a commit: a receipt, or nothing happened. */
function receiptOf({ status, proposalId = '', tasks = [], receipt }: Answer): Effect {
  if (status !== 'committed' || !receipt) return none;
  return { kind: 'receipt', version: receipt.version, proposalId, taskIds: tasks.map(({ taskId }) => taskId) };
}

async function call(
  racer: Racer,
  operation: OperationName,
  input: unknown,
  effectOf: (answer: Answer) => Effect,
): Promise<Answer | null> {
  const began = now();
  const result = await racer.client.callByName(operation, input);
  const ended = now();
  const answer = result.ok ? (result.value as Answer) : null;
  // A plan on an older version is refused with the current one.
  if (!result.ok)
    racer.version = Math.max(racer.version, (result.refusal.data as Answer | undefined)?.workspaceVersion ?? 0);
  const effect = answer ? effectOf(answer) : none;
  racer.calls.push({
    client: racer.name,
    operation,
    began,
    ended,
    refused: result.ok ? null : result.refusal.code,
    effect,
  });
  if (effect.kind !== 'none') racer.version = Math.max(racer.version, effect.version);
  return answer;
}

/** The machine's monotonic clock: the same in every process. A double holds its nanoseconds for a hundred days. */
function now(): number {
  return Number(process.hrtime.bigint());
}

const agentMoves: readonly Move[] = [
  [10, async (racer) => void (await call(racer, 'get_workspace_state', {}, saw))],
  [4, async (racer) => void (await call(racer, 'get_task', { taskId: pick(racer, racer.board.parents) }, saw))],
  [4, async (racer) => void (await call(racer, 'search_tasks', { text: 'board' }, saw))],
  [
    6,
    async (racer) =>
      void (await call(racer, 'match_sidekicks_to_task', { taskId: pick(racer, racer.board.parents) }, saw)),
  ],
  [10, async (racer) => void (await call(racer, 'evaluate_task_plan', candidate(racer), saw))],
  [24, stage],
  [8, async (racer) => commit(racer, pick(racer, racer.board.plans))],
  [3, withdraw],
  [4, readProposal],
];

const personMoves: readonly Move[] = [
  [10, createTask],
  [
    22,
    async (racer) =>
      void (await call(racer, 'edit_task', { taskId: pick(racer, racer.board.parents), ...edit(racer) }, wrote)),
  ],
  [30, approve],
  [4, async (racer) => commit(racer, pick(racer, racer.board.plans))],
  [6, undoPlan],
  [6, async (racer) => void (await call(racer, 'undo_change', {}, wrote))],
  [3, async (racer) => decide(racer, 'reject_proposal', { reason: 'Not on this wall.' }, wrote)],
  [3, async (racer) => decide(racer, 'request_changes', { text: 'Lower, please.' }, saw)],
  [4, async (racer) => decide(racer, 'comment_proposal', { text: 'Which screws?' }, saw)],
  [6, createCommitment],
  [4, removeCommitment],
  [6, async (racer) => void (await call(racer, 'get_workspace_state', {}, saw))],
];

/** Makes so many calls, one after the other. A plan that was just approved goes before chance: all its committers meet. */
export async function race(racer: Racer, count: number): Promise<void> {
  const moves = racer.tokenId === null ? personMoves : agentMoves;
  while (racer.calls.length < count) {
    const ready = racer.board.approved.find(({ tokenId }) => tokenId === racer.tokenId);
    if (ready) await commit(racer, ready);
    else await chosen(moves, racer.random)(racer);
  }
}

function chosen(moves: readonly Move[], random: () => number): Move[1] {
  let left = random() * moves.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, work] of moves) {
    left -= weight;
    if (left < 0) return work;
  }
  return (moves[0] as Move)[1];
}

function pick<T>({ random }: Racer, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

function candidate(racer: Racer) {
  const subtasks = 1 + Math.floor(racer.random() * 6);
  const mark = `${racer.name} ${racer.calls.length}`;
  return plainPlan({ parentTaskId: pick(racer, racer.board.parents), version: racer.version, subtasks, mark });
}

function edit(racer: Racer) {
  const description = `Painted by ${racer.name}, coat ${racer.calls.length}.`;
  return racer.random() < 0.5
    ? { description }
    : { estimateMinutes: 10 + racer.calls.length, title: `Shelf of ${racer.name} ${racer.calls.length}` };
}

async function stage(racer: Racer): Promise<void> {
  const answer = await call(racer, 'stage_task_plan', candidate(racer), () => none);
  if (!answer?.proposalId) return;
  const { proposalId, revision = 1, digest = '' } = answer;
  racer.tell({ kind: 'staged', plan: { proposalId, revision, digest, tokenId: racer.tokenId ?? '' } });
}

/** Nothing was staged yet: the call is a read instead, so that every racer makes its number. */
async function withPlan(racer: Racer, plan: Plan | undefined, work: (plan: Plan) => Promise<void>): Promise<void> {
  if (plan) await work(plan);
  else await call(racer, 'get_workspace_state', {}, saw);
}

function commit(racer: Racer, plan: Plan | undefined): Promise<void> {
  return withPlan(racer, plan, async (known) => {
    const answer = await call(racer, 'commit_task_plan', { proposalId: known.proposalId }, receiptOf);
    // Whatever the answer, asking again at once would only repeat it.
    if (answer) racer.tell({ kind: 'committed', plan: known });
    else racer.board.take({ kind: 'committed', plan: known });
  });
}

function withdraw(racer: Racer): Promise<void> {
  return withPlan(racer, pick(racer, racer.board.plans), async ({ proposalId }) => {
    await call(racer, 'withdraw_proposal', { proposalId }, () => none);
  });
}

function readProposal(racer: Racer): Promise<void> {
  return withPlan(racer, pick(racer, racer.board.plans), async ({ proposalId }) => {
    await call(racer, 'get_proposal', { proposalId }, () => none);
  });
}

async function createTask(racer: Racer): Promise<void> {
  const answer = await call(racer, 'create_task', { title: `Shelf of ${racer.name} ${racer.calls.length}` }, wrote);
  if (answer?.id) racer.tell({ kind: 'parent', taskId: answer.id });
}

/** The newest plans, so that approvals meet the next revision; half of them create the tasks at once. */
function approve(racer: Racer): Promise<void> {
  return withPlan(racer, racer.board.plans.at(-1 - Math.floor(racer.random() * 4)), async (plan) => {
    const { proposalId, revision, digest } = plan;
    const view = await call(racer, 'read_proposal', { proposalId }, () => none);
    // A store that loses plans does not know it: the history tells of that.
    if (!view) return;
    const input = { proposalId, revision, digest, shown: view.shown, notes: '', create: racer.random() < 0.3 };
    const answer = await call(racer, 'approve_proposal', input, ({ commit }) => (commit ? receiptOf(commit) : none));
    if (answer?.commit === null) racer.tell({ kind: 'approved', plan });
  });
}

function decide(
  racer: Racer,
  operation: OperationName,
  more: object,
  effectOf: (answer: Answer) => Effect,
): Promise<void> {
  return withPlan(racer, racer.board.plans.at(-1), async ({ proposalId, revision }) => {
    await call(racer, operation, { proposalId, revision, ...more }, effectOf);
  });
}

function undoPlan(racer: Racer): Promise<void> {
  return withPlan(racer, pick(racer, racer.board.plans), async ({ proposalId }) => {
    await call(racer, 'undo_plan', { proposalId }, wrote);
  });
}

async function createCommitment(racer: Racer): Promise<void> {
  const start = new Date(Date.now() + (1 + Math.floor(racer.random() * 60)) * DAY_MS);
  const end = new Date(start.getTime() + 3_600_000);
  const input = { title: `Talk with ${racer.name}`, kind: 'fixed', start: start.toISOString(), end: end.toISOString() };
  const answer = await call(racer, 'create_commitment', input, wrote);
  if (answer?.id) racer.commitments.push(answer.id);
}

async function removeCommitment(racer: Racer): Promise<void> {
  const id = racer.commitments.pop();
  if (id === undefined) await createCommitment(racer);
  else await call(racer, 'remove_commitment', { commitmentId: id }, wrote);
}
