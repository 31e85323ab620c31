import { describe, expect, it } from 'vitest';
import { parsePlaybook, playbookHash } from './playbook.ts';
import { sampleSkill as skill, sampleYaml as yaml } from './sample-playbook.ts';

function problems(changed: { readonly yaml?: string; readonly skill?: string; readonly folder?: string }): string[] {
  const parsed = parsePlaybook({ folder: 'sample', yaml, skill, ...changed });
  return parsed.ok ? [] : parsed.problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

it('reads a whole playbook', () => {
  const parsed = parsePlaybook({ folder: 'sample', yaml, skill });
  expect(parsed).toMatchObject({
    ok: true,
    hash: playbookHash(yaml, skill),
    playbook: {
      id: 'sample',
      match: {
        threshold: 3,
        rules: [
          { kind: 'words', words: ['sample', 'try'], weight: 2 },
          { kind: 'deadline_within', days: 7, weight: 1 },
        ],
      },
      constraints: [
        {
          id: 'ordered',
          onFail: 'block',
          rule: { kind: 'order', first: { recommendation: 'review' }, later: { recommendation: 'rollout' } },
        },
        { id: 'sized', rule: { kind: 'estimate_range', min: 15, max: 60 } },
        { id: 'daytime', rule: { kind: 'between_hours', from: '09:00', to: '24:00' } },
      ],
      checklist: [{ id: 'sample.proof', text: 'It is proven.', required: true }],
    },
  });
});

it('reads line ends of any kind, and a byte order mark', () => {
  expect(problems({ yaml: yaml.replaceAll('\n', '\r\n'), skill: `\uFEFF${skill.replaceAll('\n', '\r\n')}` })).toEqual(
    [],
  );
});

it('hashes both texts, and where one ends', () => {
  expect(playbookHash('ab', 'c')).not.toBe(playbookHash('a', 'bc'));
  expect(playbookHash('a', 'b')).toMatch(/^[0-9a-f]{64}$/);
});

it('says everything at once, in the order of the lines', () => {
  const changed = yaml
    .replace('weight: 2', 'weight: 0')
    .replace('onFail: block', 'onFail: veto')
    .replace('required: true', 'required: 1');
  const found = problems({ yaml: changed, skill: skill.replace('name: sample', 'name: Sample') });
  const at = (piece: string) => changed.split('\n').findIndex((text) => text.includes(piece)) + 1;
  expect(found.map((problem) => problem.split(' ')[0])).toEqual([
    `sample/sidekick.yaml:${at('weight: 0')}`,
    `sample/sidekick.yaml:${at('veto')}`,
    `sample/sidekick.yaml:${at('required: 1')}`,
    'sample/SKILL.md:2',
  ]);
});

describe('what is wrong with SKILL.md, by line', () => {
  const cases: readonly (readonly [string, string, string | RegExp])[] = [
    ['no front matter', '# Sample\n', 'sample/SKILL.md:1 no front matter: start with a line ---'],
    ['front matter without end', '---\nname: sample\n', 'sample/SKILL.md:1 the front matter has no closing line ---'],
    ['no name', skill.replace('name: sample\n', ''), /md:\d name is missing/],
    ['a name with capitals', skill.replace('name: sample', 'name: Sample'), /md:2 name is "Sample", not lower-case/],
    ['a name with two hyphens', skill.replace('name: sample', 'name: sam--ple'), /md:2 name is "sam--ple"/],
    [
      'a name over 64 characters',
      skill.replace('name: sample', `name: ${'a'.repeat(65)}`),
      /md:2 name has 65 characters/,
    ],
    [
      'another name than the folder',
      skill.replace('name: sample', 'name: other'),
      /md:2 name is "other", the folder is "sample"/,
    ],
    ['no description', skill.replace(/description: .*\n/, ''), /md:\d description is missing/],
    ['an empty description', skill.replace(/description: .*\n/, 'description: "  "\n'), /md:3 description is missing/],
    [
      'a long description',
      skill.replace(/description: .*\n/, `description: ${'x'.repeat(1025)}\n`),
      /md:3 description has 1025 characters, at most 1024/,
    ],
    [
      'a license that is none',
      skill.replace('---\n\n', 'license: [MIT]\n---\n\n'),
      /md:4 license is missing or not text/,
    ],
    ['no text', skill.slice(0, skill.indexOf('\n\n#')), /md:5 the skill has no text/],
    ['broken front matter', skill.replace('name: sample', 'name: [sample'), /md:\d not valid YAML/],
  ];

  it.each(cases)('%s', (_, changed, problem) => {
    expect(problems({ skill: changed }).join('\n')).toMatch(problem);
  });

  it("leaves other tools' keys alone", () => {
    expect(problems({ skill: skill.replace('---\n\n', 'metadata:\n  version: 1\nmodel: any\n---\n\n') })).toEqual([]);
  });
});
