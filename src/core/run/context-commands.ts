/**
 * A project's rules and decisions. Publishing replaces the whole at an expected revision; what an agent publishes is
 * advisory (never required, never accepted) until a person confirms it.
 */
import { refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import { whyCircular, whyNotTogether } from './decision-circle.ts';
import type { ContextDecision, ContextRule, ProjectContext } from './project-context.ts';
import { whyNoMoreContexts, withPublication } from './token-limits.ts';

export interface PublishContext {
  /** Null = a new one. */
  readonly contextId: string | null;
  readonly expectedRevision: number | null;
  readonly name: string;
  readonly rules: readonly Pick<ContextRule, 'id' | 'text' | 'source' | 'required'>[];
  readonly decisions: readonly Pick<ContextDecision, 'id' | 'text' | 'source' | 'status' | 'supersedes'>[];
  /** Of the snapshot, given the content (`snapshotOf`): core makes no hashes of blobs. */
  readonly hashOf: (content: Snapshot) => string;
}

export interface Snapshot {
  readonly rules: readonly ContextRule[];
  readonly decisions: readonly ContextDecision[];
}

export const unknownContext = {
  code: 'unknown_context',
  message: 'No project context has that id.',
  next: 'List them with tandem_project_context, action list.',
} as const;

export function publishContext(state: State, input: PublishContext, context: Context): Decision<ProjectContext> {
  const known = input.contextId === null ? null : state.tables.context.get(input.contextId);
  if (known === undefined) return refuse(unknownContext);
  if (known && input.expectedRevision !== known.revision) {
    return refuse({
      code: 'revision_conflict',
      message: `The context is at revision ${known.revision}, not ${input.expectedRevision ?? 'unstated'}.`,
      next: 'Get it, merge your changes into the newest revision and publish with its number.',
      data: { revision: known.revision },
    });
  }
  const isPerson = context.author.kind === 'desk';
  const rules = withConfirmed(
    input.rules.map((rule) => advisoryRule(rule, known, isPerson, context)),
    isPerson ? [] : (known?.rules ?? []),
  );
  const decisions = withConfirmed(
    input.decisions.map((one) => advisoryDecision(one, known, isPerson, context)),
    isPerson ? [] : (known?.decisions ?? []),
  );
  // With what a person confirmed: whoever confirms one id must not change another item by it.
  const repeated = firstRepeated([...rules, ...decisions].map((one) => one.id));
  if (repeated !== null) {
    return refuse({
      code: 'invalid_input',
      message: `The id ${cut(repeated, 60)} is used twice.`,
      next: 'Give each rule and decision an id of its own.',
    });
  }
  const refused = whyCircular(decisions, isPerson) ?? whyNoMoreContexts(state, { rules, decisions }, known, context);
  if (refused) return refuse(refused);
  const set = {
    name: input.name,
    revision: (known?.revision ?? 0) + 1,
    hash: input.hashOf({ rules, decisions }),
    rules,
    decisions,
    updatedAt: context.at,
    publications: withPublication(known, context),
  };
  const next: ProjectContext = known
    ? { ...known, ...set }
    : { ...set, id: context.nextId(), createdBy: context.author.id, createdAt: context.at };
  return decided(next, {
    type: 'context.published',
    summary: `published revision ${next.revision} of the project context ${cut(next.name, 60)}`,
    changes: [known ? edited('context', known, set) : created('context', next)],
    raisesVersion: false,
  });
}

/** What a person confirmed, an agent cannot leave out. */
function withConfirmed<T extends { readonly id: string; readonly confirmedBy: string | null }>(
  given: readonly T[],
  known: readonly T[],
): T[] {
  const ids = new Set(given.map((one) => one.id));
  return [...known.filter((one) => one.confirmedBy !== null && !ids.has(one.id)), ...given];
}

/** What a person confirmed stays as it was confirmed; an agent that wants other words proposes them under another id. */
function advisoryRule(
  rule: PublishContext['rules'][number],
  known: ProjectContext | null,
  isPerson: boolean,
  context: Context,
): ContextRule {
  if (isPerson) return { ...rule, confirmedBy: context.author.label };
  const before = known?.rules.find((one) => one.id === rule.id);
  return before?.confirmedBy != null ? before : { ...rule, required: false, confirmedBy: null };
}

function advisoryDecision(
  decision: PublishContext['decisions'][number],
  known: ProjectContext | null,
  isPerson: boolean,
  context: Context,
): ContextDecision {
  if (isPerson) return { ...decision, confirmedBy: context.author.label };
  const before = known?.decisions.find((one) => one.id === decision.id);
  return before?.confirmedBy != null ? before : { ...decision, status: 'proposed', confirmedBy: null };
}

function firstRepeated(ids: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

/** A person confirms items by id: rules may become required, decisions accepted; what those replace is superseded. */
export function confirmContext(
  state: State,
  input: {
    readonly contextId: string;
    readonly expectedRevision: number;
    readonly ids: readonly string[];
    readonly required: boolean;
    readonly hashOf: (content: Snapshot) => string;
  },
  context: Context,
): Decision<ProjectContext> {
  const known = state.tables.context.get(input.contextId);
  if (!known) return refuse(unknownContext);
  if (known.revision !== input.expectedRevision) {
    return refuse({
      code: 'revision_conflict',
      message: `It is at revision ${known.revision} now.`,
      next: 'Read it again and confirm what it says now.',
    });
  }
  const by = context.author.label;
  const rules = known.rules.map((rule) =>
    input.ids.includes(rule.id) ? { ...rule, confirmedBy: by, required: input.required } : rule,
  );
  const chosen = known.decisions.filter((one) => input.ids.includes(one.id));
  const circular = whyNotTogether(chosen);
  if (circular) return refuse(circular);
  const replaced = replacedBy(chosen);
  const decisions = known.decisions.map((one) => {
    if (replaced.has(one.id)) return { ...one, confirmedBy: by, status: 'superseded' as const };
    return input.ids.includes(one.id) ? { ...one, confirmedBy: by, status: 'accepted' as const } : one;
  });
  const set = {
    rules,
    decisions,
    revision: known.revision + 1,
    hash: input.hashOf({ rules, decisions }),
    updatedAt: context.at,
  };
  return decided(
    { ...known, ...set },
    {
      type: 'context.confirmed',
      summary: `confirmed ${input.ids.length} items of the project context ${cut(known.name, 60)}`,
      changes: [edited('context', known, set)],
      raisesVersion: false,
    },
  );
}

function replacedBy(decisions: readonly ContextDecision[]): ReadonlySet<string> {
  return new Set(decisions.flatMap(({ id, supersedes }) => supersedes.filter((other) => other !== id)));
}
