/** The words of the glossary: what it says to avoid stands in no document, no tool's description and no refusal. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalCodes } from '../../src/protocol/codes.ts';
import { operations } from '../../src/protocol/table.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Row {
  readonly word: string;
  readonly avoid: readonly string[];
}

const rows: readonly Row[] = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word'))
  .map((line) => {
    const [, word = '', , avoid = ''] = line.split('|').map((cell) => cell.trim());
    return { word, avoid: avoid.split(/,\s*/).filter((one) => one !== '') };
  });

/** Those in italics are right for something else. */
const avoided = rows.flatMap(({ word, avoid }) =>
  avoid.filter((one) => !one.startsWith('*')).map((one) => ({ one, instead: word })),
);

/** Names of others, what the first line of the README needs to be found by, and the user of the machine. */
const allowed = [
  /human channel/gi,
  /"only a (human) can approve"/gi,
  /Base UI/g,
  /AI agents/g,
  /\b(OS|your|another|other) users?\b/g,
];

function found(text: string): string[] {
  const rest = allowed.reduce((left, phrase) => left.replace(phrase, ''), text.replace(/\s+/g, ' '));
  return avoided.flatMap(({ one, instead }) => {
    const isThere = new RegExp(`(?<![\\w.-])${one}s?(?![\\w-])`, one === one.toLowerCase() ? 'i' : '').test(rest);
    return isThere ? [`${one}: say ${instead}`] : [];
  });
}

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((file) => file.endsWith('.md') && !file.endsWith('glossary.md'));

test('the search finds a word to avoid, and lets the words of others be', () => {
  expect(avoided.length).toBeGreaterThan(12);
  expect(found('A bot opened two tickets.')).toEqual(['ticket: say task', 'bot: say agent']);
  expect(found('Only the human channel can approve; a human cannot.')).toEqual(['human: say person']);
  expect(found('A program of your user.')).toEqual([]);
});

test.each(documents)('%s', (file) => {
  expect(found(read(file))).toEqual([]);
});

test('what tools and refusals say', () => {
  for (const { name, title, description } of operations) expect(found(`${title}. ${description}`), name).toEqual([]);
  for (const [code, { raised, next }] of Object.entries(refusalCodes)) {
    expect(found(`${raised} ${next}`), code).toEqual([]);
  }
});

test('no word stands twice, and none is both used and avoided without a reason', () => {
  const words = rows.map(({ word }) => word);
  expect(words.length).toBe(new Set(words).size);
  expect(avoided.filter(({ one }) => words.includes(one))).toEqual([]);
});
