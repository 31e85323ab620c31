/** Unicode facts about text, and numbers with their nouns. */

/** Characters that show nothing: white space, controls, format characters (bidi, zero-width), fillers. */
const INVISIBLE = /[\p{White_Space}\p{C}\u{115F}\u{1160}\u{3164}\u{FFA0}\u{2800}]|\u{034F}/gu;

/** True when nothing would be seen: only blanks, control or zero-width characters. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/** False when the text holds a lone surrogate, which no UTF-8 file and no RFC 8785 form can hold. */
export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}

/** The first `length` characters at most, never half of a pair, with an ellipsis when cut. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(end) ? end.slice(0, -1) : end}\u2026`;
}

/**
 * What drives a terminal or hides from its reader: C0 and C1 controls (line breaks too), line separators, bidi controls,
 * zero-width blanks, byte order marks, tags. Joiners stay, which emoji and some scripts need.
 */
const DRIVING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x1F\x7F-\x9F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}\p{Surrogate}]/gu;

/** Text of anybody as one line of a terminal: such characters as `\u202e`, which is also what JSON writes inside a string. */
export function onOneLine(text: string): string {
  return text.replace(DRIVING, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}

/** "1 subtask", "3 subtasks", "10,000 tasks". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** One text for names that differ by case or Unicode composition alone: one name on Windows and macOS. */
export function caseless(text: string): string {
  // Down, up and down again: some letters meet only in capitals, and a capital of its own (ẞ) only from below.
  return text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}
