/** Milliseconds. A day of the clock, not of a calendar: a local day has 23 to 25 hours. */
export const DAY_MS = 86_400_000;

/** Minutes in words: "45 min", "2 h", "2 h 30 min". */
export function durationWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
