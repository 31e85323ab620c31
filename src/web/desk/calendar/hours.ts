/** Working hours as a person types them: `09:00-12:30, 13:30-18:00`. Pure. */
import type { HoursSpan } from '../../../core/workspace/workspace.ts';

export function hoursText(spans: readonly HoursSpan[]): string {
  return spans.map(({ from, to }) => `${from}-${to}`).join(', ');
}

export type ReadHours =
  | { readonly ok: true; readonly spans: readonly HoursSpan[] }
  | { readonly ok: false; readonly problem: string };

const SPAN = /^(\d{1,2}):(\d{2})\s*(?:-|–|to)\s*(\d{1,2}):(\d{2})$/;

/** Sorted and disjoint spans, or what is wrong. Empty text is a free day. */
export function readHours(text: string): ReadHours {
  const parts = text.split(',').map((part) => part.trim());
  const spans: HoursSpan[] = [];
  for (const part of parts.filter((one) => one !== '')) {
    const found = SPAN.exec(part);
    const span = found && { from: clock(found[1], found[2]), to: clock(found[3], found[4]) };
    if (!span || !isClock(span.from, '23:59') || !isClock(span.to, '24:00')) {
      return problem(`“${part}” is no span of time. Write it like 09:00-17:00.`);
    }
    if (span.from >= span.to) return problem(`“${part}” ends before it starts.`);
    spans.push(span);
  }
  spans.sort((one, other) => (one.from < other.from ? -1 : 1));
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (next && next.from < span.to) return problem(`${hoursText([span])} and ${hoursText([next])} overlap.`);
  }
  return { ok: true, spans };
}

function problem(words: string): ReadHours {
  return { ok: false, problem: words };
}

function clock(hour = '', minute = ''): string {
  return `${hour.padStart(2, '0')}:${minute}`;
}

function isClock(text: string, latest: string): boolean {
  return text <= latest && Number(text.slice(3)) <= 59;
}
