/** Every code of the checks, with what raises it and what must not. */
import { describe, expect, test } from 'vitest';
import { issueCodes } from '../codes.ts';
import { found } from '../fixture/example.ts';
import { sidekicksExamples } from './sidekicks.cases.ts';
import { structureExamples } from './structure.cases.ts';
import { timesExamples } from './times.cases.ts';

const examples = [...structureExamples, ...timesExamples, ...sidekicksExamples];
const codes = [...new Set(examples.map(({ code }) => code))];

describe.each(codes)('%s', (code) => {
  const cases = examples.filter((example) => example.code === code);
  test.each(cases.map((example) => [example.name, example] as const))('%s', (_name, example) => {
    const issues = found(example);
    expect(issues).toHaveLength(example.raised ? 1 : 0);
    if (example.raised) expect(issues[0]).toMatchObject({ ...example.raised, severity: issueCodes[code].severity });
  });

  test('is raised by one of them', () => expect(cases.some(({ raised }) => raised !== null)).toBe(true));
});
