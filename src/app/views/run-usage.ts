/** Sums of what runs used. Unknown figures are counted as unknown, never as zero. */
import type { Run } from '../../core/run/run.ts';
import { believable } from '../../core/run/usage.ts';
import { aliasOf, type State } from '../../core/state/state.ts';
import { daysIn } from '../../core/workspace/time.ts';
import type { UsageSum, UsageView } from '../../protocol/delegation-views.ts';

const SHOWN = 200;

type Sum = { -readonly [Field in keyof UsageSum]: UsageSum[Field] };

/** Runs that are summed together, met newest first. */
interface Group {
  readonly sum: Sum;
  oldest: Run;
}

/** One pass over the runs: there may be many, and each counts in a group of each kind. */
export function usageView(state: State): UsageView {
  const total = nothing();
  const dayOf = daysIn(state.workspace.calendar.zone);
  const newest: Run[] = [];
  const [days, tasks, conversations] = [
    new Map<string, Group>(),
    new Map<string | null, Group>(),
    new Map<string, Group>(),
  ] as const;
  for (let at = state.index.runs.length - 1; at >= 0; at -= 1) {
    const run = state.tables.run.get(state.index.runs[at] ?? '');
    if (!run || run.launchedAt === null) continue;
    add(total, run);
    addTo(days, dayOf(run.createdAt), run);
    addTo(tasks, run.taskId, run);
    addTo(conversations, run.conversationId, run);
    if (newest.length < SHOWN) newest.push(run);
  }
  return {
    total,
    byDay: [...days].map(([day, { sum }]) => ({ day, sum })),
    byTask: [...tasks].map(([taskId, { sum }]) => ({ taskId, task: taskName(state, taskId), sum })),
    byConversation: [...conversations].map(([conversationId, { sum, oldest }]) => ({
      conversationId,
      goal: oldest.goal,
      sum,
    })),
    byRun: newest.map((run) => ({ runId: run.id, goal: run.goal, sum: add(nothing(), run) })),
  };
}

function taskName(state: State, id: string | null): string {
  const task = state.tables.task.get(id ?? '');
  return task ? `${aliasOf(task)} ${task.title}` : 'No task';
}

/** Groups beyond those that are shown are older than all of them. */
function addTo<K>(groups: Map<K, Group>, key: K, run: Run): void {
  const group = groups.get(key);
  if (group) {
    add(group.sum, run);
    group.oldest = run;
  } else if (groups.size < SHOWN) groups.set(key, { sum: add(nothing(), run), oldest: run });
}

function nothing(): Sum {
  return {
    ...{ runs: 0, costUsd: 0, costKnown: 0, inputTokens: 0, outputTokens: 0, tokensKnown: 0 },
    ...{ durationMs: 0, durationKnown: 0 },
  };
}

function add(sum: Sum, run: Run): Sum {
  const usage = run.usage && believable(run.usage);
  sum.runs += 1;
  if (usage?.costUsd != null) {
    sum.costUsd += usage.costUsd;
    sum.costKnown += 1;
  }
  if (usage?.inputTokens != null && usage.outputTokens !== null) {
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += usage.outputTokens;
    sum.tokensKnown += 1;
  }
  if (usage?.durationMs != null) {
    sum.durationMs += usage.durationMs;
    sum.durationKnown += 1;
  }
  return sum;
}
