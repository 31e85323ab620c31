/**
 * A delegated task moves to done only by a person's acceptance of its run, at the desk. A run that failed, was cancelled
 * or interrupted binds nothing: the task is a person's again.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import type { State } from '../state/state.ts';
import { namedRun } from './find-run.ts';
import { hasEnded, type Run } from './run.ts';

/** Of a task that is done no run is asked for: it would wait for an acceptance that the task has had. */
export function whyNotDelegated(state: State, taskId: string | null): Refusal | null {
  return state.tables.task.get(taskId ?? '')?.status === 'done' ? taskDone : null;
}

const taskDone: Refusal = {
  code: 'task_done',
  message: 'The task is done.',
  next: 'Delegate an open task, or ask a person to open this one again.',
};

/** The run whose acceptance the task waits for. */
export function runToAccept(state: State, taskId: string): Run | null {
  const runs = (state.index.runsOfTask.get(taskId) ?? []).flatMap((id) => state.tables.run.get(id) ?? []);
  const last = runs.findLast(binds);
  return last && last.verdict?.kind !== 'accepted' ? last : null;
}

/** The newest that does is the one whose acceptance the task needs. */
export function binds(run: Run): boolean {
  return !hasEnded(run) || run.status === 'completed' || run.verdict?.kind === 'accepted';
}

export function whyNotDone(state: State, taskId: string): ReturnType<typeof refuse> | null {
  const run = runToAccept(state, taskId);
  return run && refuse(acceptanceNeeded(run));
}

function acceptanceNeeded(run: Run): Refusal {
  return {
    code: 'acceptance_needed',
    message: `The task is delegated: ${namedRun(run)} (${run.status}) is not accepted.`,
    next: hasEnded(run)
      ? 'Accept the run at the desk; that moves the task to done.'
      : 'Wait for the end of the run, or cancel it; then accept it at the desk.',
    data: { run: run.id },
  };
}
