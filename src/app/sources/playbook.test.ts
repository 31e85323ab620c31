import { describe, expect, it } from 'vitest';
import { parsePlaybook, playbookHash } from './playbook.ts';

const yaml = `id: sample
name: Sample
summary: For trying.
match:
  threshold: 3
  rules:
    - kind: words
      words: [sample, try]
      weight: 2
    - kind: deadline_within
      days: 7
      weight: 1
questions:
  - id: why
    text: Why "{task.title}", due {task.due}?
constraints:
  - id: ordered
    text: Review before rollout.
    rule:
      kind: order
      first:
        recommendation: review
      later:
        recommendation: rollout
    onFail: block
  - id: sized
    text: Not too large.
    rule:
      kind: estimate_range
      min: 15
      max: 60
    onFail: concern
  - id: daytime
    text: By day.
    rule:
      kind: between_hours
      from: "09:00"
      to: "24:00"
    onFail: concern
recommendations: [review, rollout]
checklist:
  - id: sample.proof
    text: It is proven.
    required: true
`;

const skill = `---
name: sample
description: For trying. Use it in tests.
---

# Sample

Prose.
`;

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

/** Replaces a piece of the sound yaml; the piece must be there once. */
function edit(from: string, to: string): string {
  if (yaml.split(from).length !== 2) throw new Error(`"${from}" is not there exactly once`);
  return yaml.replace(from, to);
}

describe('what is wrong with sidekick.yaml, by line', () => {
  const cases: readonly (readonly [string, string, string | RegExp])[] = [
    [
      'an unknown key',
      edit('summary: For trying.', 'summary: For trying.\ncolour: red'),
      /yaml:4 unknown key "colour" in the playbook; known: id/,
    ],
    ['a key of the prototype', edit('name: Sample', '__proto__: x\nname: Sample'), /yaml:2 unknown key "__proto__"/],
    ['a missing key', edit('name: Sample\n', ''), 'sample/sidekick.yaml:1 the playbook lacks "name"'],
    [
      'an unknown rule kind',
      edit('kind: estimate_range', 'kind: estimate_ranges'),
      /yaml:27 kind of rule of constraints of the playbook\[1\] is "estimate_ranges", not one of/,
    ],
    [
      'a rule without kind',
      edit('      kind: estimate_range\n', ''),
      /yaml:27 rule of constraints of the playbook\[1\] lacks "kind"/,
    ],
    ['a key of another rule kind', edit('max: 60', 'max: 60\n      minutes: 5'), /yaml:30 unknown key "minutes"/],
    [
      'an unknown match kind',
      edit('kind: deadline_within', 'kind: deadline'),
      /yaml:10 kind of rules of match .* is "deadline"/,
    ],
    [
      'a weight of nothing',
      edit('weight: 2', 'weight: 0'),
      /yaml:9 weight of .* is 0, not a whole number from 1 to 100/,
    ],
    ['a weight as text', edit('weight: 2', 'weight: "2"'), /yaml:9 weight of .* is "2"/],
    [
      'a threshold out of reach',
      edit('threshold: 3', 'threshold: 4'),
      /yaml:5 threshold 4 is never reached: the weights add up to 3/,
    ],
    ['a repeated constraint id', edit('id: sized', 'id: ordered'), /yaml:25 id "ordered" is used twice in constraints/],
    [
      'a repeated question id',
      edit('constraints:', '  - id: why\n    text: Again?\nconstraints:'),
      /yaml:16 id "why" is used twice in questions/,
    ],
    [
      'a repeated item id',
      `${yaml}  - id: sample.proof\n    text: Again.\n    required: false\n`,
      /yaml:42 id "sample.proof" is used twice in checklist/,
    ],
    ['a repeated word', edit('[sample, try]', '[sample, try, sample]'), /yaml:8 "sample" is listed twice in words/],
    [
      'a repeated recommendation',
      edit('[review, rollout]', '[review, rollout, review]'),
      /yaml:37 "review" is listed twice/,
    ],
    [
      'an item id of somebody else',
      edit('sample.proof', 'other.proof'),
      /yaml:39 id "other.proof" must start with "sample\."/,
    ],
    ['an item id that is only the prefix', edit('sample.proof', 'sample'), /yaml:39 id "sample" must start with/],
    [
      'an unknown fact',
      edit('{task.due}', '{task.colour}'),
      /yaml:15 unknown fact \{task\.colour\}; known: \{task\.title\}/,
    ],
    ['a fact without task', edit('{task.due}', '{due}'), /yaml:15 unknown fact \{due\}/],
    [
      'a text over its limit',
      edit('For trying.', 'x'.repeat(301)),
      /yaml:3 summary of the playbook has 301 characters, at most 300/,
    ],
    ['an empty text', edit('name: Sample', 'name: ""'), /yaml:2 name of the playbook is empty/],
    [
      'a text of two lines',
      edit('text: Not too large.', 'text: |\n      Not\n      large.'),
      /yaml:26 .* (?:line break|ends with blanks)/,
    ],
    [
      'a reordering character',
      edit('Not too large.', 'Not \u202Etoo large.'),
      /yaml:26 .* holds an invisible or reordering character/,
    ],
    [
      'an id over 64 characters',
      edit('id: sized', `id: ${'a'.repeat(65)}`),
      /yaml:25 id of .* has 65 characters, at most 64/,
    ],
    ['an id with capitals', edit('id: sized', 'id: Sized'), /yaml:25 id of .* is "Sized", not lower-case/],
    ['another id than the folder', edit('id: sample\n', 'id: other\n'), /yaml:1 id is "other", the folder is "sample"/],
    [
      'a selector that picks nothing',
      edit('      first:\n        recommendation: review', '      first: {}'),
      /yaml:21 first of .* picks nothing/,
    ],
    [
      'a recommendation nobody may use',
      edit('recommendation: rollout', 'recommendation: launch'),
      /yaml:23 recommendation "launch" is not among/,
    ],
    ['min over max', edit('min: 15', 'min: 61'), /yaml:28 rule of .*: min 61 is more than max 60/],
    ['neither min nor max', edit('      min: 15\n      max: 60\n', ''), /yaml:28 .* needs "min" or "max"/],
    ['an impossible clock', edit('"09:00"', '"9:00"'), /yaml:35 from of .* is "9:00", not a wall-clock time/],
    ['an hour over the day', edit('"24:00"', '"24:01"'), /yaml:36 to of .* is "24:01"/],
    ['a window of nothing', edit('"24:00"', '"09:00"'), /yaml:34 .* from and to are both 09:00/],
    [
      'an unknown verdict',
      edit('onFail: block', 'onFail: veto'),
      /yaml:24 onFail of .* is "veto", not one of block, concern/,
    ],
    ['yes for true', edit('required: true', 'required: yes'), /yaml:41 required of .* is "yes", not true or false/],
    [
      'a list that is none',
      edit('[review, rollout]', 'review'),
      /yaml:37 recommendations of the playbook is "review", not a list/,
    ],
    [
      'no match rule',
      edit(yaml.slice(yaml.indexOf('  rules:'), yaml.indexOf('questions:')), '  rules: []\n'),
      /yaml:6 rules of match .* has 0 entries, at least 1/,
    ],
    [
      'an alias',
      edit('name: Sample', 'name: &n Sample').replace('For trying.', '*n'),
      /yaml:3 summary of the playbook is an alias/,
    ],
    ['a tag of YAML', edit('name: Sample', 'name: !!js/function Sample'), /yaml:2 .*[Uu]nresolved tag/],
    [
      'a key twice',
      edit('name: Sample', 'name: Sample\nname: Again'),
      /yaml:3 not valid YAML: Map keys must be unique/,
    ],
    ['broken YAML', edit('words: [sample, try]', 'words: [sample, try'), /yaml:9 not valid YAML/],
    ['nothing', '', 'sample/sidekick.yaml:1 the playbook is empty, not a mapping'],
    ['a list', '- a', /yaml:1 the playbook is a list, not a mapping/],
    ['two documents', `${yaml}---\nid: b\n`, /yaml:42 not valid YAML: Source contains multiple documents/],
    ['deep nesting', '['.repeat(100_000), /yaml:1 not (?:readable|valid)/],
    ['half of a character', edit('For trying.', '# \uD800'), /yaml:1 holds half of a character/],
    [
      'a consultation over its size',
      edit(
        'recommendations:',
        `${Array.from({ length: 9 }, (_, at) => `  - id: c${at}\n    text: ${'x'.repeat(300)}\n    onFail: block\n    rule:\n      kind: requires\n      where:\n        words: [${Array.from({ length: 20 }, (_, word) => `${'w'.repeat(44)}${word}`).join(', ')}]\n`).join('')}recommendations:`,
      ),
      /yaml:1 questions, constraints and checklist are \d+ characters of JSON, at most 10000/,
    ],
  ];

  it.each(cases)('%s', (_, changed, problem) => {
    const found = problems({ yaml: changed });
    expect(found.join('\n')).toMatch(problem);
  });

  it('says everything at once, in the order of the lines', () => {
    const changed = edit('weight: 2', 'weight: 0')
      .replace('onFail: block', 'onFail: veto')
      .replace('required: true', 'required: 1');
    const found = problems({ yaml: changed, skill: skill.replace('name: sample', 'name: Sample') });
    expect(found.map((problem) => problem.split(' ')[0])).toEqual([
      'sample/sidekick.yaml:9',
      'sample/sidekick.yaml:24',
      'sample/sidekick.yaml:41',
      'sample/SKILL.md:2',
    ]);
  });
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
