/**
 * YAML that somebody else wrote, parsed in bounded time. Lexemes are counted first, because everything that costs (nodes,
 * keys, errors) grows with them: 60 KB of `{a,a,a` took the library's own check of keys seconds, 60 KB of `}` made 60,000
 * errors. Keys are compared here with a set for each mapping; the library compares each key with every other.
 */
import { type Document, isMap, isScalar, Lexer, type LineCounter, type Node, parseDocument, visit } from 'yaml';

export type BoundedYaml =
  | { readonly kind: 'parsed'; readonly document: Document.Parsed; readonly repeatedKeys: readonly Node[] }
  /** Nested deeper than the parser's own stack. */
  | { readonly kind: 'too-deep' }
  /** `offset`: where the text goes on beyond the limit. */
  | { readonly kind: 'too-much'; readonly offset: number };

/** Words and signs, not blanks. The largest playbook that fits its own limits has some 6,000. */
export const LEXEMES = 10_000;
/** Blanks and ends of lines, which a playbook has as many of as of words. 58 KB of them took 310 ms. */
const BLANKS = 2 * LEXEMES;

export function parseBounded(
  text: string,
  options: { readonly lineCounter: LineCounter; readonly schema: 'core' | 'failsafe' },
): BoundedYaml {
  const offset = endOfBounds(text);
  if (offset !== null) return { kind: 'too-much', offset };
  try {
    const document = parseDocument(text, { ...options, prettyErrors: false, merge: false, uniqueKeys: false });
    return { kind: 'parsed', document, repeatedKeys: repeatedKeys(document) };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'too-deep' };
    throw error;
  }
}

/** Byte order mark, start of document, start of scalar, end of flow: the lexer's own marks, which the text does not hold. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f']);

function endOfBounds(text: string): number | null {
  let offset = 0;
  let count = 0;
  let blanks = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (MARKS.has(lexeme)) continue;
    if (lexeme.trim() === '') blanks += 1;
    else count += 1;
    if (count > LEXEMES || blanks > BLANKS) return offset;
    offset += lexeme.length;
  }
  return null;
}

function repeatedKeys(document: Document.Parsed): readonly Node[] {
  const repeated: Node[] = [];
  visit(document, (_, node) => {
    if (!isMap(node)) return;
    const seen = new Set<unknown>();
    for (const { key } of node.items) {
      if (!isScalar(key)) continue;
      if (seen.has(key.value)) repeated.push(key);
      seen.add(key.value);
    }
  });
  return repeated;
}
