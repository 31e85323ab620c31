import { counted } from './text.ts';

/** Milliseconds. A day of the clock, not of a calendar: a local day has 23 to 25 hours. */
export const DAY_MS = 86_400_000;

/** Minutes in words: "45 min", "2 h", "2 h 30 min". */
export function durationWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Time of the clock in its two largest parts: "14 days 20 hours", "5 hours 10 minutes", "0 minutes". */
export function spanWords(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return counted(days, 'day') + (hours > 0 ? ` ${counted(hours, 'hour')}` : '');
  const rest = minutes % 60;
  if (hours > 0) return counted(hours, 'hour') + (rest > 0 ? ` ${counted(rest, 'minute')}` : '');
  return counted(minutes, 'minute');
}
