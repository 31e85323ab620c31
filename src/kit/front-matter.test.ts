import { expect, it } from 'vitest';
import { splitFrontMatter } from './front-matter.ts';

it.each([
  [
    'front matter and body',
    '---\na: 1\n---\n\nText\n',
    { yaml: 'a: 1', yamlLine: 2, body: '\nText\n', bodyLine: 4, unclosed: false },
  ],
  [
    'other line ends and a byte order mark',
    '\uFEFF---\r\na: 1\r\n---\r\nText',
    { yaml: 'a: 1', yamlLine: 2, body: 'Text', bodyLine: 4, unclosed: false },
  ],
  ['empty front matter', '---\n---\nText', { yaml: '', yamlLine: 2, body: 'Text', bodyLine: 3, unclosed: false }],
  ['no front matter', 'Text\n---\n', { yaml: null, yamlLine: 1, body: 'Text\n---\n', bodyLine: 1, unclosed: false }],
  ['no end', '---\na: 1\n', { yaml: null, yamlLine: 1, body: '---\na: 1\n', bodyLine: 1, unclosed: true }],
  ['nothing', '', { yaml: null, yamlLine: 1, body: '', bodyLine: 1, unclosed: false }],
])('splits %s', (_, text, parts) => {
  expect(splitFrontMatter(text)).toEqual(parts);
});
