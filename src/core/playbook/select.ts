/** Which subtasks a selector picks, and how that is said. */
import type { Subtask } from '../plan/candidate.ts';
import type { Selector, SelectorParts } from './rule.ts';
import { hasAnyWord, indexWords, sameTag, type WordIndex } from './words.ts';

export function picks(where: Selector, subtask: Subtask): boolean {
  return holds(where, subtask) || (where.or !== undefined && holds(where.or, subtask));
}

/** All given parts; a part that lists several words or tags holds when one of them is there. */
function holds(where: SelectorParts, subtask: Subtask): boolean {
  if (where.priority !== undefined && subtask.priority !== where.priority) return false;
  if (where.recommendation !== undefined && subtask.recommendationType !== where.recommendation) return false;
  const { tags, words } = where;
  if (tags && !subtask.tags.some((tag) => tags.some((wanted) => sameTag(tag, wanted)))) return false;
  return words === undefined || hasAnyWord(wordsOf(subtask), words);
}

/** All subtasks without a selector. */
export function picked(subtasks: readonly Subtask[], where: Selector | undefined): readonly Subtask[] {
  return where === undefined ? subtasks : subtasks.filter((subtask) => picks(where, subtask));
}

/** `of type backup, or that says "dump" or "snapshot"`: what to write so that the selector picks so many subtasks. */
export function describeSelector(where: Selector, number = 1): string {
  const own = describeParts(where, number);
  return where.or === undefined ? own : `${own}, or ${describeParts(where.or, number)}`;
}

function describeParts(where: SelectorParts, number: number): string {
  const parts: string[] = [];
  if (where.recommendation !== undefined) parts.push(`of type ${where.recommendation}`);
  if (where.priority !== undefined) parts.push(`of priority ${where.priority}`);
  if (where.tags) parts.push(`tagged ${shortList(where.tags)}`);
  if (where.words) parts.push(`that ${number === 1 ? 'says' : 'say'} ${shortList(where.words)}`);
  return parts.join(' and ');
}

const LISTED = 4;

function shortList(values: readonly string[]): string {
  const shown = values.slice(0, LISTED).map((value) => `"${value}"`);
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} or one of ${rest} more` : shown.join(' or ');
}

interface Cut {
  readonly title: string;
  readonly description: string;
  readonly index: WordIndex;
}

/**
 * One evaluation checks some fifty rules over the same twenty subtasks. The texts are compared on every hit, so that an
 * object which a patch changed in place never answers with its old words.
 */
const cuts = new WeakMap<object, Cut>();

export function wordsOf(text: { readonly title: string; readonly description: string }): WordIndex {
  const known = cuts.get(text);
  if (known && known.title === text.title && known.description === text.description) return known.index;
  const { title, description } = text;
  const index = indexWords(`${title}\n${description}`);
  cuts.set(text, { title, description, index });
  return index;
}
