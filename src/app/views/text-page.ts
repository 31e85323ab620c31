/**
 * A long text in pages. By code points, so that no page cuts one; no longer in JSON than an answer has room for. A text
 * may have megabytes: only the page itself is taken apart.
 */

/** Characters of JSON, where nothing else of the answer is long. */
const PAGE = 17_000;
const QUOTES = '""'.length;

interface Size {
  /** Code points. */
  readonly points?: number | undefined;
  /** Characters of JSON, with the quotes: a control character takes six there. */
  readonly characters?: number;
}

export interface TextPage {
  readonly text: string;
  /** Code points of the whole. */
  readonly total: number;
  /** Null = the end. */
  readonly next: number | null;
}

/** At least one code point, so that whoever turns pages arrives. */
export function pageOf(text: string, offset: number, { points = 12_000, characters = PAGE }: Size = {}): TextPage {
  const start = indexOf(text, offset);
  let end = offset;
  let page = '';
  let left = characters - QUOTES;
  for (const point of text.slice(start, start + 2 * points)) {
    left -= JSON.stringify(point).length - QUOTES;
    if (page !== '' && (left < 0 || end - offset >= points)) break;
    page += point;
    end += 1;
  }
  return { text: page, total: pointsOf(text), next: start + page.length < text.length ? end : null };
}

export function pointsOf(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** Where in the text that code point begins; its end when there is none. */
function indexOf(text: string, offset: number): number {
  let index = 0;
  for (let point = 0; point < offset && index < text.length; point += 1) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}
