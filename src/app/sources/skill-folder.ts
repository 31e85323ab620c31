/**
 * Any folder with a `SKILL.md` as a draft sidekick: its checkboxes become proposed checklist items, the rest gets
 * defaults. The result is text that a person reads, edits and confirms; nothing here activates anything.
 */
import { isMap, type Node, Document as YamlDocument } from 'yaml';
import { reservedIds, type SourceProblem } from '../../core/playbook/playbook.ts';
import { splitFrontMatter } from '../../kit/front-matter.ts';
import { checkboxOf, markdownLines } from './markdown-lines.ts';
import { ID, ID_LENGTH } from './playbook-shape.ts';
import { DESCRIPTION_LENGTH, skillProblems } from './skill.ts';
import { fieldOf, openYaml, scalarOf } from './yaml-reader.ts';

export interface ProposedItem {
  readonly id: string;
  readonly text: string;
  /** Line of `SKILL.md`. */
  readonly line: number;
}

export interface SkillDraft {
  readonly id: string;
  /** `sidekick.yaml`, valid as it stands. */
  readonly yaml: string;
  /** `SKILL.md`: as it was, or with front matter that makes it a valid Agent Skill. */
  readonly skill: string;
  readonly proposed: readonly ProposedItem[];
  /** What was guessed, cut or left out: shown to the person. */
  readonly notes: readonly string[];
}

export type DraftedSkill =
  | ({ readonly ok: true } & SkillDraft)
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

const ITEMS = 20;
const ITEM_LENGTH = 200;
const ITEM_NAME_LENGTH = 40;
const SUMMARY_LENGTH = 300;
const NAME_LENGTH = 64;

/** Words that say nothing about when a skill applies. */
const idle = new Set(['a', 'an', 'and', 'for', 'helper', 'how', 'in', 'of', 'on', 'or', 'skill', 'the', 'to', 'with']);

export function draftFromSkill(folder: string, skill: string): DraftedSkill {
  const problems: SourceProblem[] = [];
  const file = `${folder}/SKILL.md`;
  const { yaml, yamlLine, body, bodyLine } = splitFrontMatter(skill);
  const { root, readable } = openYaml(yaml ?? '', file, problems, yamlLine);
  if (!readable) return { ok: false, problems };
  if (body.trim() === '') return { ok: false, problems: [{ file, line: bodyLine, message: 'the skill has no text' }] };

  const notes: string[] = [];
  const head = { name: textOf(root, 'name'), description: textOf(root, 'description') };
  const id = chooseId(head.name, folder, notes);
  const description = cut(head.description || firstParagraph(body) || titleCase(id), DESCRIPTION_LENGTH);
  const proposed = proposeItems(id, body, bodyLine, notes);
  return {
    ok: true,
    id,
    yaml: draftYaml(id, description, proposed),
    skill: validSkill({ skill, id, description, root, body }, notes),
    proposed,
    notes,
  };
}

function chooseId(name: string, folder: string, notes: string[]): string {
  if (name.length <= ID_LENGTH && ID.test(name) && !reservedIds.has(name)) {
    if (name !== folder)
      notes.push(`The folder is "${folder}", the skill calls itself "${name}": its own name is used.`);
    return name;
  }
  const made = slug(name || folder, ID_LENGTH) || 'skill';
  const id = reservedIds.has(made) ? `${made}-skill` : made;
  if (id !== name)
    notes.push(`The id "${id}" was made from ${name ? `the name "${cut(name, 80)}"` : 'the folder name'}.`);
  return id;
}

function proposeItems(id: string, body: string, bodyLine: number, notes: string[]): readonly ProposedItem[] {
  const items: ProposedItem[] = [];
  const taken = new Set<string>();
  let left = 0;
  for (const [position, { text, code }] of markdownLines(body).entries()) {
    const words = code ? '' : plain(checkboxOf(text)?.text ?? '');
    if (words === '') continue;
    if (items.length === ITEMS) left += 1;
    else items.push({ id: itemId(id, words, taken), text: cut(words, ITEM_LENGTH), line: bodyLine + position });
    if ([...words].length > ITEM_LENGTH) notes.push(`Line ${bodyLine + position}: cut to ${ITEM_LENGTH} characters.`);
  }
  if (left > 0) notes.push(`${left} more checkboxes were left out: a checklist has at most ${ITEMS} items.`);
  if (items.length === 0) notes.push('The skill has no checkboxes, so the checklist is empty.');
  return items;
}

/** `<id>.<first words>`, numbered when two items begin alike. */
function itemId(id: string, text: string, taken: Set<string>): string {
  const base = slug(text, ITEM_NAME_LENGTH) || 'item';
  let name = base;
  for (let number = 2; taken.has(name); number += 1) {
    const suffix = `-${number}`;
    name = `${base}${suffix}`;
  }
  taken.add(name);
  return `${id}.${name}`;
}

function draftYaml(id: string, description: string, proposed: readonly ProposedItem[]): string {
  const draft = new YamlDocument({
    id,
    name: cut(titleCase(id), NAME_LENGTH),
    summary: cut(description, SUMMARY_LENGTH),
    match: { threshold: 3, rules: [{ kind: 'words', words: matchWords(id), weight: 3 }] },
    questions: [{ id: 'goal', text: 'What must be true of {task.title} when this skill has been followed?' }],
    constraints: [],
    recommendations: ['step'],
    checklist: proposed.map((item) => ({ id: item.id, text: item.text, required: false })),
  });
  draft.commentBefore = ' A draft made from SKILL.md. Edit it, confirm each checklist item, then activate it.';
  for (const [position, item] of proposed.entries()) {
    const node = draft.getIn(['checklist', position], true) as Node;
    node.commentBefore = ` Proposed from line ${item.line} of SKILL.md: confirm, reword or delete.`;
  }
  return draft.toString({ lineWidth: 0 });
}

function matchWords(id: string): readonly string[] {
  const parts = id.split('-').filter((part) => part.length > 2 && !idle.has(part));
  const phrase = id.replaceAll('-', ' ');
  return [...new Set([phrase, ...parts])].map((word) => word.slice(0, 48).trim());
}

interface SkillParts {
  readonly skill: string;
  readonly id: string;
  readonly description: string;
  readonly root: Node | null;
  readonly body: string;
}

/** Front matter is only rewritten when it must be, and then keeps its other keys. */
function validSkill({ skill, id, description, root, body }: SkillParts, notes: string[]): string {
  if (skillProblems(skill, 'SKILL.md', id).length === 0) return skill;
  notes.push('The front matter of SKILL.md was completed so that it is a valid Agent Skill.');
  const head = new YamlDocument({ name: id, description });
  if (isMap(root)) {
    for (const pair of root.items) {
      const key = scalarOf(pair.key as Node);
      const node = pair.value as Node | null;
      if (key === 'license' && typeof scalarOf(node) === 'string') head.set('license', scalarOf(node));
      if (key === 'metadata' && isMap(node)) head.set('metadata', node);
    }
  }
  return `---\n${head.toString({ lineWidth: 0 })}---\n${body.startsWith('\n') ? '' : '\n'}${body}`;
}

function textOf(root: Node | null, key: string): string {
  const value = isMap<Node, Node | null>(root) ? scalarOf(fieldOf(root, key)) : undefined;
  return typeof value === 'string' ? flat(value) : '';
}

function firstParagraph(body: string): string {
  const lines = markdownLines(body);
  const start = lines.findIndex(
    ({ text, code }) => !code && text.trim() !== '' && !/^\s*(?:#|[-*+>|]|\d+[.)])/.test(text),
  );
  if (start < 0) return '';
  const end = lines.findIndex(({ text, code }, position) => position > start && (code || text.trim() === ''));
  return plain(
    lines
      .slice(start, end < 0 ? undefined : end)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** Without emphasis, code and link marks. */
function plain(markdown: string): string {
  // Cut first: on a line of 250 KB of brackets these patterns would look for their ends for minutes.
  const line = markdown.slice(0, 2_000);
  return flat(line.replace(/!?\[([^[\]]*)\]\([^()\n]*\)/g, '$1').replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, ''));
}

function flat(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B-\u200D\u2060\uFEFF\s]+/gu, ' ').trim();
}

function slug(text: string, max: number): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const whole = words.join('-');
  return whole.length <= max
    ? whole
    : whole
        .slice(0, max)
        .replace(/-[^-]*$/, '')
        .replace(/-+$/, '');
}

function titleCase(id: string): string {
  const text = id.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cut(text: string, max: number): string {
  const points = [...text];
  return points.length <= max
    ? text
    : `${points
        .slice(0, max - 3)
        .join('')
        .trimEnd()}...`;
}
