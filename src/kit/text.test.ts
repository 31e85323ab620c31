import { expect, it } from 'vitest';
import { onOneLine } from './text.ts';

it('writes what drives a terminal, or hides from its reader, as an escape', () => {
  expect(onOneLine('a\u001b[2Jb\u0007 \u009b31m \r\n\t\u007f')).toBe(
    'a\\u001b[2Jb\\u0007 \\u009b31m \\u000d\\u000a\\u0009\\u007f',
  );
  expect(onOneLine('\u202eevil\u2066 \u200b\u2028\ufeff')).toBe('\\u202eevil\\u2066 \\u200b\\u2028\\ufeff');
  expect(onOneLine('\u{e0041}\ud800')).toBe('\\udb40\\udc41\\ud800');
});

it('leaves every other text, and JSON, as it is', () => {
  const text = 'Größe 日本 العربية 👩‍💻 "quoted" \\ back';
  expect(onOneLine(text)).toBe(text);
  const hidden = { title: '\u202eevil\u0090\n\u{e0041}', 'a\u202e': 1 };
  expect(JSON.parse(onOneLine(JSON.stringify(hidden)))).toEqual(hidden);
});
