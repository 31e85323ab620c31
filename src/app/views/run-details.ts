/** What `details` adds to a run's answer. No part of it fills its reader's context: what is long comes as JSON in pages. */
import { checksOfConversation } from '../../core/run/find-run.ts';
import { hasChangedTree, type Run } from '../../core/run/run.ts';
import type { State } from '../../core/state/state.ts';

const PAGE = 12_000;

/** What an offset may page. */
type Section = 'answer' | 'contract' | 'report' | 'coverage' | 'checks';

interface Asked {
  readonly section?: Section;
  readonly offset?: number;
  readonly details?: boolean;
}

/** One offset, for the section that it pages; the others begin at their start. A section of the details asks for them. */
export function startsOf({ section = 'answer', offset = 0, details = false }: Asked) {
  return {
    details: details || section !== 'answer',
    at: (one: Section) => (one === section ? offset : 0),
  };
}

export function runDetails(
  state: State,
  run: Run,
  known: {
    readonly contract: object | null;
    readonly coverage: object | null;
    readonly pathless: (words: string) => string;
  },
  at: (section: Section) => number,
): object {
  const checks = checksOfConversation(state, run.conversationId)
    .slice(-50)
    .map((check) => (check.reason === null ? check : { ...check, reason: known.pathless(check.reason) }));
  return {
    contract: part(known.contract, at('contract'), { goal: run.goal }),
    report: part(run.report, at('report')),
    coverage: part(known.coverage, at('coverage')),
    checks: part(checks, at('checks')),
    launched_at: run.launchedAt,
    grant_id: run.grantId,
    tree_before: run.treeBefore,
    tree_after: run.treeAfter,
    tree_changed: hasChangedTree(run),
  };
}

/** Whole, or where that is too much a page of its JSON. */
function part(value: unknown, from: number, beside: object = {}): unknown {
  const { text, total, next } = pageOf(JSON.stringify(value), from);
  return total <= PAGE ? value : { cut: true, ...beside, characters: total, json: text, next_offset: next };
}

/** By code points, so that no page cuts one. */
export function pageOf(
  text: string,
  offset: number,
  size = PAGE,
): { readonly text: string; readonly total: number; readonly next: number | null } {
  const points = [...text];
  const end = offset + size;
  return { text: points.slice(offset, end).join(''), total: points.length, next: end < points.length ? end : null };
}
