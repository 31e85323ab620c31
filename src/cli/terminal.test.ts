import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { print, printJson, say } from './terminal.ts';

const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterEach(() => {
  written.mockReset();
  said.mockReset();
});
afterAll(() => vi.restoreAllMocks());

it('a name of a file can neither drive the terminal nor pretend to be another line', () => {
  const name = 'task-1 - \u001b[2Jevil\n0 problems.\u202e.md';
  print(name);
  say(name);
  const shown = 'task-1 - \\u001b[2Jevil\\u000a0 problems.\\u202e.md\n';
  expect(written).toHaveBeenCalledExactlyOnceWith(shown);
  expect(said).toHaveBeenCalledExactlyOnceWith(shown);
});

it('JSON for programs keeps its lines and its values', () => {
  const value = { tasks: [{ title: '\u202eevil\u009b31m' }] };
  printJson(value);
  const text = written.mock.calls.map(([line]) => line).join('');
  expect(text).toContain('"title": "\\u202eevil\\u009b31m"');
  expect(text.split('\n')).toHaveLength(8);
  expect(JSON.parse(text)).toEqual(value);
});
