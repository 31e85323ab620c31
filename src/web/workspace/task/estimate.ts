const WORDS = /^(?:(\d+(?:[.,]\d+)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+)\s*m(?:in(?:utes?)?)?)?$/i;

/** Working minutes of "2 h", "1.5h", "45 min", "1 h 30 m" or "90"; null of nothing; undefined when it says neither. */
export function minutesOf(text: string): number | null | undefined {
  const clean = text.trim();
  if (clean === '') return null;
  const minutes = /^\d+$/.test(clean) ? Number(clean) : fromWords(clean);
  return minutes >= 1 && minutes <= 100_000 ? minutes : undefined;
}

function fromWords(text: string): number {
  const found = WORDS.exec(text);
  if (!found) return Number.NaN;
  const hours = Number((found[1] ?? '0').replace(',', '.'));
  return Math.round(hours * 60) + Number(found[2] ?? 0);
}
