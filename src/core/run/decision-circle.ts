/**
 * Decisions that supersede each other in a circle: confirmed together each would take the place of the other, and none
 * would hold. A decision that names itself supersedes nothing by that.
 */
import type { Refusal } from '../../kit/result.ts';
import { counted, cut } from '../../kit/text.ts';
import type { ContextDecision } from './project-context.ts';

type Node = Pick<ContextDecision, 'id' | 'supersedes'>;

/**
 * Of a publication. A circle of confirmed decisions alone, which an earlier version let in, stands in no one's way: who
 * publishes cannot change them.
 */
export function whyCircular(
  decisions: readonly (Node & Pick<ContextDecision, 'confirmedBy'>)[],
  isPerson: boolean,
): Refusal | null {
  const changeable = decisions.filter(({ confirmedBy }) => isPerson || confirmedBy === null);
  return refusalOf(
    circleThrough(changeable, decisions),
    'Let only the newer decision name the older one in supersedes, and publish again; to decide once more what was decided earlier, use a new id.',
  );
}

/** Of what a person confirms in one go: of a circle they may confirm a part, and that part stands. */
export function whyNotTogether(decisions: readonly Node[]): Refusal | null {
  return refusalOf(circleThrough(decisions, decisions), 'Confirm only the one of them that shall hold.');
}

function refusalOf(circle: readonly string[] | null, next: string): Refusal | null {
  if (!circle) return null;
  const shown = circle.slice(0, 5).map((id) => cut(id, 40));
  const words = [...shown, ...(circle.length > shown.length ? ['...'] : []), shown[0]].join(' > ');
  return {
    code: 'decisions_in_circle',
    message: `${counted(circle.length, 'decision')} would each take the place of the next: ${words}.`,
    next,
  };
}

/** Ids of which each supersedes the next, and the last the first, which is one of `starts`. The shortest through it. */
function circleThrough(starts: readonly Node[], decisions: readonly Node[]): readonly string[] | null {
  const next = new Map(decisions.map(({ id, supersedes }) => [id, supersedes.filter((other) => other !== id)]));
  for (const { id } of starts) {
    const way = wayBack(id, next);
    if (way) return way;
  }
  return null;
}

function wayBack(start: string, next: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const from = new Map<string, string>();
  const reached = [start];
  // It grows while it is walked.
  for (const id of reached) {
    for (const other of next.get(id) ?? []) {
      if (other === start) return wayTo(id, from);
      if (from.has(other)) continue;
      from.set(other, id);
      reached.push(other);
    }
  }
  return null;
}

function wayTo(end: string, from: ReadonlyMap<string, string>): readonly string[] {
  const way: string[] = [];
  for (let id: string | undefined = end; id !== undefined; id = from.get(id)) way.unshift(id);
  return way;
}
