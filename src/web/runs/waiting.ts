/** What waits for a person, as both documents tell it: the count in the title, the notices. */

import { cut } from '../../kit/text.ts';
import type { InboxItem } from '../../protocol/delegation-views.ts';
import type { ProposalCard } from '../../protocol/views.ts';
import { showHidden } from '../parts/hidden-chars.ts';

/** A name for one thing that waits: it is told once, and again when it is another one. */
export function keyOf(item: InboxItem): string {
  if (item.kind === 'question') return `question ${item.question.id}`;
  if (item.kind === 'permission') return `permission ${item.request.id}`;
  return `${item.kind} ${item.run.id}`;
}

export interface Waiting {
  readonly key: string;
  /** One line for a notice: a plain string, in which hidden characters are written out. */
  readonly text: string;
}

/** Everything that waits, proposals and what runs wait for. */
export function waitingOf(proposals: readonly ProposalCard[], items: readonly InboxItem[]): readonly Waiting[] {
  const plans = proposals
    .filter(({ status }) => status === 'awaiting_approval')
    .map(({ id, revision, author, title }) => ({
      key: `proposal ${id} ${revision}`,
      text: showHidden(`${author.label} proposes a plan for ${title || 'a task'}.`),
    }));
  return [...plans, ...items.map((item) => ({ key: keyOf(item), text: showHidden(noticeOf(item)) }))];
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

/** What waits now and did not before. Nothing is new on the first look: a page that is opened is being looked at. */
export function newAmong(waiting: readonly Waiting[], known: ReadonlySet<string> | null): readonly Waiting[] {
  return known === null ? [] : waiting.filter(({ key }) => !known.has(key));
}
