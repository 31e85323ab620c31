/**
 * `sidekick.yaml` and `SKILL.md` into a playbook, or everything that is wrong with them by file and line. Takes texts,
 * not folders: the same function reads a shipped folder and what a person typed at the desk.
 */
import type { Node } from 'yaml';
import { type MatchRule, type Playbook, reservedIds, type SourceProblem } from '../../core/playbook/playbook.ts';
import type { Rule, Selector, SelectorParts } from '../../core/playbook/rule.ts';
import { factNames, unknownFacts } from '../../core/playbook/task-facts.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import { isWellFormed } from '../../kit/text.ts';
import { playbookShape } from './playbook-shape.ts';
import { skillProblems } from './skill.ts';
import { openYaml, type Report, scalarOf } from './yaml-reader.ts';

export interface PlaybookTexts {
  /** The folder's name: the id that both texts must carry. */
  readonly folder: string;
  readonly yaml: string;
  readonly skill: string;
}

export type ParsedPlaybook =
  | { readonly ok: true; readonly playbook: Playbook; readonly hash: string }
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

/** Filled questions add up to 10,800 characters to a consultation; an answer stays under 20,000. */
const CONSULTATION_LENGTH = 10_000;

export function parsePlaybook({ folder, yaml, skill }: PlaybookTexts): ParsedPlaybook {
  const problems: SourceProblem[] = [];
  for (const [file, text] of [
    ['sidekick.yaml', yaml],
    ['SKILL.md', skill],
  ] as const) {
    // A text from a file is UTF-8 by then; one typed at the desk came as JSON, which can hold half of a character.
    if (!isWellFormed(text))
      problems.push({ file: `${folder}/${file}`, line: 1, message: 'holds half of a character' });
  }
  const playbook = readPlaybook(yaml, folder, problems);
  problems.push(...skillProblems(skill, `${folder}/SKILL.md`, folder));
  if (!playbook || problems.length > 0) return { ok: false, problems: inFileOrder(problems) };
  return { ok: true, playbook, hash: playbookHash(yaml, skill) };
}

/** SHA-256 over both texts as one JSON array, so that no text can be moved from one file into the other. */
export function playbookHash(yaml: string, skill: string): string {
  return sha256(canonicalJson([yaml, skill]));
}

function readPlaybook(yaml: string, folder: string, problems: SourceProblem[]): Playbook | undefined {
  const { root, report, readable } = openYaml(yaml, `${folder}/sidekick.yaml`, problems);
  if (!readable) return undefined;
  const playbook = playbookShape(root, 'the playbook', report);
  if (playbook) checkWhole(playbook, folder, finder(root, report));
  return playbook;
}

/** Reports a problem at a path of keys and positions; at the nearest node that exists. */
type At = (path: readonly (string | number)[], message: string) => void;

function finder(root: Node | null, report: Report): At {
  return (path, message) => {
    let node: Node | null = root;
    for (const step of path) {
      const next = child(node, step);
      if (next === undefined) break;
      node = next;
    }
    report.problem(node, message);
  };
}

function child(node: Node | null, step: string | number): Node | undefined {
  const items = (node as { readonly items?: readonly unknown[] } | null)?.items ?? [];
  if (typeof step === 'number') return items[step] as Node | undefined;
  const pair = (items as readonly { readonly key: Node; readonly value: Node }[]).find(
    ({ key }) => scalarOf(key) === step,
  );
  return pair?.value ?? undefined;
}

/** What no single key can tell. */
function checkWhole(playbook: Playbook, folder: string, at: At): void {
  if (playbook.id !== folder) at(['id'], `id is "${playbook.id}", the folder is "${folder}"; they must be equal`);
  if (reservedIds.has(playbook.id)) {
    at(
      ['id'],
      `"${playbook.id}" is a reserved id, because the workspace itself votes and writes under it; choose another`,
    );
  }
  checkThreshold(playbook, at);
  checkRepeats(playbook, at);
  checkItemIds(playbook, at);
  checkFacts(playbook, at);
  checkRecommendations(playbook, at);
  const { questions, constraints, recommendations, checklist } = playbook;
  const length = JSON.stringify({ questions, constraints, recommendations, checklist }).length;
  if (length > CONSULTATION_LENGTH) {
    at([], `questions, constraints and checklist are ${length} characters of JSON, at most ${CONSULTATION_LENGTH}`);
  }
}

function checkThreshold({ match }: Playbook, at: At): void {
  const reachable = match.rules.reduce((sum, rule) => sum + rule.weight, 0);
  if (match.threshold > reachable) {
    at(['match', 'threshold'], `threshold ${match.threshold} is never reached: the weights add up to ${reachable}`);
  }
}

function checkRepeats(playbook: Playbook, at: At): void {
  for (const part of ['questions', 'constraints', 'checklist'] as const) {
    const ids = playbook[part].map((entry) => entry.id);
    reportRepeats(ids, (position, value) => at([part, position, 'id'], `id "${value}" is used twice in ${part}`));
  }
  reportRepeats(playbook.recommendations, (position, value) =>
    at(['recommendations', position], `"${value}" is listed twice in recommendations`),
  );
  for (const [position, rule] of playbook.match.rules.entries()) {
    reportRepeats(listedIn(rule), (inner, value) =>
      at(['match', 'rules', position, rule.kind, inner], `"${value}" is listed twice in ${rule.kind}`),
    );
  }
}

function listedIn(rule: MatchRule): readonly string[] {
  if (rule.kind === 'words') return rule.words;
  return rule.kind === 'tags' ? rule.tags : [];
}

function reportRepeats(values: readonly string[], say: (position: number, value: string) => void): void {
  for (const [position, value] of values.entries()) if (values.indexOf(value) < position) say(position, value);
}

/** Candidates claim checklist items by id alone, across all sidekicks: the prefix makes the ids unique. */
function checkItemIds({ id, checklist }: Playbook, at: At): void {
  for (const [position, item] of checklist.entries()) {
    const name = item.id.startsWith(`${id}.`) ? item.id.slice(id.length + 1) : '';
    if (name === '') at(['checklist', position, 'id'], `id "${item.id}" must start with "${id}."`);
  }
}

function checkFacts({ questions }: Playbook, at: At): void {
  for (const [position, { text }] of questions.entries()) {
    const unknown = unknownFacts(text);
    if (unknown.length === 0) continue;
    const known = factNames.map((name) => `{task.${name}}`).join(', ');
    at(['questions', position, 'text'], `unknown fact ${unknown.join(', ')}; known: ${known}`);
  }
}

/** A rule that looks for a type which nobody may use could never be kept, or never be broken. */
function checkRecommendations(playbook: Playbook, at: At): void {
  for (const [position, { rule }] of playbook.constraints.entries()) {
    for (const [path, { recommendation }] of selectorsOf(rule)) {
      if (recommendation === undefined || playbook.recommendations.includes(recommendation)) continue;
      const message = `recommendation "${recommendation}" is not among this playbook's recommendations`;
      at(['constraints', position, 'rule', ...path, 'recommendation'], message);
    }
  }
}

/** Every selector of a rule, with its path in the rule. */
function selectorsOf(rule: Rule): readonly (readonly [readonly string[], SelectorParts])[] {
  if (rule.kind === 'order') return [...withOr('first', rule.first), ...withOr('later', rule.later)];
  return 'where' in rule && rule.where ? withOr('where', rule.where) : [];
}

function withOr(key: string, selector: Selector): readonly (readonly [readonly string[], SelectorParts])[] {
  return selector.or
    ? [
        [[key], selector],
        [[key, 'or'], selector.or],
      ]
    : [[[key], selector]];
}

/** `sidekick.yaml` first, each file by line. */
function inFileOrder(problems: readonly SourceProblem[]): readonly SourceProblem[] {
  const files = [...new Set(problems.map((problem) => problem.file))];
  return [...problems].sort(
    (one, other) => files.indexOf(one.file) - files.indexOf(other.file) || one.line - other.line,
  );
}
