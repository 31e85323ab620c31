/**
 * What a person does with sidekicks. A source only ever offers a version; the active one changes when a person activates
 * exactly the version that was shown, by its hash.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import { nameOf, type Playbook, type PlaybookVersion, type Sidekick, type SourceProblem } from './playbook.ts';

const unknownSidekick: Refusal = {
  code: 'unknown_sidekick',
  message: 'No sidekick has that id.',
  next: 'Read the sidekicks again.',
};

export interface PlaybookSource {
  readonly playbook: Playbook;
  readonly yaml: string;
  readonly skill: string;
  /** SHA-256 of both texts. */
  readonly hash: string;
}

function versionFrom(source: PlaybookSource, number: number, context: Context): PlaybookVersion {
  return { ...source, number, at: context.at, by: context.author.label };
}

/** A new version of a known sidekick, or a new one, waits for a person. The same bytes as the active one offer nothing. */
export function offerSidekick(
  state: State,
  source: PlaybookSource,
  origin: Sidekick['source'],
  context: Context,
): Decision<{ offered: string | null }> {
  const id = source.playbook.id;
  const before = state.tables.sidekick.get(id);
  if (before?.active?.hash === source.hash || before?.offered?.hash === source.hash) {
    return decided({ offered: before.offered?.hash ?? null });
  }
  const offered = versionFrom(source, (before?.active?.number ?? 0) + 1, context);
  const summary = `offered version ${offered.number} of the sidekick ${source.playbook.name}`;
  const change = before
    ? edited('sidekick', before, { offered, broken: [] })
    : created('sidekick', { id, source: origin, enabled: false, mandatory: false, active: null, offered, broken: [] });
  return decided(
    { offered: offered.hash },
    { type: 'sidekick.offered', summary, changes: [change], raisesVersion: false },
  );
}

/** A source that cannot be read: said with file and line; what is active stays. */
export function reportBroken(state: State, id: string, problems: readonly SourceProblem[]): Decision<null> {
  const before = state.tables.sidekick.get(id);
  if (!before || JSON.stringify(before.broken) === JSON.stringify(problems)) return decided(null);
  const summary =
    problems.length > 0
      ? `found the source of ${nameOf(before)} broken`
      : `found the source of ${nameOf(before)} whole again`;
  return decided(null, {
    type: 'sidekick.broken',
    summary,
    changes: [edited('sidekick', before, { broken: problems })],
    raisesVersion: false,
  });
}

export function activateSidekick(state: State, id: string, hash: string): Decision<null> {
  const before = state.tables.sidekick.get(id);
  if (!before) return refuse(unknownSidekick);
  if (before.active?.hash === hash) return decided(null);
  if (before.offered?.hash !== hash) {
    return refuse({
      code: 'not_latest',
      message: 'Another version is offered now.',
      next: 'Read the sidekick again and activate what is shown.',
    });
  }
  const first = before.active === null;
  return decided(null, {
    type: 'sidekick.activated',
    summary: `activated version ${before.offered.number} of the sidekick ${before.offered.playbook.name}`,
    changes: [
      edited('sidekick', before, { active: before.offered, offered: null, ...(first ? { enabled: true } : {}) }),
    ],
    raisesVersion: true,
  });
}

export function dropOffer(state: State, id: string): Decision<null> {
  const before = state.tables.sidekick.get(id);
  if (!before) return refuse(unknownSidekick);
  if (before.offered === null) return decided(null);
  return decided(null, {
    type: 'sidekick.changed',
    summary: `dropped the offered version of the sidekick ${nameOf(before)}`,
    changes: [edited('sidekick', before, { offered: null })],
    raisesVersion: false,
  });
}

export function changeSidekick(
  state: State,
  id: string,
  input: { readonly enabled?: boolean; readonly mandatory?: boolean },
): Decision<null> {
  const before = state.tables.sidekick.get(id);
  if (!before) return refuse(unknownSidekick);
  if (input.enabled === true && before.active === null) {
    return refuse({
      code: 'not_open',
      message: 'It has no active version yet.',
      next: 'Activate its offered version first.',
    });
  }
  const set = { enabled: input.enabled ?? before.enabled, mandatory: input.mandatory ?? before.mandatory };
  if (set.enabled === before.enabled && set.mandatory === before.mandatory) return decided(null);
  const words: string[] = [];
  if (set.enabled !== before.enabled) words.push(set.enabled ? 'enabled' : 'disabled');
  if (set.mandatory !== before.mandatory) words.push(set.mandatory ? 'marked mandatory' : 'made optional');
  return decided(null, {
    type: 'sidekick.changed',
    summary: `${words.join(' and ')} the sidekick ${nameOf(before)}`,
    changes: [edited('sidekick', before, set)],
    raisesVersion: true,
  });
}
