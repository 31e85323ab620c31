/** What happens to a plan on its way: a course is drawn, and each of its moves is really made. */
import fc from 'fast-check';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import type { Receipt } from '../../src/core/plan/proposal.ts';
import type { Result } from '../../src/kit/result.ts';
import { type Caller, ok } from '../app/callers.ts';
import { decisionOn } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import type { Break, World } from './world.ts';

export const moves = [
  'approve',
  'approve',
  'commit',
  'commit by the person',
  'commit that fails in its transaction',
  'commit whose answer is lost',
  'the rival commits',
  'change the parent',
  'change another task',
  'withdraw',
] as const;

export type Move = (typeof moves)[number];

export interface Course {
  /** For each subtask, a number whose bits say which of the earlier ones it waits for. */
  readonly waits: readonly number[];
  readonly moves: readonly Move[];
}

export const course: fc.Arbitrary<Course> = fc.record({
  waits: fc.array(fc.nat(2 ** 20 - 1), { minLength: 1, maxLength: 20 }),
  moves: fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 8 }),
});

export interface Plan {
  readonly candidate: Candidate;
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
}

export interface Live {
  readonly world: World;
  readonly parentId: string;
  readonly mine: Plan;
  readonly rival: Plan;
  /** What a commit answered, by proposal: the version and the tasks. */
  readonly told: Map<string, string>;
}

export async function begin(world: World, { waits }: Course, mark: string): Promise<Live> {
  const { id: parentId } = ok(await world.person('create_task', { title: `Shelf ${mark}` })) as { id: string };
  const draft = plainPlan({ parentTaskId: parentId, version: world.version(), subtasks: waits.length, mark });
  const candidate: Candidate = {
    ...draft,
    subtasks: draft.subtasks.map((one, at) => ({
      ...one,
      dependencyCandidateIds: draft.subtasks
        .slice(0, at)
        .filter((_, earlier) => (((waits[at] ?? 0) >> earlier) & 1) === 1)
        .map(({ candidateId }) => candidateId),
    })),
  };
  const other = plainPlan({
    parentTaskId: parentId,
    version: world.version(),
    subtasks: 2,
    mark: `${mark}, otherwise`,
  });
  const staged = async (by: Caller, plan: Candidate) =>
    ({ candidate: plan, ...(ok(await by('stage_task_plan', plan)) as object) }) as Plan;
  const rival = await staged(world.codex, other);
  await approve(world.person, rival);
  return { world, parentId, mine: await staged(world.claude, candidate), rival, told: new Map() };
}

const approve = async (person: Caller, plan: Plan) => person('approve_proposal', await decisionOn(person, plan));

/** What a call came to: a refusal's code, a commit's status, or "done". */
export function endOf(result: Result<unknown>): string {
  if (!result.ok) return result.refusal.code;
  return (result.value as { readonly receipt?: object; readonly status?: string }).status ?? 'done';
}

async function commit({ told }: Live, by: Caller, { proposalId }: Plan): Promise<string> {
  const result = await by('commit_task_plan', { proposalId });
  const { status, receipt, tasks } = (result.ok ? result.value : {}) as { status?: string } & Partial<Answered>;
  if (status !== 'committed' || !receipt || !tasks) return endOf(result);
  const answer = worded({ receipt, tasks });
  const before = told.get(proposalId) ?? answer;
  if (before !== answer) throw new Error(`two receipts of ${proposalId}`);
  const isRepeated = told.has(proposalId);
  told.set(proposalId, answer);
  return isRepeated ? 'told again' : 'committed';
}

interface Answered {
  readonly receipt: Pick<Receipt, 'version'>;
  readonly tasks: readonly { readonly taskId: string }[];
}

export function worded({ receipt, tasks }: Answered): string {
  return `${receipt.version}: ${tasks.map(({ taskId }) => taskId).join()}`;
}

/** A refusal is an answer; a fault is what the course asked for. */
async function broken(live: Live, where: Break): Promise<string> {
  live.world.breakNext(where);
  try {
    return await commit(live, live.world.claude, live.mine);
  } catch (error) {
    const { message } = error as Error;
    if (!/^broken /.test(message)) throw error;
    return message;
  } finally {
    live.world.breakNext(null);
  }
}

/** Each answers how it ended. */
export const make: Readonly<Record<Move, (live: Live, at: number) => Promise<string>>> = {
  approve: async ({ world, mine }) => endOf(await approve(world.person, mine)),
  commit: (live) => commit(live, live.world.claude, live.mine),
  'commit by the person': (live) => commit(live, live.world.person, live.mine),
  'commit that fails in its transaction': (live) => broken(live, 'inside'),
  'commit whose answer is lost': (live) => broken(live, 'after'),
  'the rival commits': (live) => commit(live, live.world.codex, live.rival),
  'change the parent': async ({ world, parentId }, at) =>
    endOf(await world.person('edit_task', { taskId: parentId, description: `Changed ${at}` })),
  'change another task': async ({ world }, at) =>
    endOf(await world.person('edit_task', { taskId: world.otherTask, description: `Changed ${at}` })),
  withdraw: async ({ world, mine }) => endOf(await world.claude('withdraw_proposal', { proposalId: mine.proposalId })),
};
