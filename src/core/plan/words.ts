/** How issues speak to people: subtasks by their title, working time in hours, instants as the clock on their wall shows them. */
import { isBlank } from '../../kit/text.ts';
import { names, quote } from './checks/check.ts';
import type { Facts } from './facts.ts';

type Titled = Pick<Facts, 'candidate'>;

/** The id is in `candidateIds`; it stands here only where there is no title to show. */
export function nameAt({ candidate }: Titled, position: number): string {
  const subtask = candidate.subtasks[position];
  return quote(!subtask || isBlank(subtask.title) ? (subtask?.candidateId ?? '') : subtask.title);
}

/** By id, so that the order of the subtasks decides nothing. */
export function namesAt(facts: Titled, positions: readonly number[]): string {
  const idOf = (position: number) => facts.candidate.subtasks[position]?.candidateId ?? '';
  const sorted = [...positions].sort((one, other) => (idOf(one) < idOf(other) ? -1 : Number(idOf(one) > idOf(other))));
  return names(sorted.map((position) => titleOf(facts, position)));
}

function titleOf({ candidate }: Titled, position: number): string {
  const { title = '', candidateId = '' } = candidate.subtasks[position] ?? {};
  return isBlank(title) ? candidateId : title;
}

/** `2026-03-02 09:00`, in the workspace's zone, which `inZone` names once per message. */
export function moment({ calendar }: Pick<Facts, 'calendar'>, ms: number): string {
  const parts = Object.fromEntries(
    formatOf(calendar.zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
}

export function inZone({ calendar }: Pick<Facts, 'calendar'>): string {
  return `(${calendar.zone} time)`;
}

/** Making a formatter costs a hundred times what using it does; a process sees few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const fresh = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, fresh);
  return fresh;
}
