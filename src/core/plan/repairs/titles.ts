/** Fills blank titles: with the start of the description, else with the subtask's number. A placeholder that says so. */
import { cut, isBlank } from '../../../kit/text.ts';
import type { Subtask } from '../candidate.ts';
import { visible } from '../checks/check.ts';
import type { Facts } from '../facts.ts';
import type { Draft } from './draft.ts';

const LENGTH = 60;

export function mendTitles({ candidate }: Facts): readonly Draft[] {
  const changes = new Map<number, (subtask: Subtask) => Subtask>();
  for (const [position, { title, description }] of candidate.subtasks.entries()) {
    if (isBlank(title)) changes.set(position, (subtask) => ({ ...subtask, title: titleFrom(description, position) }));
  }
  if (changes.size === 0) return [];
  const summary = `Fill ${changes.size === 1 ? 'the blank title' : `${changes.size} blank titles`} from the descriptions.`;
  return [{ changes, summary, settles: (raised) => raised.code === 'blank_title' }];
}

function titleFrom(description: string, position: number): string {
  const line = description.split(/[\n\r]/u).find((text) => !isBlank(text));
  return line === undefined ? `Untitled subtask ${position + 1}` : cut(visible(line.trim()), LENGTH);
}
