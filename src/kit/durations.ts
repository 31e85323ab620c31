/** Milliseconds. A day of the clock, not of a calendar: a local day has 23 to 25 hours. */
export const DAY_MS = 86_400_000;
