import { describe, expect, it } from 'vitest';
import { parsePlaybook } from './playbook.ts';
import { sampleSkill as skill, sampleYaml as yaml } from './sample-playbook.ts';

function longConstraints(): string {
  const words = Array.from({ length: 20 }, (_, at) => `${'w'.repeat(44)}${at}`).join(', ');
  const ids = Array.from({ length: 9 }, (_, at) => `c${at}`);
  return ids
    .map((id) => `  - {id: ${id}, text: Long., onFail: block, rule: {kind: requires, where: {words: [${words}]}}}\n`)
    .join('');
}

/** Replaces a piece of the sound yaml; the piece must be there once. */
function edit(from: string, to: string): string {
  if (yaml.split(from).length !== 2) throw new Error(`"${from}" is not there exactly once`);
  return yaml.replace(from, to);
}

describe('what is wrong with sidekick.yaml, by line', () => {
  /** What was changed, the text after it, a piece of the line that must be named, and what is said. */
  const cases: readonly (readonly [string, string, string, string | RegExp])[] = [
    [
      'an unknown key',
      edit('summary: For trying.', 'summary: For trying.\ncolour: red'),
      'colour',
      'unknown key "colour" in the playbook; known: id, ',
    ],
    [
      'a key of the prototype',
      edit('name: Sample', '__proto__: x\nname: Sample'),
      '__proto__',
      'unknown key "__proto__"',
    ],
    [
      'the id of another voice',
      edit('id: sample\n', 'id: workspace\n'),
      'id: workspace',
      '"workspace" is a reserved id, because the workspace itself votes and writes under it; choose another',
    ],
    ['a missing key', edit('name: Sample\n', ''), 'id: sample', 'the playbook lacks "name"'],
    [
      'an unknown rule kind',
      edit('kind: estimate_range', 'kind: estimate_ranges'),
      'estimate_ranges',
      'constraints[1].rule.kind is "estimate_ranges", not one of ',
    ],
    ['a rule without kind', edit('      kind: estimate_range\n', ''), 'min: 15', 'constraints[1].rule lacks "kind"'],
    [
      'a key of another rule kind',
      edit('max: 60', 'max: 60\n      minutes: 5'),
      'minutes: 5',
      'unknown key "minutes" in constraints[1].rule',
    ],
    [
      'an unknown match kind',
      edit('kind: deadline_within', 'kind: deadline'),
      'kind: deadline',
      'match.rules[1].kind is "deadline"',
    ],
    [
      'a weight of nothing',
      edit('weight: 2', 'weight: 0'),
      'weight: 0',
      'match.rules[0].weight is 0, not a whole number from 1 to 100',
    ],
    ['a weight as text', edit('weight: 2', 'weight: "2"'), 'weight: "2"', 'match.rules[0].weight is "2"'],
    [
      'a threshold out of reach',
      edit('threshold: 3', 'threshold: 4'),
      'threshold: 4',
      'threshold 4 is never reached: the weights add up to 3',
    ],
    [
      'a repeated constraint id',
      edit('- id: sized', '- id: "ordered"'),
      '"ordered"',
      'id "ordered" is used twice in constraints',
    ],
    [
      'a repeated question id',
      edit('constraints:', '  - id: "why"\n    text: Again?\nconstraints:'),
      '"why"',
      'id "why" is used twice in questions',
    ],
    [
      'a repeated item id',
      `${yaml}  - id: "sample.proof"\n    text: Again.\n    required: false\n`,
      '"sample.proof"',
      'id "sample.proof" is used twice in checklist',
    ],
    [
      'a repeated word',
      edit('[sample, try]', '[sample, try, sample]'),
      'try, sample]',
      '"sample" is listed twice in words',
    ],
    [
      'a repeated recommendation',
      edit('[review, rollout]', '[review, rollout, review]'),
      'rollout, review]',
      '"review" is listed twice',
    ],
    [
      'an item id of somebody else',
      edit('sample.proof', 'other.proof'),
      'other.proof',
      'id "other.proof" must start with "sample."',
    ],
    [
      'an item id that is only the prefix',
      edit('- id: sample.proof', '- id: "sample"'),
      '"sample"',
      'id "sample" must start with',
    ],
    [
      'an unknown fact',
      edit('{task.due}', '{task.colour}'),
      '{task.colour}',
      'unknown fact {task.colour}; known: {task.title}, ',
    ],
    ['a fact without task', edit('{task.due}', '{due}'), '{due}', 'unknown fact {due}'],
    ['a text over its limit', edit('For trying.', 'x'.repeat(301)), 'xxx', 'summary has 301 characters, at most 300'],
    ['an empty text', edit('name: Sample', 'name: ""'), 'name: ""', 'name is empty'],
    [
      'a text of two lines',
      edit('text: Not too large.', 'text: |-\n      Not\n      large.'),
      'text: |-',
      'constraints[1].text holds a line break',
    ],
    [
      'a reordering character',
      edit('Not too large.', 'Not \u202Etoo large.'),
      '\u202E',
      'constraints[1].text holds an invisible or reordering character',
    ],
    [
      'an id over 64 characters',
      edit('id: sized', `id: ${'a'.repeat(65)}`),
      'aaa',
      'constraints[1].id has 65 characters, at most 64',
    ],
    ['an id with capitals', edit('id: sized', 'id: Sized'), 'Sized', 'constraints[1].id is "Sized", not lower-case'],
    [
      'another id than the folder',
      edit('id: sample\n', 'id: other\n'),
      'id: other',
      'id is "other", the folder is "sample"',
    ],
    [
      'a selector that picks nothing',
      edit('      first:\n        recommendation: review', '      first: {}'),
      'first: {}',
      'constraints[0].rule.first picks nothing',
    ],
    [
      'a recommendation nobody may use',
      edit('recommendation: rollout', 'recommendation: launch'),
      'launch',
      'recommendation "launch" is not among',
    ],
    [
      'a recommendation nobody may use, in the other way',
      edit('        recommendation: rollout', '        recommendation: rollout\n        or: {recommendation: launch}'),
      'launch',
      'recommendation "launch" is not among',
    ],
    [
      'a second other way',
      edit(
        '        recommendation: rollout',
        '        recommendation: rollout\n        or: {tags: [a], or: {tags: [b]}}',
      ),
      'tags: [a]',
      'unknown key "or" in constraints[0].rule.later.or',
    ],
    [
      'another way alone',
      edit('        recommendation: rollout', '        or: {tags: [a]}'),
      'tags: [a]',
      'constraints[0].rule.later picks nothing',
    ],
    [
      'min over max',
      edit('min: 15', 'min: 61'),
      'kind: estimate_range',
      'constraints[1].rule: min 61 is more than max 60',
    ],
    [
      'neither min nor max',
      edit('      min: 15\n      max: 60\n', ''),
      'kind: estimate_range',
      'estimate_range needs "min" or "max"',
    ],
    [
      'an impossible clock',
      edit('"09:00"', '"9:00"'),
      '"9:00"',
      'constraints[2].rule.from is "9:00", not a wall-clock time',
    ],
    ['an hour over the day', edit('"24:00"', '"24:01"'), '"24:01"', 'constraints[2].rule.to is "24:01"'],
    ['a window of nothing', edit('"24:00"', '"09:00"'), 'kind: between_hours', 'from and to are both 09:00'],
    [
      'an unknown verdict',
      edit('onFail: block', 'onFail: veto'),
      'veto',
      'constraints[0].onFail is "veto", not one of block, concern',
    ],
    [
      'yes for true',
      edit('required: true', 'required: yes'),
      'required: yes',
      'checklist[0].required is "yes", not true or false',
    ],
    [
      'a list that is none',
      edit('[review, rollout]', 'review'),
      'recommendations: review',
      'recommendations is "review", not a list',
    ],
    [
      'no match rule',
      edit(yaml.slice(yaml.indexOf('  rules:'), yaml.indexOf('questions:')), '  rules: []\n'),
      'rules: []',
      'match.rules has 0 entries, at least 1',
    ],
    ['an alias', edit('name: Sample', 'name: &n Sample').replace('For trying.', '*n'), '*n', 'summary is an alias'],
    ['a tag of YAML', edit('name: Sample', 'name: !!js/function Sample'), '!!js', /Unresolved tag/],
    [
      'a key twice',
      edit('name: Sample', 'name: Sample\nname: Again'),
      'name: Again',
      'not valid YAML: Map keys must be unique',
    ],
    ['broken YAML', edit('words: [sample, try]', 'words: [sample, try'), 'weight: 2', 'not valid YAML'],
    ['nothing', '', '', 'the playbook is empty, not a mapping'],
    ['a list', '- a', '- a', 'the playbook is a list, not a mapping'],
    ['two documents', `${yaml}---\nid: b\n`, '---', 'not valid YAML: Source contains multiple documents'],
    ['deep nesting', '['.repeat(9_000), '', /not (?:readable|valid)/],
    ['half of a character', edit('For trying.', 'For trying. # \uD800'), 'id: sample', 'holds half of a character'],
    [
      'a consultation over its size',
      edit('recommendations:', `${longConstraints()}recommendations:`),
      'id: sample',
      /^questions, constraints and checklist are \d+ characters of JSON, at most 10000/,
    ],
  ];

  it.each(cases)('%s', (_, changed, piece, message) => {
    const parsed = parsePlaybook({ folder: 'sample', yaml: changed, skill });
    const line = changed.split('\n').findIndex((text) => text.includes(piece)) + 1;
    const found = parsed.ok ? [] : parsed.problems;
    expect(found).toContainEqual({
      file: 'sample/sidekick.yaml',
      line,
      message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    });
  });
});
