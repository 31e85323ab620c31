/**
 * A sidekick's playbook: when it applies, what it asks, what it demands. Read from `playbooks/<id>/sidekick.yaml` and
 * `SKILL.md`; the active version lies in the store and a person activates it.
 */
import type { Priority } from '../workspace/task.ts';
import type { Rule } from './rule.ts';

/** One reason why the playbook applies to a task. Weights add up; the playbook applies from `match.threshold` on. */
export type MatchRule =
  /** One of the words in title or description; `in: title` looks at the title alone, for words that any text may hold. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly in?: 'title'; readonly weight: number }
  | { readonly kind: 'tags'; readonly tags: readonly string[]; readonly weight: number }
  | { readonly kind: 'priority'; readonly atLeast: Priority; readonly weight: number }
  /** The deadline is at most so many days of 24 hours away, or past. */
  | { readonly kind: 'deadline_within'; readonly days: number; readonly weight: number }
  | { readonly kind: 'estimate_at_least'; readonly minutes: number; readonly weight: number }
  | { readonly kind: 'blocked'; readonly weight: number };

export interface Constraint {
  readonly id: string;
  readonly text: string;
  readonly rule: Rule;
  /** What a failure means: an error (`block`) or a warning (`concern`). */
  readonly onFail: 'block' | 'concern';
}

export interface ChecklistItem {
  /** `<sidekick id>.<name>`: a candidate claims items by id alone, so the id says whose it is. */
  readonly id: string;
  readonly text: string;
  readonly required: boolean;
}

export interface Question {
  readonly id: string;
  /** May hold `{task.title}`, `{task.due}` and the other facts of `consult.ts`. */
  readonly text: string;
}

export interface Playbook {
  /** Lower-case letters, digits and hyphens, at most 64; the name of its folder and of its Agent Skill. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly match: { readonly threshold: number; readonly rules: readonly MatchRule[] };
  readonly questions: readonly Question[];
  readonly constraints: readonly Constraint[];
  readonly recommendations: readonly string[];
  readonly checklist: readonly ChecklistItem[];
}

export interface PlaybookVersion {
  /** From 1, within the store. */
  readonly number: number;
  /** SHA-256 of both source texts; names the version in an approval. */
  readonly hash: string;
  readonly playbook: Playbook;
  /** The source texts, kept for the difference and for editing. */
  readonly yaml: string;
  readonly skill: string;
  readonly at: string;
  readonly by: string;
}

/** What the store holds of one sidekick. */
export interface Sidekick {
  readonly id: string;
  readonly source: 'shipped' | 'added';
  readonly enabled: boolean;
  readonly mandatory: boolean;
  /** Null until a person activated one. */
  readonly active: PlaybookVersion | null;
  /** A newer version that waits for a person. */
  readonly offered: PlaybookVersion | null;
  /** Problems of the newest source that could not be read, with file and line. */
  readonly broken: readonly SourceProblem[];
}

export interface SourceProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Names that other voices have: `workspace` votes beside the sidekicks, `system` writes events. None may speak as them. */
export const reservedIds: ReadonlySet<string> = new Set(['workspace', 'system']);

/** As people know it: by the active version, else by the one that is offered. */
export function nameOf({ id, active, offered }: Pick<Sidekick, 'id' | 'active' | 'offered'>): string {
  return (active ?? offered)?.playbook.name ?? id;
}
