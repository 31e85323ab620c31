/**
 * Calendar days of a time zone through the browser's own Intl. `core` computes with Temporal, whose polyfill is some
 * 60 KB: too much for a first load that only words dates. A test holds the two against each other.
 */
import { DAY_MS } from '../../kit/durations.ts';
import { formatOf } from '../parts/time-words.ts';

/** The zone's date and clock at an instant, as if it were UTC. */
function wallMs(ms: number, zone: string): number {
  const parts: Record<string, number> = {};
  const format = formatOf(zone, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  wall.setUTCHours(hour, minute, second);
  return wall.getTime();
}

/** `YYYY-MM-DD` in the zone. */
export function dateAt(ms: number, zone: string): string {
  return new Date(wallMs(ms, zone)).toISOString().slice(0, 10);
}

/**
 * The instant of a wall clock in the zone, `HH:MM` on a date. A clock time that a change skips counts as if the change
 * had not been; one that comes twice is the first.
 */
export function instantAt(date: string, clock: string, zone: string): number {
  const wall = Date.parse(`${date}T${clock}:00Z`);
  const before = wall - offsetAt(wall - DAY_MS, zone);
  const after = wall - offsetAt(wall + DAY_MS, zone);
  return wallMs(before, zone) === wall ? before : wallMs(after, zone) === wall ? after : before;
}

function offsetAt(ms: number, zone: string): number {
  return wallMs(ms, zone) - Math.floor(ms / 1000) * 1000;
}

/** The first moment of a date in the zone. */
export function startOfDate(date: string, zone: string): number {
  return instantAt(date, '00:00', zone);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the date's week. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** What `<input type="datetime-local">` shows for an instant. */
export function localInput(at: string, zone: string): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : new Date(wallMs(ms, zone)).toISOString().slice(0, 16);
}

/** RFC 3339 UTC of what `<input type="datetime-local">` holds; null when it holds nothing whole. */
export function fromLocalInput(value: string, zone: string): string | null {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(value);
  if (!found) return null;
  return new Date(instantAt(found[1] as string, found[2] as string, zone)).toISOString().replace('.000Z', 'Z');
}
