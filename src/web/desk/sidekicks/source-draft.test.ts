import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { confirmItems, emptyDraft, proposedItems } from './source-draft.ts';

/** As `app/sources/skill-folder.ts` writes a draft. */
const drafted = `# A draft made from SKILL.md. Edit it, confirm each checklist item, then activate it.

id: tidy
name: Tidy
recommendations:
  - step
checklist:
  # Proposed from line 8 of SKILL.md: confirm, reword or delete.
  - id: tidy.sweep-the-floor
    text: "Sweep: the floor"
    required: false
  # Proposed from line 9 of SKILL.md: confirm, reword or delete.
  - id: tidy.it-s-dusted
    text: It's "dusted"
    required: false
  # Proposed from line 11 of SKILL.md: confirm, reword or delete.
  - id: tidy.all-of-it
    text: '"All" of it, it''s clean'
    required: false
`;

function checklistOf(yaml: string) {
  const items = parse(yaml).checklist as readonly { text: string; required: boolean }[];
  return items.map(({ text, required }) => ({ text, required }));
}

describe('the checklist that a skill proposes', () => {
  it('is read with its words and its lines', () => {
    expect(proposedItems(drafted)).toMatchObject([
      { from: 8, id: 'tidy.sweep-the-floor', text: 'Sweep: the floor' },
      { from: 9, text: 'It\'s "dusted"' },
      { from: 11, text: '"All" of it, it\'s clean' },
    ]);
  });

  it('holds what a person kept, and nothing is proposed any more', () => {
    const yaml = confirmItems(drafted, [
      { keep: true, required: true },
      { keep: false, required: true },
      { keep: true, required: false },
    ]);
    expect(proposedItems(yaml)).toEqual([]);
    expect(checklistOf(yaml)).toEqual([
      { text: 'Sweep: the floor', required: true },
      { text: '"All" of it, it\'s clean', required: false },
    ]);
  });

  it('may end empty', () => {
    const none = { keep: false, required: false };
    expect(checklistOf(confirmItems(drafted, [none, none, none]))).toEqual([]);
  });
});

it('starts a new sidekick with texts that name one id', () => {
  const { yaml, skill } = emptyDraft;
  const { id, checklist } = parse(yaml) as { id: string; checklist: readonly { id: string }[] };
  expect(skill).toContain(`name: ${id}\n`);
  expect(checklist.every((item) => item.id.startsWith(`${id}.`))).toBe(true);
});
