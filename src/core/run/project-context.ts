/** Sourced rules and decisions of a project, revision-checked. What an agent publishes is advisory until a person confirms it. */
export interface ProjectContext {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  /** SHA-256 of the canonical snapshot of this revision; the snapshot is a blob. */
  readonly hash: string;
  readonly rules: readonly ContextRule[];
  readonly decisions: readonly ContextDecision[];
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Who published within a day before the newest revision. Missing in rows of an earlier version. */
  readonly publications?: readonly { readonly by: string; readonly at: string }[];
}

export interface ContextRule {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  /** Required rules are never trimmed. Only a person makes one: by confirming it. */
  readonly required: boolean;
  readonly confirmedBy: string | null;
}

export interface ContextDecision {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  readonly status: 'proposed' | 'accepted' | 'superseded' | 'rejected';
  /** Ids of decisions that it replaces: they are superseded once a person confirms it. */
  readonly supersedes: readonly string[];
  readonly confirmedBy: string | null;
}
