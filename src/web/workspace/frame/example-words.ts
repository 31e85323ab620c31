/** What emptying the example takes away and what stays, counted as the daemon will do it. Pure. */
import { isExampleCommitment, isExampleTask } from '../../../core/workspace/example-content.ts';
import { counted } from '../../../kit/text.ts';
import type { LiveState } from '../../data/live-state.ts';

type Told = Pick<LiveState, 'tasks' | 'commitments' | 'proposals' | 'workspace'>;

export interface ExampleWords {
  /** "14 tasks go to the trash and 3 commitments are removed." */
  readonly goes: string;
  /** "One task of yours stays."; '' = there is nothing else. */
  readonly stays: string;
}

export function exampleWords(state: Told): ExampleWords {
  const tasks = [...state.tasks.values()].filter(({ trashedAt }) => trashedAt === null);
  const ofExample = new Set(tasks.filter(isExampleTask).map(({ id }) => id));
  const commitments = state.commitments.filter((one) => isExampleCommitment(one, state.workspace)).length;
  const plans = state.proposals.filter((one) => isOpen(one.status) && ofExample.has(one.parentTaskId)).length;
  const goes = [
    counted(ofExample.size, 'task goes to the trash', 'tasks go to the trash'),
    counted(commitments, 'commitment is removed', 'commitments are removed'),
    ...(plans > 0 ? [counted(plans, 'open plan ends', 'open plans end')] : []),
  ];
  const own = [
    [tasks.length - ofExample.size, 'task'] as const,
    [state.commitments.length - commitments, 'commitment'] as const,
  ].filter(([count]) => count > 0);
  const kept = own.map(([count, noun]) => counted(count, noun)).join(' and ');
  const isOne = own.length === 1 && own[0]?.[0] === 1;
  return {
    goes: `${listed(goes)}.`,
    stays: kept === '' ? '' : `${kept} that did not come with the example ${isOne ? 'stays' : 'stay'}.`,
  };
}

const OPEN: readonly string[] = ['awaiting_approval', 'changes_requested', 'approved'];

function isOpen(status: string): boolean {
  return OPEN.includes(status);
}

function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
}
