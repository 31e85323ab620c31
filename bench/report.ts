/** The table that the bench prints: a budget, its floor in the same run, what was measured, whether it holds. */

export interface Row {
  readonly budget: string;
  /** Tasks in the workspace; null = the figure does not depend on them. */
  readonly tasks: number | null;
  /** What the machine itself takes, measured beside it. */
  readonly floor: string;
  readonly measured: string;
  /** Measured against what is allowed: up to 1 the budget holds. Null = there is no budget, only a figure. */
  readonly ratio: number | null;
}

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ budget, tasks, floor, measured, ratio }) => {
    const met = ratio === null ? '' : ratio <= 1 ? 'yes' : 'NO';
    return [budget, tasks?.toLocaleString('en') ?? '', floor, measured, ratio?.toFixed(2) ?? '', met];
  });
  const head = ['Budget', 'Tasks', 'Floor in this run', 'Measured', 'Of what is allowed', 'Met'];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
