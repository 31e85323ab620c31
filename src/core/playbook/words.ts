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

interface Form {
  readonly first: string;
  readonly text: string;
  readonly phrase: boolean;
}

interface CompiledWord {
  readonly word: string;
  readonly forms: readonly Form[];
}

export function indexWords(text: string): WordIndex {
  const runs = runsOf(text);
  return { words: new Set(runs), line: ` ${runs.join(' ')} ` };
}

/** The playbook's words that occur in the text, in the playbook's order and spelling. */
export function findWords(index: WordIndex, words: readonly string[]): string[] {
  return compiled(words)
    .filter(({ forms }) => forms.some((form) => occurs(index, form)))
    .map(({ word }) => word);
}

export function hasAnyWord(index: WordIndex, words: readonly string[]): boolean {
  return compiled(words).some(({ forms }) => forms.some((form) => occurs(index, form)));
}

/** Tags are compared whole, without regard to case. */
export function sameTag(one: string, other: string): boolean {
  return one === other || fold(one) === fold(other);
}

function occurs(index: WordIndex, form: Form): boolean {
  if (!form.phrase) return index.words.has(form.first);
  return index.words.has(form.first) && index.line.includes(form.text);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function runsOf(text: string): readonly string[] {
  return fold(text).match(RUN) ?? [];
}

/** Word lists belong to playbooks and live as long as they do: cutting them for every check would cost more than checking. */
const compiledLists = new WeakMap<readonly string[], readonly CompiledWord[]>();

function compiled(words: readonly string[]): readonly CompiledWord[] {
  const known = compiledLists.get(words);
  if (known) return known;
  const fresh = words.map((word) => ({ word, forms: formsOf(word) }));
  compiledLists.set(words, fresh);
  return fresh;
}

function formsOf(word: string): readonly Form[] {
  const runs = runsOf(word);
  const last = runs.at(-1);
  if (last === undefined) return [];
  const before = runs.slice(0, -1);
  return withPlurals(last).map((form) => {
    const parts = [...before, form];
    return { first: parts[0] as string, text: ` ${parts.join(' ')} `, phrase: parts.length > 1 };
  });
}

function withPlurals(word: string): readonly string[] {
  const forms = [word, `${word}s`, `${word}es`];
  return word.endsWith('y') ? [...forms, `${word.slice(0, -1)}ies`] : forms;
}
