/** Sums of what runs used. Unknown figures are counted as unknown, never as zero. */
import type { Run } from '../../core/run/run.ts';
import { aliasOf, type State } from '../../core/state/state.ts';
import type { UsageSum, UsageView } from '../../protocol/delegation-views.ts';

const SHOWN = 200;

export function usageView(state: State): UsageView {
  const runs = state.index.runs
    .flatMap((id) => state.tables.run.get(id) ?? [])
    .filter((run) => run.launchedAt !== null);
  const taskName = (id: string | null) => {
    const task = state.tables.task.get(id ?? '');
    return task ? `${aliasOf(task)} ${task.title}` : 'No task';
  };
  const newest = [...runs].reverse();
  return {
    total: sum(runs),
    byDay: groups(newest, (run) => run.createdAt.slice(0, 10)).map(([day, of]) => ({ day, sum: sum(of) })),
    byTask: groups(newest, (run) => run.taskId).map(([taskId, of]) => ({
      taskId,
      task: taskName(taskId),
      sum: sum(of),
    })),
    byConversation: groups(newest, (run) => run.conversationId).map(([conversationId, of]) => ({
      conversationId,
      goal: of.at(-1)?.goal ?? '',
      sum: sum(of),
    })),
    byRun: newest.slice(0, SHOWN).map((run) => ({ runId: run.id, goal: run.goal, sum: sum([run]) })),
  };
}

function groups<K>(runs: readonly Run[], keyOf: (run: Run) => K): [K, Run[]][] {
  const found = new Map<K, Run[]>();
  for (const run of runs) {
    const key = keyOf(run);
    const group = found.get(key);
    if (group) group.push(run);
    else found.set(key, [run]);
  }
  return [...found].slice(0, SHOWN);
}

function sum(runs: readonly Run[]): UsageSum {
  let costUsd = 0;
  let costKnown = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  let tokensKnown = 0;
  let durationMs = 0;
  for (const { usage } of runs) {
    if (usage?.costUsd != null) {
      costUsd += usage.costUsd;
      costKnown += 1;
    }
    if (usage?.inputTokens != null && usage.outputTokens !== null) {
      inputTokens += usage.inputTokens;
      outputTokens += usage.outputTokens;
      tokensKnown += 1;
    }
    durationMs += usage?.durationMs ?? 0;
  }
  return { runs: runs.length, costUsd, costKnown, inputTokens, outputTokens, tokensKnown, durationMs };
}
