import { expect, test } from 'vitest';
import { jsonPart, startsOf } from './run-details.ts';

test.each([
  [{}, false, [0, 0]],
  [{ details: true }, true, [0, 0]],
  [{ offset: 7 }, false, [7, 0]],
  [{ offset: 7, section: 'report' }, true, [0, 7]],
] as const)('of %j the answer and the report begin at their places', (asked, details, at) => {
  const from = startsOf(asked);
  expect([from.details, [from.at('answer'), from.at('report')]]).toEqual([details, at]);
});

test.each(['x', '"', '\u0001', '\u{1F680}'])(
  'pages of JSON of %j keep to their room and are put together again',
  (one) => {
    const value = { text: one.repeat(5000) };
    let json = '';
    let next: number | null = 0;
    for (let room = 900; next !== null; room = 4000 - room) {
      const page = jsonPart(value, { from: next, least: 400 }).within(room, () => {}) as {
        json: string;
        next_offset: number | null;
      };
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(room);
      expect(page.json).not.toBe('');
      json += page.json;
      next = page.next_offset;
    }
    expect(JSON.parse(json)).toEqual(value);
    const { full, within } = jsonPart(value, { from: 0, least: 400 });
    expect(within(full, () => {})).toBe(value);
  },
);
