/**
 * A page's own stylesheet stays when a person goes on to another page. So a class that two of them draw looks as it
 * should until the other page was opened: after a run, the facts of a plan stood one letter below the other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../rigs/daemon.ts';

const web = join(root, 'src/web');

/** Each class that a rule draws by itself, without a place or a state. */
function classesOf(css: string): ReadonlySet<string> {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...bare.matchAll(/([^{}]+)\{/g)].flatMap(([, before = '']) => before.split(','));
  return new Set(selectors.map((one) => one.trim()).filter((one) => /^\.[\w-]+$/.test(one)));
}

function drawnTwice(sheets: Readonly<Record<string, string>>): string[] {
  const owners = new Map<string, string[]>();
  for (const [file, css] of Object.entries(sheets)) {
    for (const name of classesOf(css)) owners.set(name, [...(owners.get(name) ?? []), file]);
  }
  return [...owners].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(', ')}`);
}

describe.each(['workspace', 'desk'])('the %s', (site) => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .filter((file) => [site, 'runs', 'parts', 'styles'].includes(file.split('/')[0] ?? ''));

  test('draws each class in one file', () => {
    expect(files.length).toBeGreaterThan(8);
    const sheets = Object.fromEntries(files.map((file) => [file, readFileSync(join(web, file), 'utf8')]));
    expect(drawnTwice(sheets)).toEqual([]);
  });
});

test('and a class that two files draw would be found', () => {
  const sheets = {
    'a.css': '.facts, .b { gap: 0 }',
    'b.css': '@media print { .facts { gap: 1px } }',
    'c.css': '.d .b {}',
  };
  expect(drawnTwice(sheets)).toEqual(['.facts: a.css, b.css']);
});
