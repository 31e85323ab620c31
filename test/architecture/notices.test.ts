/** What is bundled is named with its licence beside the bundle. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { noticesOf } from '../../scripts/notices.mjs';
import { buildProgram } from '../../src/daemon/child.ts';

const root = join(import.meta.dirname, '../..');
const inModules = (name: string) => join(root, 'node_modules', name);

beforeAll(buildProgram, 120_000);

test('a package is named once, with its text, and files of ours are not', () => {
  const text = noticesOf([
    inModules('react/index.js'),
    inModules('react/cjs/react.production.js'),
    `\0${inModules('@codemirror/view/dist/index.js')}?commonjs-module`,
    join(root, 'src/cli/main.ts'),
    '\0rolldown/runtime.js',
  ]);
  expect(text).toContain('code of 2 packages');
  expect(text.match(/^react \d/gm)).toHaveLength(1);
  expect(text).toMatch(/^@codemirror\/view \d+\.\d+\.\d+\nLicence: MIT$/m);
  expect(text).toContain('Permission is hereby granted');
});

test.each([
  ['dist', ['hono', '@modelcontextprotocol/server', 'kysely', 'temporal-polyfill']],
  ['dist/web/workspace', ['react', '@tanstack/react-router', 'marked', 'dompurify']],
  ['dist/web/desk', ['react', '@codemirror/view']],
])('%s names what it holds', (folder, names) => {
  const text = readFileSync(join(root, folder, 'THIRD-PARTY-NOTICES'), 'utf8');
  for (const name of names) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(text).not.toContain('sidekicks-workspace');
});
