/** Lists that a person types one to a line. */

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function textOf(lines: readonly string[]): string {
  return lines.join('\n');
}

type Pairs =
  | { readonly ok: true; readonly pairs: Record<string, string> }
  /** The first line that is no `NAME=value`. */
  | { readonly ok: false; readonly line: string };

export function pairsOf(text: string): Pairs {
  const pairs: Record<string, string> = {};
  for (const line of linesOf(text)) {
    const found = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (!found) return { ok: false, line };
    pairs[found[1] as string] = found[2] as string;
  }
  return { ok: true, pairs };
}
