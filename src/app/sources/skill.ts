/** `SKILL.md` as an Agent Skill: front matter with `name` and `description`, then Markdown (agentskills.io). */
import { isMap, type Node } from 'yaml';
import type { SourceProblem } from '../../core/playbook/playbook.ts';
import { splitFrontMatter } from '../../kit/front-matter.ts';
import { ID, ID_LENGTH } from './playbook-shape.ts';
import { fieldOf, openYaml, type Report, scalarOf } from './yaml-reader.ts';

export const DESCRIPTION_LENGTH = 1024;

/** Front matter keys of the format that hold text, with their greatest length. Other keys are other tools' business. */
const optionalTexts = { license: 500, compatibility: 500, 'allowed-tools': 2000 } as const;

/** Everything that keeps the text from being the skill `name`. */
export function skillProblems(text: string, file: string, name: string): readonly SourceProblem[] {
  const problems: SourceProblem[] = [];
  const { yaml, yamlLine, body, bodyLine, unclosed } = splitFrontMatter(text);
  if (yaml === null) {
    const message = unclosed ? 'the front matter has no closing line ---' : 'no front matter: start with a line ---';
    return [{ file, line: 1, message }];
  }
  const { root, report, readable } = openYaml(yaml, file, problems, yamlLine);
  if (readable) checkFrontMatter(root, name, report);
  if (body.trim() === '')
    problems.push({ file, line: bodyLine, message: 'the skill has no text after its front matter' });
  return problems;
}

function checkFrontMatter(root: Node | null, folder: string, report: Report): void {
  if (!isMap<Node, Node | null>(root)) {
    report.problem(root, 'the front matter is not a mapping');
    return;
  }
  const nameNode = fieldOf(root, 'name') ?? null;
  const fault = nameFault(scalarOf(nameNode), folder);
  if (fault) report.problem(nameNode, fault);
  checkText(fieldOf(root, 'description'), 'description', DESCRIPTION_LENGTH, report, true);
  for (const [key, max] of Object.entries(optionalTexts)) checkText(fieldOf(root, key), key, max, report, false);
  const metadata = fieldOf(root, 'metadata');
  if (metadata && !isMap(metadata)) report.problem(metadata, 'metadata is not a mapping');
}

function nameFault(name: unknown, folder: string): string | null {
  if (typeof name !== 'string') return 'name is missing or not text';
  if (name.length > ID_LENGTH) return `name has ${name.length} characters, at most ${ID_LENGTH}`;
  if (!ID.test(name)) return `name is ${JSON.stringify(name)}, not lower-case letters, digits and single hyphens`;
  return name === folder ? null : `name is "${name}", the folder is "${folder}"; they must be equal`;
}

function checkText(node: Node | null | undefined, key: string, max: number, report: Report, required: boolean): void {
  if (node === undefined && !required) return;
  const value = scalarOf(node);
  const length = typeof value === 'string' ? [...value.trim()].length : 0;
  if (length === 0) report.problem(node ?? null, `${key} is missing or not text`);
  else if (length > max) report.problem(node ?? null, `${key} has ${length} characters, at most ${max}`);
}
