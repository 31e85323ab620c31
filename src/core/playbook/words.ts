/**
 * Whole-word matching, so simple that a person can check it by eye: text is cut into runs of letters, marks and digits,
 * case is ignored, and a playbook's word also matches its plural (`+s`, `+es`, `y` -> `ies`). A word of several parts
 * ("follow-up", "due date") matches the same parts in a row. Nothing is stemmed and nothing is guessed. Scripts that
 * write without spaces have no words in this sense.
 */

const RUN = /[\p{L}\p{M}\p{N}]+/gu;

/** A text, cut once: `words` answers single words, `line` (words with one space around each) answers phrases. */
export interface WordIndex {
  readonly words: ReadonlySet<string>;
  readonly line: string;
}

/** Phrases by their first word: each with a blank around every word. */
interface CompiledPhrases {
  readonly first: string;
  readonly phrases: readonly string[];
}

interface CompiledWord {
  readonly word: string;
  /** Single words that are this one. */
  readonly forms: readonly string[];
  readonly phrases: readonly CompiledPhrases[];
}

interface CompiledList {
  readonly words: readonly CompiledWord[];
  /** All forms of all words. */
  readonly forms: ReadonlySet<string>;
  readonly phrases: readonly CompiledPhrases[];
}

export function indexWords(text: string): WordIndex {
  const runs = runsOf(text);
  return { words: new Set(runs), line: ` ${runs.join(' ')} ` };
}

/** The playbook's words that occur in the text, in the playbook's order and spelling. */
export function findWords(index: WordIndex, words: readonly string[]): string[] {
  // Most lists have nothing to do with most texts, and that is quickly said.
  if (!hasAnyWord(index, words)) return [];
  return compiled(words)
    .words.filter(({ forms, phrases }) => forms.some((form) => index.words.has(form)) || hasPhrase(index, phrases))
    .map(({ word }) => word);
}

export function hasAnyWord(index: WordIndex, words: readonly string[]): boolean {
  const { forms, phrases } = compiled(words);
  return meet(index.words, forms) || hasPhrase(index, phrases);
}

/** Tags are compared whole, without regard to case. */
export function sameTag(one: string, other: string): boolean {
  return one === other || fold(one) === fold(other);
}

/** Walks the smaller one: a subtask has fifteen words, a task brought in from elsewhere two thousand. */
function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  for (const word of small) if (large.has(word)) return true;
  return false;
}

function hasPhrase({ words, line }: WordIndex, phrases: readonly CompiledPhrases[]): boolean {
  for (const { first, phrases: list } of phrases) {
    if (words.has(first) && list.some((phrase) => line.includes(phrase))) return true;
  }
  return false;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function runsOf(text: string): readonly string[] {
  return fold(text).match(RUN) ?? [];
}

/** Word lists belong to playbooks and live as long as they do: cutting them for every check would cost more than checking. */
const compiledLists = new WeakMap<readonly string[], CompiledList>();

function compiled(words: readonly string[]): CompiledList {
  const known = compiledLists.get(words);
  if (known) return known;
  const compiledWords = words.map(compile);
  const fresh = {
    words: compiledWords,
    forms: new Set(compiledWords.flatMap(({ forms }) => forms)),
    phrases: compiledWords.flatMap(({ phrases }) => phrases),
  };
  compiledLists.set(words, fresh);
  return fresh;
}

function compile(word: string): CompiledWord {
  const runs = runsOf(word);
  const last = runs.at(-1);
  if (last === undefined) return { word, forms: [], phrases: [] };
  const [first, ...rest] = runs.slice(0, -1);
  if (first === undefined) return { word, forms: withPlurals(last), phrases: [] };
  const phrases = withPlurals(last).map((form) => ` ${[first, ...rest, form].join(' ')} `);
  return { word, forms: [], phrases: [{ first, phrases }] };
}

function withPlurals(word: string): readonly string[] {
  const forms = [word, `${word}s`, `${word}es`];
  return word.endsWith('y') ? [...forms, `${word.slice(0, -1)}ies`] : forms;
}
