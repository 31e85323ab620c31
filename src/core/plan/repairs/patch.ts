/**
 * RFC 6902 patches between two candidates with the same subtasks at the same positions. All `test` operations come first:
 * a patch that meets another candidate than the one it was made for changes nothing.
 */
import type { Operation } from 'fast-json-patch';
import type { Candidate, Subtask } from '../candidate.ts';
import { at } from '../checks/check.ts';

/**
 * How much a patch makes sure of: who each subtask is and what is replaced; the shorter of both; or one test for all, when
 * ids of 128 characters would leave no room for the answer.
 */
export type Guard = 'full' | 'lean' | 'one';

const repairedFields = [
  'candidateId',
  'title',
  'status',
  'plannedStart',
  'dueAt',
  'dependencyCandidateIds',
  'checklistCoverageIds',
] as const satisfies readonly (keyof Subtask)[];

interface Step {
  /** Of the subtask: its candidateId as it was. */
  readonly identity: Operation;
  readonly tests: readonly Operation[];
  readonly changes: readonly Operation[];
}

export type Patch = readonly Operation[];

/** Patches from one candidate to others; steps and patches are made once, for an answer asks for them again and again. */
export function patcher(before: Candidate): (after: Candidate, guard: Guard) => Patch {
  const steps = new Map<Candidate, readonly Step[]>();
  const patches = new Map<Candidate, Map<Guard, Patch>>();
  return (after, guard) => {
    const known = patches.get(after) ?? new Map<Guard, Patch>();
    patches.set(after, known);
    const between = steps.get(after) ?? stepsOf(before, after);
    steps.set(after, between);
    const patch = known.get(guard) ?? [...testsOf(between, guard), ...between.flatMap(({ changes }) => changes)];
    known.set(guard, patch);
    return patch;
  };
}

function stepsOf(before: Candidate, after: Candidate): readonly Step[] {
  const steps: Step[] = [];
  for (const [position, subtask] of before.subtasks.entries()) {
    const other = after.subtasks[position];
    if (other && other !== subtask) steps.push(...stepsBetween(position, subtask, other));
  }
  return steps;
}

function stepsBetween(position: number, before: Subtask, after: Subtask): readonly Step[] {
  const identity: Operation = { op: 'test', path: at(position, 'candidateId'), value: before.candidateId };
  const steps: Step[] = [];
  for (const field of repairedFields) {
    const was = before[field];
    const is = after[field];
    if (was === is) continue;
    const path = at(position, field);
    if (Array.isArray(was) && Array.isArray(is)) {
      const step = listStep(path, was, is);
      if (step) steps.push({ identity, ...step });
    } else {
      const change: Operation = is === undefined ? { op: 'remove', path } : { op: 'replace', path, value: is };
      steps.push({ identity, tests: [{ op: 'test', path, value: was }], changes: [change] });
    }
  }
  return steps;
}

/** Lists only lose entries: from the back, so that the places before stay. Emptied ones are replaced. */
function listStep(path: string, was: readonly string[], is: readonly string[]): Omit<Step, 'identity'> | null {
  const lost = [...was.keys()].filter((place) => !is.includes(was[place] as string)).reverse();
  if (lost.length === 0) return null;
  if (is.length === 0) {
    return { tests: [{ op: 'test', path, value: was }], changes: [{ op: 'replace', path, value: [] }] };
  }
  return {
    tests: lost.map((place) => ({ op: 'test', path: `${path}/${place}`, value: was[place] })),
    changes: lost.map((place) => ({ op: 'remove', path: `${path}/${place}` })),
  };
}

function testsOf(steps: readonly Step[], guard: Guard): readonly Operation[] {
  const tests = new Map<string, Operation>();
  for (const { identity, tests: own } of steps) {
    const wanted = guard === 'full' ? [identity, ...own] : shorter([identity], own);
    for (const test of wanted) tests.set(test.path, test);
  }
  const all = [...tests.values()];
  return guard === 'one' ? [...all].sort((one, other) => size(one) - size(other)).slice(0, 1) : all;
}

function shorter(one: readonly Operation[], other: readonly Operation[]): readonly Operation[] {
  return size(one) <= size(other) ? one : other;
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
