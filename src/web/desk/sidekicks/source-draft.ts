/** The two texts of a playbook before they are offered, and the checklist that a brought-in skill proposes. Pure. */

export interface SourceDraft {
  readonly sidekickId: string;
  readonly yaml: string;
  readonly skill: string;
  /** False: the id is still open. */
  readonly known: boolean;
  /** What was guessed, cut or left out when a skill folder became these texts. */
  readonly notes: readonly string[];
}

export const emptyDraft: SourceDraft = {
  sidekickId: '',
  known: false,
  notes: [],
  yaml: `id: my-sidekick
name: My sidekick
summary: What it looks after.
match:
  threshold: 3
  rules:
    - kind: words
      words: [example]
      weight: 3
questions:
  - id: goal
    text: What must be true of {task.title} when it is done?
constraints: []
recommendations: [step]
checklist:
  - id: my-sidekick.first
    text: The first thing that must not be forgotten.
    required: true
`,
  skill: `---
name: my-sidekick
description: What it looks after, and when to use it.
---

# My sidekick

How to go about it.
`,
};

export interface ProposedItem {
  /** Line of SKILL.md. */
  readonly from: number;
  readonly id: string;
  readonly text: string;
  /** Lines of the YAML text that make it, first and last. */
  readonly lines: readonly [number, number];
}

const PROPOSED = /^ {2}# Proposed from line (\d+) of SKILL\.md/;

/** The items that stand below a "Proposed from line" comment, as the draft of a skill folder writes them. */
export function proposedItems(yaml: string): readonly ProposedItem[] {
  const lines = yaml.split('\n');
  const items: ProposedItem[] = [];
  for (const [first, line] of lines.entries()) {
    const from = PROPOSED.exec(line)?.[1];
    if (from === undefined) continue;
    const rest = lines.slice(first + 1);
    // The item's own first line starts with a dash; whatever is indented deeper belongs to it.
    const length = 1 + rest.slice(1).findIndex((next) => !next.startsWith('    '));
    const block = rest.slice(0, length === 0 ? rest.length : length);
    items.push({
      from: Number(from),
      id: scalarOf(block, 'id'),
      text: scalarOf(block, 'text'),
      lines: [first, first + block.length],
    });
  }
  return items;
}

export interface Confirmed {
  readonly keep: boolean;
  readonly required: boolean;
}

/** The text with what a person said about each proposed item; none is left proposed. */
export function confirmItems(yaml: string, answers: readonly Confirmed[]): string {
  const lines: (string | null)[] = yaml.split('\n');
  for (const [
    index,
    {
      lines: [first, last],
    },
  ] of proposedItems(yaml).entries()) {
    const { keep, required } = answers[index] ?? { keep: true, required: false };
    lines[first] = null;
    for (let at = first + 1; at <= last; at += 1) {
      if (!keep) lines[at] = null;
      else if (required) lines[at] = lines[at]?.replace(/^(\s+required:) false$/, '$1 true') ?? null;
    }
  }
  const kept = lines.filter((line): line is string => line !== null);
  const checklist = kept.indexOf('checklist:');
  if (checklist >= 0 && !kept[checklist + 1]?.startsWith('  ')) kept[checklist] = 'checklist: []';
  return kept.join('\n');
}

function scalarOf(block: readonly string[], key: string): string {
  const line = block.find((one) => one.replace(/^\s*-?\s*/, '').startsWith(`${key}:`)) ?? '';
  const value = line.slice(line.indexOf(':') + 1).trim();
  if (value.startsWith("'")) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
