/** The revision of a set names its content and nothing else; 1,000 drawn sets and more, `LAW_SEED=n` repeats a run. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AcceptanceSet } from './contract.ts';
import { setRevision } from './revision.ts';

type Content = Omit<AcceptanceSet, 'revision'>;
type Revision = (content: Content) => string;

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const obligation = fc.record({ id: text, text, environment: fc.dictionary(text, text, { maxKeys: 4 }) });
const criterion = fc.record({ id: text, text, obligations: fc.array(obligation, { maxLength: 3 }) });
const contents: fc.Arbitrary<Content> = fc.record({
  set_id: text,
  schema_version: fc.constant(1 as const),
  items: fc.array(criterion, { maxLength: 3 }),
});

function run<T>(drawn: fc.Arbitrary<T>, law: (drawn: T) => boolean) {
  let runs = 0;
  const details = fc.check(
    fc.property(drawn, (one) => {
      runs += 1;
      return law(one);
    }),
    { numRuns: 1000, seed },
  );
  return { failed: details.failed, runs, report: fc.defaultReportMessage(details) };
}

function holdsAndBites<T>(name: string, drawn: fc.Arbitrary<T>, law: (revision: Revision) => (drawn: T) => boolean) {
  test(name, () => {
    const { failed, runs, report } = run(drawn, law(setRevision));
    console.log(`${name} (seed ${seed}): ${runs} runs`);
    expect(failed, report).toBe(false);
    expect(runs).toBeGreaterThanOrEqual(1000);
  });
  return (bug: string, revision: Revision) =>
    test(`bites: ${bug}`, () => expect(run(drawn, law(revision)).failed).toBe(true));
}

describe('the order of keys does not count', () => {
  const bites = holdsAndBites('key order', contents, (revision) => (content) => {
    return revision(content) === revision(turned(content) as Content);
  });
  bites('the keys as they come', JSON.stringify);
  bites('only the outer keys are sorted', ({ set_id, schema_version, items }) =>
    JSON.stringify({ items, schema_version, set_id }),
  );
});

describe('another content has another revision', () => {
  const pairs = fc.tuple(contents, contents, fc.constantFrom('set_id', 'items', 'text'));
  const bites = holdsAndBites('content', pairs, (revision) => ([one, other, what]) => {
    const changed = { ...one, ...pick(one, other, what) };
    const same = JSON.stringify(one) === JSON.stringify(changed);
    return same || revision(one) !== revision(changed);
  });
  bites('texts do not count', ({ set_id, items }) => JSON.stringify([set_id, items.map(({ id }) => id)]));
  bites('the set id does not count', ({ items }) => JSON.stringify(items));
});

function pick(one: Content, other: Content, what: 'set_id' | 'items' | 'text'): Partial<Content> {
  if (what === 'set_id') return { set_id: other.set_id };
  if (what === 'items') return { items: other.items };
  return { items: one.items.map((item, place) => (place === 0 ? { ...item, text: `${item.text}.` } : item)) };
}

/** The same value with the keys of every object the other way round; lists stay as they are. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}
