import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Digest } from './digest.tsx';

test('a digest stands apart from its label, in groups that can be read aloud', () => {
  const markup = renderToStaticMarkup(
    createElement(Digest, { digest: '26b36c92'.repeat(8), label: 'Hash of version 2' }),
  );
  const text = markup.replace(/<[^>]+>/g, '');
  expect(text.trim()).toBe(`Hash of version 2 ${Array(8).fill('26b36c92').join(' ')}`);
});
