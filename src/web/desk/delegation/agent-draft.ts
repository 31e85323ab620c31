/** An agent's entry while a person fills it in. */
import type { AgentEntry } from '../../../core/run/agent.ts';
import { agentBounds } from '../../../protocol/operations/delegation/agent-bounds.ts';
import type { QuestionOf } from '../../data/answers.ts';
import { linesOf, pairsOf, textOf } from './lines.ts';
import { within } from './within.ts';

type AgentInput = QuestionOf<'set_agent'>;

export interface FileDraft {
  readonly path: string;
  readonly text: string;
}

export interface AgentDraft {
  readonly id: string;
  readonly base: string;
  readonly allowed: boolean;
  readonly argv: string;
  readonly passEnv: string;
  readonly env: string;
  readonly files: readonly FileDraft[];
  readonly modelHosts: string;
  /** Empty = as the catalogue has it. */
  readonly startSeconds: string;
  readonly readOnly: string;
}

/** As their makers write them. */
const titles: Readonly<Record<string, string>> = {
  opencode: 'opencode',
  claude: 'Claude Code',
  codex: 'Codex',
  omp: 'oh-my-pi',
  gemini: 'Gemini CLI',
  custom: 'A program of your own',
};

export function agentTitle(base: string): string {
  return titles[base] ?? base;
}

const agentName = new RegExp(agentBounds.id);
const variableName = new RegExp(agentBounds.variable);
const modelHost = new RegExp(agentBounds.host);

export function draftOf(entry: AgentEntry | null, catalogue: readonly string[]): AgentDraft {
  const base = entry?.base ?? catalogue[0] ?? 'custom';
  return {
    id: entry?.id ?? base,
    base,
    allowed: entry?.allowed ?? true,
    argv: textOf(entry?.argv ?? []),
    passEnv: textOf(entry?.passEnv ?? []),
    env: textOf(Object.entries(entry?.env ?? {}).map(([name, value]) => `${name}=${value}`)),
    files: Object.entries(entry?.files ?? {}).map(([path, text]) => ({ path, text })),
    modelHosts: textOf(entry?.modelHosts ?? []),
    startSeconds: String(entry?.startSeconds ?? ''),
    readOnly: textOf(entry?.readOnly ?? []),
  };
}

/** What keeps it from being saved; null when nothing does. */
export function problemOf(draft: AgentDraft): string | null {
  if (!agentName.test(draft.id)) return 'The name is of small letters, digits and hyphens.';
  if (draft.base === 'custom' && linesOf(draft.argv).length === 0) return 'Name the program of your own agent.';
  const name = linesOf(draft.passEnv).find((line) => !variableName.test(line));
  if (name !== undefined) return `${name} is no name of a variable. Only names pass, never values.`;
  const pairs = pairsOf(draft.env);
  if (!pairs.ok) return `${pairs.line} is no NAME=value.`;
  const host = linesOf(draft.modelHosts).find((line) => !modelHost.test(line));
  if (host !== undefined) return `${host} is no host:port.`;
  if (draft.startSeconds.trim() !== '' && !within(draft.startSeconds, agentBounds.startSeconds)) {
    return `Time to come up: from 1 to ${agentBounds.startSeconds} seconds, or empty.`;
  }
  return fileProblem(draft.files);
}

function fileProblem(files: readonly FileDraft[]): string | null {
  const paths = files.map(({ path }) => path.trim());
  if (paths.some((path) => path === '')) return 'Name each file by its path, or remove it.';
  const outside = paths.find((path) => /^([/\\~]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes('..'));
  if (outside !== undefined) return `${outside} does not lie in the private home: give a path relative to it.`;
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined) return `${twice} is named twice.`;
  const long = files.find(({ text }) => text.length > agentBounds.text);
  return long ? `${long.path} is longer than ${agentBounds.text.toLocaleString('en')} characters.` : null;
}

/** Only for a draft without a problem. */
export function inputOf(draft: AgentDraft): AgentInput {
  const pairs = pairsOf(draft.env);
  return {
    agentId: draft.id,
    base: draft.base as AgentInput['base'],
    allowed: draft.allowed,
    argv: linesOf(draft.argv),
    passEnv: linesOf(draft.passEnv),
    env: pairs.ok ? pairs.pairs : {},
    files: Object.fromEntries(draft.files.map(({ path, text }) => [path.trim(), text])),
    modelHosts: linesOf(draft.modelHosts),
    startSeconds: draft.startSeconds.trim() === '' ? null : Number(draft.startSeconds),
    readOnly: linesOf(draft.readOnly),
  };
}
