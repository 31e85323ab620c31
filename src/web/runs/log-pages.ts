/** The steps of a log that a page holds: pages of one size, read when they come into sight, the far ones let go again. */
import type { RunLogView } from '../../protocol/delegation-views.ts';

export type LogStep = RunLogView['steps'][number];

/** Steps in one answer; the operation gives no more. */
export const PAGE = 500;
/** Pages kept: 20,000 steps, some 10 MB at most. */
export const KEPT = 40;

export interface LogPages {
  readonly total: number;
  /** By page number; the order is that of the last use. */
  readonly pages: ReadonlyMap<number, readonly LogStep[]>;
}

export const noLog: LogPages = { total: 0, pages: new Map() };

export function stepAt({ pages }: LogPages, index: number): LogStep | undefined {
  return pages.get(Math.floor(index / PAGE))?.[index % PAGE];
}

/** Pages that a range needs and that are not there in full. */
export function missingPages({ total, pages }: LogPages, first: number, end: number): readonly number[] {
  const missing: number[] = [];
  const last = Math.min(total, end) - 1;
  for (let page = Math.floor(Math.max(0, first) / PAGE); page * PAGE <= last; page++) {
    const owed = Math.min(PAGE, total - page * PAGE);
    if ((pages.get(page)?.length ?? 0) < owed) missing.push(page);
  }
  return missing;
}

/** Takes an answer whose first step is that of a page. A log only grows: an answer that came late shrinks nothing. */
export function withAnswer(log: LogPages, { steps, from, total }: RunLogView): LogPages {
  const page = Math.floor(from / PAGE);
  const pages = new Map(log.pages);
  const known = pages.get(page);
  pages.delete(page);
  pages.set(page, known && known.length > steps.length ? known : steps);
  for (const [oldest] of pages) {
    if (pages.size <= KEPT) break;
    pages.delete(oldest);
  }
  return { total: Math.max(log.total, total), pages };
}

export interface PlanEntry {
  readonly content: string;
  readonly status: string;
}

/** The newest plan among the steps that are held, as the agent told it; null when none is. */
export function planIn({ pages }: LogPages): { readonly at: string; readonly entries: readonly PlanEntry[] } | null {
  for (const page of [...pages.keys()].sort((one, other) => other - one)) {
    const step = pages.get(page)?.findLast(({ kind }) => kind === 'plan');
    if (step) return { at: step.at, entries: entriesOf(step.detail) };
  }
  return null;
}

function entriesOf(detail: unknown): readonly PlanEntry[] {
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((entry: unknown) => {
    if (entry === null || typeof entry !== 'object') return [];
    const { content, status } = entry as { readonly [field: string]: unknown };
    return [{ content: String(content ?? ''), status: String(status ?? '') }];
  });
}
