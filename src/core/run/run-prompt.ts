/** The words that a worker gets: what to do, within what, how to ask and how to finish. */
import { type AcceptanceSet, type Check, type Contract, selectedChecks } from '../contract/contract.ts';
import { refFaults } from '../contract/refs.ts';
import type { Snapshot } from './context-commands.ts';
import type { ContextDecision } from './project-context.ts';
import type { Mode } from './run.ts';

export interface PromptParts {
  readonly mode: Mode;
  readonly prompt: string | null;
  readonly contract: Contract | null;
  /** Base constraints of the conversation, which every turn keeps. */
  readonly constraints: readonly string[];
  readonly pinned: Snapshot | null;
  /** What a fresh session is told of the turns before. */
  readonly handoff: string | null;
}

const walls: Readonly<Record<Mode, string>> = {
  think: 'You see no project and change nothing. Answer from what is written here.',
  analyze: 'You may read the project in your working folder. You cannot change it.',
  work: 'You work in a git worktree of your own. Change files there; the daemon commits what you leave. Do not use git stash.',
};

const manners = [
  'Ask with tandem_ask when you cannot go on without an answer. "pending" means: ask again with the question_id. TIMED_OUT is no consent.',
  'Publish longer material with tandem_publish_artifact.',
  'End with exactly one tandem_finish: outcome success, partial or blocked, with a summary, every selected check and what it gave. Without it the run counts as failed. success allows no blockers and no failed or unrun selected check; blocked needs a reason.',
].join('\n');

export function promptOf(parts: PromptParts): string {
  const { contract, prompt } = parts;
  const sections: (readonly [string, string | null])[] = [
    ['Mode', walls[parts.mode]],
    ['Handed over from the turns before', parts.handoff],
    ['Goal', contract ? contract.goal : prompt],
    ['Context', contract ? contract.context : null],
    ['Project rules and decisions', parts.pinned ? pinnedText(parts.pinned, contract) : null],
    ['Constraints', bullets([...parts.constraints, ...(contract?.constraints ?? [])])],
    ['Files you own', bullets(contract?.scope.owned_files ?? [])],
    ['Acceptance', contract ? acceptanceText(contract) : null],
    ['Checks', contract ? checksText(contract) : null],
    ['Coverage', contract ? coverageText(contract) : null],
    ['Entry paths: where the work is reached from', bullets(contract?.requirements.entry_paths ?? [])],
    ['Boundary paths: where it ends', bullets(contract?.requirements.boundary_paths ?? [])],
    ['Evidence wanted of the live path', bullets(contract?.requirements.live_path_evidence ?? [])],
    ['Artifacts to read with tandem_read_artifact', bullets(contract?.artifact_ids ?? [])],
    ['How to work', manners],
  ];
  return sections.flatMap(([title, text]) => (text ? [`# ${title}\n${text}`] : [])).join('\n\n');
}

function bullets(items: readonly string[]): string | null {
  const unique = [...new Set(items)];
  return unique.length === 0 ? null : unique.map((item) => `- ${item}`).join('\n');
}

function acceptanceText({ acceptance, acceptance_set }: Contract): string | null {
  if (!acceptance_set) return bullets(acceptance);
  const lines = acceptance_set.items.flatMap((item) => [
    `- [${item.id}] ${item.text}`,
    ...item.obligations.map((one) => `  - [${item.id}/${one.id}] ${one.text}${environmentText(one.environment)}`),
  ]);
  return [`Set ${acceptance_set.set_id}, revision ${acceptance_set.revision}.`, ...lines].join('\n');
}

function environmentText(environment: Readonly<Record<string, string>>): string {
  const parts = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? '' : ` (in ${parts.join(', ')})`;
}

function checksText(contract: Contract): string | null {
  const lines = selectedChecks(contract).map(
    (check) =>
      `[${check.id}] ${check.criterion}${check.command ? `: \`${check.command}\`` : ''}${coversText(check, contract.acceptance_set)}`,
  );
  return bullets(lines);
}

/** Only references that hold: an unresolved one covers nothing. */
function coversText({ acceptance_refs }: Check, set: AcceptanceSet | null): string {
  if (!set) return '';
  const held = acceptance_refs.filter((ref) => refFaults(set, ref).length === 0);
  if (held.length === 0) return ' (covers nothing that is declared)';
  const names = held.map((ref) =>
    ref.obligation_id === null ? ref.criterion_id : `${ref.criterion_id}/${ref.obligation_id}`,
  );
  return ` (covers ${names.join(', ')})`;
}

/** What a report must say so that it counts. */
function coverageText({ acceptance_set, verification }: Contract): string | null {
  if (!acceptance_set || !verification) return null;
  const { acceptance_coverage, coverage_scope } = verification;
  const target = coverage_scope
    ? `the ${coverage_scope.kind} ${coverage_scope.digest}`
    : 'the bytes that lie there when you finish, kind tree';
  return bullets([
    acceptance_coverage === 'require_current_evidence'
      ? 'Mode require_current_evidence: success is refused while a unit above lacks a passing check that covers it.'
      : 'Mode report_only: gaps are shown and refuse nothing.',
    `Target: ${target}.`,
    'Report each check in tandem_finish with scope {kind, digest} of the target, the environment it ran in, and acceptance_refs as the check covers them (set_id, revision, criterion_id, obligation_id).',
    ...(coverage_scope ? [] : ['The tree digest is current_scope in the data of a refusal coverage_incomplete.']),
  ]);
}

/** Required rules always; a capsule leaves out advisory rules and decisions that the contract does not name. */
function pinnedText({ rules, decisions }: Snapshot, contract: Contract | null): string | null {
  const options = contract?.context_options;
  const isFull = options?.delivery === 'full';
  const shownRules = rules.filter((rule) => rule.required || isFull || options?.advisory_rule_ids.includes(rule.id));
  const shownDecisions = decisions.filter((one) => isFull || options?.decision_ids.includes(one.id));
  const left = rules.length + decisions.length - shownRules.length - shownDecisions.length;
  return bullets([
    ...shownRules.map(
      (rule) => `${rule.required ? 'Required' : 'Advisory'} [${rule.id}] ${rule.text} (source: ${rule.source})`,
    ),
    ...shownDecisions.map(
      (one) => `Decision, ${one.status} [${one.id}] ${one.text} (source: ${one.source}${replacesText(one)})`,
    ),
    ...(left > 0 ? [`${left} more: read them with tandem_context_read.`] : []),
  ]);
}

function replacesText({ supersedes }: ContextDecision): string {
  return supersedes.length === 0 ? '' : `; replaces ${supersedes.join(', ')}`;
}
