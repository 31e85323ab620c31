/**
 * Titles that nearly repeat each other, an open sibling, or an idea that a person rejected for this parent. Similarity is
 * counted over the set of normalised words (case, plural s, filler words and order do not matter; figures must be the
 * same): one set within the other with at least 3 of 4 words, or 85 % of all words in common.
 */
import { compareInstants, compareText } from '../../../kit/compare.ts';
import { isBlank } from '../../../kit/text.ts';
import { aliasOf, childrenOf } from '../../state/state.ts';
import type { Task } from '../../workspace/task.ts';
import type { Facts } from '../facts.ts';
import type { RejectedIdea } from '../proposal.ts';
import { nameAt, namesAt } from '../words.ts';
import { at, idAt, idsAt, quote, type Raised, WORKSPACE } from './check.ts';

interface Words {
  readonly set: ReadonlySet<string>;
  /** Those with a figure in them, sorted and joined. */
  readonly figures: string;
}

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
      message: `${namesAt(facts, group)} have nearly the same title.`,
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
    for (const position of match(wordsOfTask(task))) {
      const known = found.get(position);
      // The set of children has no promised order: the oldest match is the one that is named.
      if (known && known.number < task.number) continue;
      found.set(position, { alias: aliasOf(task), number: task.number, title: task.title });
    }
  }
  return inOrder(found).map(([position, { alias, title }]) =>
    resembling(facts, position, 'sibling', `the open task ${alias} ${quote(title)}`),
  );
}

function withRejected(facts: Facts, titles: readonly Words[]): readonly Raised[] {
  const match = matcher(titles);
  const found = new Map<number, { idea: RejectedIdea; title: string }>();
  for (const idea of rejectedFor(facts)) {
    for (const [place, words] of kept(idea, idea.titles).entries()) {
      for (const position of match(words)) found.set(position, { idea, title: idea.titles[place] ?? '' });
    }
  }
  return inOrder(found).map(([position, { idea, title }]) => {
    const reason = idea.reason === '' ? '' : ` (${quote(idea.reason)})`;
    return resembling(facts, position, 'rejected', `${quote(title)}, which a person rejected${reason}`);
  });
}

/** Oldest first, so that the newest is the one that is named: their set has no promised order either. */
function rejectedFor({ state, parent }: Facts): readonly RejectedIdea[] {
  const ids = parent ? [...(state.index.rejectedOf.get(parent.id) ?? [])] : [];
  return ids
    .flatMap((id) => state.tables.rejected.get(id) ?? [])
    .sort((one, other) => compareInstants(one.at, other.at) || compareText(one.id, other.id));
}

/** By position: issues about subtasks that share an id are told apart by their order alone. */
function inOrder<T>(found: ReadonlyMap<number, T>): readonly (readonly [number, T])[] {
  return [...found].sort(([one], [other]) => one - other);
}

function resembling(facts: Facts, position: number, key: string, what: string): Raised {
  return {
    code: 'near_duplicate_title',
    message: `${nameAt(facts, position)} nearly repeats ${what}.`,
    raisedBy: WORKSPACE,
    path: at(position, 'title'),
    candidateIds: [idAt(facts, position)],
    key,
  };
}

/** Which of the titles are similar: looks only at those that share a word, for a parent may have 9,000 children. */
function matcher(titles: readonly Words[]): (words: Words) => readonly number[] {
  const holders = new Map<string, number[]>();
  for (const [position, { set }] of titles.entries()) {
    for (const word of set) {
      const known = holders.get(word);
      if (known) known.push(position);
      else holders.set(word, [position]);
    }
  }
  return (words) => {
    const common = new Map<number, number>();
    for (const word of words.set) {
      for (const position of holders.get(word) ?? []) common.set(position, (common.get(position) ?? 0) + 1);
    }
    return [...common].filter(([at, shared]) => close(words, titles[at] as Words, shared)).map(([at]) => at);
  };
}

function similar(one: Words, other: Words): boolean {
  let common = 0;
  for (const word of one.set) if (other.set.has(word)) common += 1;
  return close(one, other, common);
}

function close(one: Words, other: Words, common: number): boolean {
  if (common === 0 || one.figures !== other.figures) return false;
  const share = common / (one.set.size + other.set.size - common);
  return share >= 0.85 || (share >= 0.75 && common === Math.min(one.set.size, other.set.size));
}

const FILLERS = new Set(
  'a an and as at by for from in into is it of on or our the their this to up we with your'.split(' '),
);

function wordsOf(title: string): Words {
  const text = title.normalize('NFKC').toLowerCase();
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(split);
  const telling = words.filter((word) => !FILLERS.has(word));
  // A title of signs alone (an emoji) is compared as it is.
  const signs = isBlank(text) ? [] : [text.trim()];
  const set = new Set([telling, words, signs].find((list) => list.length > 0));
  const figures = [...set].filter((word) => /\p{N}/u.test(word)).sort();
  return { set, figures: figures.join(' ') };
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

function wordsOfTask(task: Task): Words {
  return kept(task, [task.title])[0] as Words;
}

function kept(thing: object, titles: readonly string[]): readonly Words[] {
  const known = cuts.get(thing);
  if (known) return known;
  const fresh = titles.map(wordsOf);
  cuts.set(thing, fresh);
  return fresh;
}
