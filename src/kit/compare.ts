/** Orders text by code unit: `localeCompare` would let the machine's locale decide. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
