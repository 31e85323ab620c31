/** What is said several times in a plan's verdict, as one line with every place that it concerns. */
import type { Issue, VoteReason } from '../../core/plan/evaluation.ts';

/** Issues of the same words, whoever raised them. */
export interface IssueLine extends Pick<Issue, 'severity' | 'message' | 'candidateIds' | 'repairIds'> {
  readonly raisedBy: readonly string[];
  readonly codes: readonly string[];
}

/** In the order of the first of each. */
export function issueLines(issues: readonly Issue[]): readonly IssueLine[] {
  return grouped(issues, ({ severity, message }) => `${severity} ${message}`).map(([first, ...others]) => {
    const all = [first, ...others];
    return {
      severity: first.severity,
      message: first.message,
      raisedBy: distinct(all.map(({ raisedBy }) => raisedBy)),
      codes: distinct(all.map(({ code }) => code)),
      candidateIds: distinct(all.flatMap(({ candidateIds }) => candidateIds)),
      repairIds: distinct(all.flatMap(({ repairIds }) => repairIds)),
    };
  });
}

export function errorsIn(lines: readonly Pick<IssueLine, 'severity'>[]): number {
  return lines.filter(({ severity }) => severity === 'error').length;
}

export function reasonLines(reasons: readonly VoteReason[]): readonly Omit<VoteReason, 'ruleId'>[] {
  return grouped(reasons, ({ text }) => text).map((all) => ({
    text: all[0].text,
    candidateIds: distinct(all.flatMap(({ candidateIds }) => candidateIds)),
  }));
}

function grouped<T>(all: readonly T[], wordsOf: (one: T) => string): readonly [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(wordsOf(one));
    if (group) group.push(one);
    else groups.set(wordsOf(one), [one]);
  }
  return [...groups.values()];
}

function distinct(all: readonly string[]): readonly string[] {
  return [...new Set(all)];
}
