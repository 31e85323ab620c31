/** Orders text by code unit: `localeCompare` would let the machine's locale decide. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Of an instant as `formatInstant` writes it (RFC 3339 UTC, no fraction when it is zero): text that sorts by time. The
 * instant itself does not: Z comes after the point of a fraction.
 */
export function instantKey(at: string): string {
  return at.slice(0, -1);
}

/** Of two such instants, the earlier first. */
export function compareInstants(one: string, other: string): number {
  return compareText(instantKey(one), instantKey(other));
}
