/** Beside each course a third agent brings a plan of its own, sound or flawed, and takes it as far as it goes. */
import fc from 'fast-check';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import { type IssueCode, issueCodes } from '../../src/core/plan/codes.ts';
import { evaluate } from '../../src/core/plan/evaluate.ts';
import type { Evaluation } from '../../src/core/plan/evaluation.ts';
import type { Result } from '../../src/kit/result.ts';
import { decisionOn } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import { endOf, type Plan, worded } from './course.ts';
import { faultOf, type Rows } from './faults.ts';
import { flaws } from './flaws.ts';
import type { World } from './world.ts';

export interface Drawn {
  readonly subtasks: number;
  /** Made one after the other; a later one may hide an earlier one. */
  readonly flaws: readonly IssueCode[];
  readonly isApproved: boolean;
}

export const drawn: fc.Arbitrary<Drawn> = fc.record({
  subtasks: fc.integer({ min: 2, max: 6 }),
  flaws: fc.uniqueArray(fc.constantFrom(...(Object.keys(issueCodes) as IssueCode[])), { maxLength: 3 }),
  isApproved: fc.boolean(),
});

export interface Beside {
  readonly candidate: Candidate;
  readonly parentId: string;
  readonly evaluation: Evaluation;
  /** As the agent was answered: a refusal's code, or the commit's status. */
  readonly end: string;
  /** Null = refused. */
  readonly staged: Plan | null;
  readonly told: ReadonlyMap<string, string>;
}

export async function bring(world: World, what: Drawn, mark: string): Promise<Beside> {
  const { agent, person, parents } = world;
  const sound = plainPlan({ parentTaskId: parents.sound, version: world.version(), subtasks: what.subtasks, mark });
  const candidate = what.flaws.reduce((plan, code) => flaws[code](plan, parents), sound);
  const evaluation = evaluate(world.state(), candidate, world.now());
  const answer = await agent('stage_task_plan', candidate);
  const base = { candidate, evaluation, parentId: candidate.parentTaskId, told: new Map<string, string>() };
  if (!answer.ok) return { ...base, end: endOf(answer), staged: null };
  const staged = { candidate, ...(answer.value as object) } as Plan;
  if (what.isApproved) await person('approve_proposal', await decisionOn(person, staged));
  const committed = await agent('commit_task_plan', { proposalId: staged.proposalId });
  const told = toldBy(committed, staged);
  await agent('withdraw_proposal', { proposalId: staged.proposalId });
  return { ...base, end: endOf(committed), staged, told };
}

function toldBy(answer: Result<unknown>, { proposalId }: Plan): ReadonlyMap<string, string> {
  const { status, receipt, tasks } = (answer.ok ? answer.value : {}) as { status?: string } & Parameters<
    typeof worded
  >[0];
  return new Map(status === 'committed' ? [[proposalId, worded({ receipt, tasks })]] : []);
}

/** What is wrong with it, or null. */
export async function faultBeside(world: World, what: Drawn, beside: Beside, rows: Rows): Promise<string | null> {
  const { evaluation, end, staged, told, candidate, parentId } = beside;
  const name = `beside (${what.flaws.join(', ') || 'sound'}): `;
  if (!staged) {
    if (evaluation.valid) return `${name}valid, and refused as ${end}`;
    const titles = new Set(candidate.subtasks.map(({ title }) => title));
    return rows.tasks.some(({ title }) => titles.has(title)) ? `${name}refused, and there are tasks of it` : null;
  }
  if (!evaluation.valid) return `${name}invalid, and staged`;
  const expected = what.isApproved ? 'committed' : 'approval_required';
  if (end !== expected) return `${name}${end} instead of ${expected}`;
  const fault = await faultOf({ world, told, parentId }, staged, rows);
  return fault && name + fault;
}
