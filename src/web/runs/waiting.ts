/** What waits for a person, as both documents tell it: the count in the title, the notices. */

import { counted, cut } from '../../kit/text.ts';
import type { InboxItem, InboxView } from '../../protocol/delegation-views.ts';
import type { ProposalCard, TokenView } from '../../protocol/views.ts';
import { showHidden } from '../parts/hidden-chars.ts';

/** A name for one thing that waits: it is told once, and again when it is another one. */
export function keyOf(item: InboxItem): string {
  if (item.kind === 'question') return `question ${item.question.id}`;
  if (item.kind === 'permission') return `permission ${item.request.id}`;
  return `${item.kind} ${item.run.id}`;
}

/** A page and the one after it, as one. What came meanwhile pushes items to the next page, which then come twice. */
export function withNext(before: InboxView, next: InboxView): InboxView {
  const items = new Map([...before.items, ...next.items].map((item) => [keyOf(item), item]));
  return { ...next, items: [...items.values()] };
}

const kindWords: { readonly [K in InboxItem['kind']]: readonly [one: string, many: string] } = {
  question: ['question', 'questions'],
  permission: ['permission', 'permissions'],
  grant: ['run without a grant', 'runs without a grant'],
  apply: ['result to apply', 'results to apply'],
  accept: ['run to accept', 'runs to accept'],
};

/** What waits on pages that were not read, such as "3 runs without a grant, 140 results to apply". */
export function unreadWords({ items, kinds }: Pick<InboxView, 'items' | 'kinds'>): string {
  return (Object.keys(kindWords) as InboxItem['kind'][])
    .map((kind) => [kinds[kind] - items.filter((item) => item.kind === kind).length, ...kindWords[kind]] as const)
    .filter(([count]) => count > 0)
    .map((words) => counted(...words))
    .join(', ');
}

export interface Waiting {
  readonly key: string;
  readonly at: string;
  /** One line for a notice: a plain string, in which hidden characters are written out. */
  readonly text: string;
}

export interface WaitingParts {
  readonly proposals: readonly ProposalCard[];
  readonly items: readonly InboxItem[];
  /** Of agents; of these, those that ask to be let in. */
  readonly tokens: readonly TokenView[];
}

/** Everything that waits: proposals, what runs wait for, agents that may do nothing yet. */
export function waitingOf({ proposals, items, tokens }: WaitingParts): readonly Waiting[] {
  const plans = proposals
    .filter(({ status }) => status === 'awaiting_approval')
    .map(({ id, revision, author, title, updatedAt }) => ({
      key: `proposal ${id} ${revision}`,
      at: updatedAt,
      text: showHidden(`${author.label} proposes a plan for ${title || 'a task'}.`),
    }));
  const asks = tokens
    .filter(({ state }) => state === 'waiting')
    .map(({ id, label, createdAt }) => ({
      key: `token ${id}`,
      at: createdAt,
      text: showHidden(`${label} asks to be let in.`),
    }));
  const others = items.map((item) => ({ key: keyOf(item), at: item.at, text: showHidden(noticeOf(item)) }));
  return [...plans, ...asks, ...others];
}

function noticeOf(item: InboxItem): string {
  const goal = cut(item.run.goal, 80) || 'a run';
  switch (item.kind) {
    case 'grant':
      return `Waits for a grant: ${goal}`;
    case 'question':
      return `A worker asks: ${cut(item.question.text, 120)}`;
    case 'permission':
      return `An agent asks for permission: ${cut(item.request.title, 120)}`;
    case 'apply':
      return `A result waits to be applied: ${goal}`;
    case 'accept':
      return `Work waits to be accepted: ${goal}`;
  }
}

export interface Known {
  readonly keys: ReadonlySet<string>;
  /** When it was read, if pages were left unread; what comes up from those is known by nobody and yet not new. */
  readonly since: number | null;
}

/** What waits now and did not before. Nothing is new on the first look: a page that is opened is being looked at. */
export function newAmong(waiting: readonly Waiting[], known: Known | null): readonly Waiting[] {
  if (known === null) return [];
  const { keys, since } = known;
  return waiting.filter(({ key, at }) => !keys.has(key) && (since === null || Date.parse(at) >= since));
}

/** The keys of what waited once and does not now. */
export function overAmong(waiting: readonly Waiting[], known: Known | null): readonly string[] {
  const now = new Set(waiting.map(({ key }) => key));
  return [...(known?.keys ?? [])].filter((key) => !now.has(key));
}
