import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, parseJson, parseMessage } from './json.ts';

const parse = (text: string) => parseJson(new TextEncoder().encode(text));

function problemOf(text: string): string {
  const result = parse(text);
  if (result.ok) return 'accepted';
  const { code, problems } = result.refusal;
  return `${code} ${problems?.map((one) => `${one.code}@${one.path}`).join(',')}`;
}

describe('JSON from outside', () => {
  it.each([
    ['{"a":1,"a":2}', 'invalid_json repeated_key@/a'],
    ['{"a":{"b":[{"c":1},{"c":1,"d":2,"c":3}]}}', 'invalid_json repeated_key@/a/b/1/c'],
    // Equal only once the escapes are read.
    ['{"ab":1,"\\u0061b":2}', 'invalid_json repeated_key@/ab'],
    ['{"a/b":1 , "a/b" : 2}', 'invalid_json repeated_key@/a~1b'],
    ['{"__proto__":1,"__proto__":2}', 'invalid_json repeated_key@/__proto__'],
    ['{"\\"":1,"x":"\\\\","\\"":2}', 'invalid_json repeated_key@/"'],
  ])('refuses a repeated key in %s', (text, expected) => {
    expect(problemOf(text)).toBe(expected);
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":["a","a",{"a":"a"}]}',
    '{"a":"b\\":\\"","b":"{\\"a\\":1,\\"a\\":2}"}',
    '[{"a":1},{"a":1}]',
    ' \n{ "a" : [ ] , "b" : { } } ',
    '"text"',
    '12',
    '{"constructor":1,"toString":2,"hasOwnProperty":3}',
  ])('accepts %s', (text) => {
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('keeps __proto__ an ordinary own key', () => {
    const result = parse('{"__proto__":{"polluted":true}}');
    expect(result.ok && Object.keys(result.value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('refuses __proto__ in the levels of a message that the SDK copies, and only there', () => {
    const places = (text: string) => {
      const result = parseMessage(new TextEncoder().encode(text));
      return result.ok ? 'accepted' : result.refusal.problems?.map(({ code, path }) => `${code}@${path}`).join(',');
    };
    expect(places('{"__proto__":1,"params":{"\\u005f_proto__":1,"arguments":{"a":1,"__proto__":1}}}')).toBe(
      'unknown_property@/__proto__,unknown_property@/params/__proto__,unknown_property@/params/arguments/__proto__',
    );
    expect(places('{"params":{"arguments":{"a":{"__proto__":1},"b":"__proto__"}}}')).toBe('accepted');
    expect(places('[{},{"params":{"arguments":{"__proto__":1,"a":{"__proto__":1}}}}]')).toBe(
      'unknown_property@/1/params/arguments/__proto__',
    );
    expect(places(`[${'{"__proto__":1},'.repeat(999)}1]`)?.split(',').length).toBe(50);
  });

  it('counts levels of nesting, not characters', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(problemOf(nested(MAX_DEPTH))).toBe('accepted');
    expect(problemOf(nested(MAX_DEPTH + 1))).toMatch(/^invalid_input too_deep@(\/0){40}$/);
    expect(problemOf(`{"a":${'{"b":'.repeat(199)}1${'}'.repeat(199)}}`)).toMatch(/^invalid_input too_deep@\/a\/b/);
    expect(problemOf(`{"a":"${'['.repeat(500)}"}`)).toBe('accepted');
  });

  it('survives a body that is nothing but brackets', () => {
    expect(problemOf('['.repeat(500_000))).toMatch(/^invalid_json not_json@$/);
  });

  it('names the place of a lone surrogate, in values and in keys', () => {
    expect(problemOf('{"a":["x","\\ud800"]}')).toBe('invalid_input lone_surrogate@/a/1');
    expect(problemOf('{"a":{"\\udc00":1}}')).toBe('invalid_input lone_surrogate@/a');
    expect(problemOf('{"a":"\\ud83d\\ude00"}')).toBe('accepted');
  });

  it('refuses what is not UTF-8 and what is not JSON', () => {
    expect(parseJson(Uint8Array.from([0x22, 0xff, 0x22]))).toMatchObject({
      refusal: { code: 'invalid_json', message: 'The text is not UTF-8.', problems: [{ code: 'not_utf8' }] },
    });
    expect(problemOf('')).toBe('invalid_json not_json@');
    expect(problemOf('{"a":1}x')).toBe('invalid_json not_json@');
    expect(problemOf('\ufeff{}')).toBe('invalid_json not_json@');
  });
});
