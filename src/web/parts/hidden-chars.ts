/** Which characters a reader would not see, and how they are written instead. */

/**
 * Control characters but tab and line feed; soft hyphen, Arabic letter mark, Hangul fillers, zero-width, bidi controls,
 * line and paragraph separators, invisible operators, byte order mark, interlinear marks, tags and the variation
 * selectors that carry hidden bytes; lone surrogates. The zero-width joiner inside an emoji stays.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /(?<!\p{Extended_Pictographic}\uFE0F?[\u{1F3FB}-\u{1F3FF}]?)\u200D|[\0-\x08\x0B-\x1F\x7F-\x9F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{E0000}-\u{E0FFF}\p{Surrogate}]|[\u180B-\u180F]/gu;

export interface TextPart {
  readonly text: string;
  /** True: `text` is the code of a hidden character. */
  readonly hidden: boolean;
}

/** Nearly every text is this plain, and to know it costs a twentieth of looking for each hidden character. */
const PLAIN = /^[\t\n\x20-\x7E\u00C0-\u024F\u2013-\u201E\u2026]*$/;

/** True when every character of it is seen. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** The text in parts, hidden characters apart, as `U+202E`. */
export function splitHidden(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), hidden: false });
    parts.push({ text: codeOf(found[0]), hidden: true });
    end = found.index + found[0].length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), hidden: false });
  return parts;
}

/** The same for places that take only a string, such as labels: `[U+202E]`. */
export function showHidden(text: string): string {
  return text.replaceAll(HIDDEN, (char) => `[${codeOf(char)}]`);
}

/** The same for JSON, which goes on saying what it said: `\u202E`. */
export function escapeHidden(json: string): string {
  return json.replaceAll(HIDDEN, (chars) => chars.split('').map(escaped).join(''));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
