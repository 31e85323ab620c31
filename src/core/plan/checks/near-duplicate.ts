/**
 * Titles that nearly repeat each other, an open sibling, or an idea that a person rejected for this parent. Similarity is
 * counted over the set of normalised words (case, plural s, filler words and order do not matter; figures must be the
 * same): one set within the other with at least 3 of 4 words, or 85 % of all words in common.
 */
import { aliasOf, childrenOf } from '../../state/state.ts';
import type { Facts } from '../facts.ts';
import type { RejectedIdea } from '../proposal.ts';
import { at, idAt, idsAt, names, quote, type Raised, WORKSPACE } from './check.ts';

type Words = ReadonlySet<string>;

export function checkNearDuplicate(facts: Facts): readonly Raised[] {
  const titles = facts.candidate.subtasks.map(({ title }) => wordsOf(title));
  return [...withinPlan(facts, titles), ...withSiblings(facts, titles), ...withRejected(facts, titles)];
}

/** Groups that hang together by similarity, so that twenty equal titles make one issue. */
function withinPlan(facts: Facts, titles: readonly Words[]): readonly Raised[] {
  const groups: number[][] = [];
  for (const [position, title] of titles.entries()) {
    const joined = groups.filter((group) => group.some((other) => similar(title, titles[other] as Words)));
    const rest = groups.filter((group) => !joined.includes(group));
    groups.splice(0, groups.length, ...rest, [...joined.flat(), position]);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({
      code: 'near_duplicate_title',
      message: `${names(idsAt(facts, group))} have nearly the same title.`,
      raisedBy: WORKSPACE,
      path: at(Math.max(...group), 'title'),
      candidateIds: idsAt(facts, group),
      key: 'plan',
    }));
}

function withSiblings(facts: Facts, titles: readonly Words[]): readonly Raised[] {
  if (!facts.parent) return [];
  const match = matcher(titles);
  const found = new Map<number, { alias: string; number: number; title: string }>();
  for (const task of childrenOf(facts.state, facts.parent.id)) {
    if (task.status === 'done') continue;
    for (const position of match(kept(task, ({ title }) => [title])[0] as Words)) {
      const known = found.get(position);
      // The set of children has no promised order: the oldest match is the one that is named.
      if (known && known.number < task.number) continue;
      found.set(position, { alias: aliasOf(task), number: task.number, title: task.title });
    }
  }
  return [...found].map(([position, { alias, title }]) =>
    resembling(facts, position, 'sibling', `the open task ${alias} ${quote(title)}`),
  );
}

function withRejected(facts: Facts, titles: readonly Words[]): readonly Raised[] {
  const { state, parent } = facts;
  const match = matcher(titles);
  const found = new Map<number, { idea: RejectedIdea; title: string }>();
  for (const id of parent ? (state.index.rejectedOf.get(parent.id) ?? []) : []) {
    const idea = state.tables.rejected.get(id);
    if (!idea) continue;
    for (const [place, words] of kept(idea, (known) => known.titles).entries()) {
      for (const position of match(words)) found.set(position, { idea, title: idea.titles[place] ?? '' });
    }
  }
  return [...found].map(([position, { idea, title }]) => {
    const reason = idea.reason === '' ? '' : ` (${quote(idea.reason)})`;
    return resembling(facts, position, 'rejected', `${quote(title)}, which a person rejected${reason}`);
  });
}

function resembling(facts: Facts, position: number, key: string, what: string): Raised {
  return {
    code: 'near_duplicate_title',
    message: `The title of ${quote(idAt(facts, position))} nearly repeats ${what}.`,
    raisedBy: WORKSPACE,
    path: at(position, 'title'),
    candidateIds: [idAt(facts, position)],
    key,
  };
}

/** Which of the titles are similar: looks only at those that share a word, for a parent may have 9,000 children. */
function matcher(titles: readonly Words[]): (words: Words) => readonly number[] {
  const holders = new Map<string, number[]>();
  for (const [position, title] of titles.entries()) {
    for (const word of title) holders.set(word, [...(holders.get(word) ?? []), position]);
  }
  return (words) => {
    const near = new Set<number>();
    for (const word of words) for (const position of holders.get(word) ?? []) near.add(position);
    return [...near].filter((position) => similar(words, titles[position] as Words));
  };
}

function similar(one: Words, other: Words): boolean {
  if (one.size === 0 || other.size === 0) return false;
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const word of small) if (large.has(word)) common += 1;
  if (figures(one) !== figures(other)) return false;
  const share = common / (one.size + other.size - common);
  return share >= 0.85 || (common === small.size && share >= 0.75);
}

function figures(words: Words): string {
  return [...words]
    .filter((word) => /\p{N}/u.test(word))
    .sort()
    .join(' ');
}

const FILLERS = new Set(
  'a an and as at by for from in into is it of on or our the their this to up we with your'.split(' '),
);

function wordsOf(title: string): Words {
  const text = title.normalize('NFKC').toLowerCase();
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(split);
  const telling = words.filter((word) => !FILLERS.has(word));
  if (telling.length > 0) return new Set(telling);
  // A title of signs alone (an emoji) is compared as it is.
  return new Set(words.length > 0 ? words : [text.trim()].filter((sign) => sign !== ''));
}

/** Plurals are cut; scripts that write without spaces are compared by pairs of characters. */
function split(word: string): readonly string[] {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) {
    return [word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word];
  }
  const signs = [...word];
  return signs.length < 2 ? signs : signs.slice(1).map((sign, place) => `${signs[place]}${sign}`);
}

/** Tasks and ideas are replaced when they change, never edited in place: their words are cut once. */
const cuts = new WeakMap<object, readonly Words[]>();

function kept<T extends object>(thing: T, titles: (thing: T) => readonly string[]): readonly Words[] {
  const known = cuts.get(thing);
  if (known) return known;
  const fresh = titles(thing).map(wordsOf);
  cuts.set(thing, fresh);
  return fresh;
}
