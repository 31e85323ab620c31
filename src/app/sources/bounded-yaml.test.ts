import { describe, expect, it } from 'vitest';
import { readFields } from './backlog-md/front.ts';
import { LEXEMES } from './bounded-yaml.ts';
import { parsePlaybook } from './playbook.ts';
import { sampleSkill as skill, sampleYaml as yaml } from './sample-playbook.ts';

const BYTES = 60 * 1024;
const names = (count: number, write: (name: string) => string) =>
  Array.from({ length: count }, (_, at) => write(at.toString(36))).join('');

/** Longer than the slowest of these takes on a busy machine; the library's own check of keys took eight seconds. */
const BUDGET_MS = 1500;

function problemsOf(text: string) {
  const began = performance.now();
  const parsed = parsePlaybook({ folder: 'sample', yaml: text, skill });
  expect(performance.now() - began).toBeLessThan(BUDGET_MS);
  return parsed.ok ? [] : parsed.problems;
}

describe('YAML that is made to cost time', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['keys of a flow', `{${names(15_000, (name) => `${name},`)}`],
    ['keys of lines', names(9_000, (name) => `${name}:\n`)],
    ['closing braces', '}'.repeat(BYTES)],
    ['closing brackets after a key', `a: ${']'.repeat(BYTES - 3)}`],
    ['commas', `[${','.repeat(BYTES - 1)}`],
    ['anchors', '&a '.repeat(BYTES / 3)],
  ];

  it.each(hostile)('is refused with its file and line: %s', (_, text) => {
    const before = '# one\n# two\n';
    const found = problemsOf(before + text.slice(0, BYTES));
    expect(found).toHaveLength(1);
    expect(found[0]?.file).toBe('sample/sidekick.yaml');
    expect(found[0]?.line).toBeGreaterThan(2);
    expect(found[0]?.message).toBe(`not read: more than ${LEXEMES} words and signs of YAML; no playbook needs so many`);
  });

  it.each(['\n', '\r\n', ' \n'])('is refused when it is only blanks: %j', (blank) => {
    expect(problemsOf(blank.repeat(BYTES / blank.length))[0]?.message).toMatch(/^not read: more than /);
  });

  it('lists 50 faults and counts the rest', () => {
    const found = problemsOf('}\n'.repeat(4_000));
    expect(found).toHaveLength(51);
    expect(found[49]).toMatchObject({ line: 50, message: expect.stringContaining('not valid YAML: ') });
    expect(found[50]).toMatchObject({ line: 51, message: 'not valid YAML in 3950 more places' });
  });

  it('finds a key that is there twice among thousands', () => {
    const found = problemsOf(`${yaml}${names(2_000, (name) => `x${name}: 1\n`)}xa: 2\n`);
    const line = yaml.split('\n').length + 2_000;
    expect(found).toContainEqual({
      file: 'sample/sidekick.yaml',
      line,
      message: 'not valid YAML: Map keys must be unique',
    });
  });

  it('is no task of a Backlog.md folder either', () => {
    const said: string[] = [];
    const began = performance.now();
    expect(
      readFields(
        names(100_000, (name) => `${name}:\n`),
        2,
        (_, message) => said.push(message),
      ),
    ).toBeNull();
    expect(performance.now() - began).toBeLessThan(BUDGET_MS);
    expect(said).toEqual(['not read: front matter is broken: far too long']);
  });
});
