/** Every law counts how often it met each issue code, or stands here with the reason why it meets none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const withoutCodes: Readonly<Record<string, string>> = {
  'src/core/workspace/working-time.laws.ts': 'its draws are calendars and minutes: no candidate, so no evaluation',
  'src/core/contract/contract.laws.ts': 'its draws are acceptance sets and their revisions: nothing is evaluated',
  'src/core/run/run.laws.ts': 'its draws are orders of commands on runs; it counts the moves between statuses instead',
};

const root = join(import.meta.dirname, '../..');

const laws = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.laws.ts'))
    .map((name) => `${folder}/${name}`),
);

const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

test('no other file of laws is without a count of codes', () => {
  expect(laws.length).toBeGreaterThan(Object.keys(withoutCodes).length);
  expect(laws.filter((name) => !textOf(name).includes('.missing()')).sort()).toEqual(Object.keys(withoutCodes).sort());
});

test('where codes are counted, no law runs without the count', () => {
  for (const name of laws.filter((one) => !(one in withoutCodes))) {
    // The one run of each file: it notes every evaluation and hands on what was never met.
    expect(textOf(name).match(/fc\.(?:assert|check)\(/g), name).toHaveLength(1);
  }
});

test('each law says its seed', () => {
  for (const name of laws)
    expect(textOf(name), name).toMatch(/console\.log\(`\$\{?[^`]*\(seed \$\{seed\}\)|\(seed \$\{seed\}\)/);
});
