import { expect, it } from 'vitest';
import { parsePlaybook } from './playbook.ts';
import { draftFromSkill } from './skill-folder.ts';

const skill = `---
name: code-review
description: Reviews changes. Use it before merging.
license: MIT
---

# Code review

- [ ] Read the **whole** change
  * [x] Try [the example](https://example.org) first
1. [ ] Run \`npm test\`

\`\`\`
- [ ] not this one
\`\`\`

- [ ]
- [link](x) is no checkbox
`;

function draft(folder: string, text: string) {
  const drafted = draftFromSkill(folder, text);
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.problems));
  return drafted;
}

it('proposes the checkboxes outside of code, and confirms nothing', () => {
  const { yaml, proposed } = draft('code-review', skill);
  expect(proposed).toEqual([
    { id: 'code-review.read-the-whole-change', text: 'Read the whole change', line: 9 },
    { id: 'code-review.try-the-example-first', text: 'Try the example first', line: 10 },
    { id: 'code-review.run-npm-test', text: 'Run npm test', line: 11 },
  ]);
  expect(yaml).toContain('# Proposed from line 9 of SKILL.md: confirm, reword or delete.');
  expect(yaml).not.toContain('required: true');
});

it('drafts a playbook that is valid as it stands, and keeps a valid skill as it is', () => {
  const drafted = draft('code-review', skill);
  expect(drafted.skill).toBe(skill);
  expect(drafted.notes).toEqual([]);
  const parsed = parsePlaybook({ folder: drafted.id, yaml: drafted.yaml, skill: drafted.skill });
  expect(parsed).toMatchObject({
    ok: true,
    playbook: {
      id: 'code-review',
      name: 'Code review',
      summary: 'Reviews changes. Use it before merging.',
      match: { threshold: 3, rules: [{ kind: 'words', words: ['code review', 'code', 'review'], weight: 3 }] },
      constraints: [],
    },
  });
});

const hostile: readonly (readonly [string, string, string])[] = [
  ['no front matter', 'My Skill: v2!', '# Title\n\nDoes *things* well.\nReally.\n\n- [ ] one\n'],
  ['a name that is none', 'x', '---\nname: Bad Name!\ndescription: ok\nlicense: MIT\nmetadata:\n  a: b\n---\nText\n'],
  [
    'no name in any alphabet of ids',
    '\u65E5\u672C',
    '# \u65E5\u672C\u8A9E\n\n- [ ] \u78BA\u8A8D\n- [ ] \u78BA\u8A8D\n',
  ],
  [
    'long everything',
    'l'.repeat(90),
    `---\ndescription: ${'d'.repeat(3000)}\n---\n${`- [ ] ${'w '.repeat(300)}\n`.repeat(30)}`,
  ],
  [
    'quotes, colons and hashes',
    'q',
    '---\nname: q\ndescription: "a: b # c"\n---\n- [ ] "x": {y} # z\n- [ ] - - !tag &a *b\n',
  ],
  ['bidi and control characters', 'b', '---\nname: b\ndescription: ok\n---\n- [ ] turn \u202Earound\u0007 now\n'],
  ['only code', 'c', '---\nname: c\ndescription: ok\n---\n```\nx\n```\n'],
  ['a reserved name', 'system', '---\nname: system\ndescription: ok\n---\nText\n'],
  ['words that name nothing', 'the-a', '---\nname: the-a\ndescription: ok\n---\nText\n'],
];

it.each(hostile)('makes a valid draft of %s', (_, folder, text) => {
  const drafted = draft(folder, text);
  const parsed = parsePlaybook({ folder: drafted.id, yaml: drafted.yaml, skill: drafted.skill });
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  expect(drafted.proposed.length).toBeLessThanOrEqual(20);
});

it('says what it guessed, completed and left out', () => {
  const [, folder, text] = hostile[3] as (typeof hostile)[number];
  const { notes, skill: completed } = draft(folder, text);
  expect(notes.join('\n')).toMatch(/The id "l+" was made from the folder name/);
  expect(notes.join('\n')).toContain('10 more checkboxes were left out');
  expect(notes.join('\n')).toContain('cut to 200 characters');
  expect(notes.join('\n')).toContain('front matter of SKILL.md was completed');
  expect(completed).toMatch(/^---\nname: l+\ndescription: d+\.\.\.\n---\n/);
});

it('keeps license and metadata when it completes the front matter', () => {
  const [, folder, text] = hostile[1] as (typeof hostile)[number];
  expect(draft(folder, text).skill).toContain('license: MIT\nmetadata:\n  a: b\n');
});

it('refuses what it cannot read, with the line', () => {
  expect(draftFromSkill('x', '---\nname: [x\n---\nText\n')).toMatchObject({
    ok: false,
    problems: [{ file: 'x/SKILL.md' }],
  });
  expect(draftFromSkill('x', '---\nname: x\ndescription: y\n---\n\n')).toEqual({
    ok: false,
    problems: [{ file: 'x/SKILL.md', line: 5, message: 'the skill has no text' }],
  });
});
