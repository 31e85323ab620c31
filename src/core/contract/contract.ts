/** A contract with all defaults filled: goal, context, scope, constraints, acceptance, verification of a run. */

export interface Contract {
  readonly goal: string;
  readonly context: string;
  readonly constraints: readonly string[];
  readonly acceptance: readonly string[];
  readonly acceptance_set: AcceptanceSet | null;
  readonly artifact_ids: readonly string[];
  readonly context_options: ContextOptions;
  readonly requirements: Requirements;
  readonly scope: { readonly owned_files: readonly string[] };
  readonly verification: Verification | null;
}

/** The declared denominator of coverage. Its revision is its content. */
export interface AcceptanceSet {
  readonly set_id: string;
  readonly revision: string;
  readonly schema_version: 1;
  readonly items: readonly Criterion[];
}

export interface Criterion {
  readonly id: string;
  readonly text: string;
  /** None: the criterion is one unit. Some: it is represented by these alone. */
  readonly obligations: readonly Obligation[];
}

export interface Obligation {
  readonly id: string;
  readonly text: string;
  readonly environment: Environment;
}

export type Environment = Readonly<Record<string, string>>;

export interface ContextOptions {
  readonly advisory_rule_ids: readonly string[];
  readonly decision_ids: readonly string[];
  readonly delivery: 'capsule' | 'full';
}

export interface Requirements {
  readonly boundary_paths: readonly string[];
  readonly entry_paths: readonly string[];
  readonly live_path_evidence: readonly string[];
  readonly requires_shell: boolean;
  readonly requires_write: boolean;
}

/** The ladder, lowest first: a later stage includes the checks of the earlier phases. */
export const stages = ['targeted', 'candidate', 'integration'] as const;
export type Stage = (typeof stages)[number];

export interface Verification {
  readonly stage: Stage;
  readonly checks: readonly Check[];
  readonly acceptance_coverage: 'report_only' | 'require_current_evidence';
  /** The output bytes that coverage is about: declared, not observed. */
  readonly coverage_scope: Scope | null;
  readonly preparation_seconds: number;
}

export interface Check {
  readonly id: string;
  readonly criterion: string;
  readonly command: string | null;
  readonly phase: Stage;
  readonly requires_shell: boolean;
  readonly estimated_seconds: number | null;
  /** The bytes that the check is about now. */
  readonly scope: Scope | null;
  readonly acceptance_refs: readonly AcceptanceRef[];
}

/** Points at a criterion or at one of its obligations, at an exact revision of the set. */
export interface AcceptanceRef {
  readonly set_id: string;
  readonly revision: string;
  readonly criterion_id: string;
  readonly obligation_id: string | null;
}

/** Which bytes. Equal digests of the same kind are the same bytes. */
export interface Scope {
  readonly kind: 'tree' | 'commit' | 'archive' | 'content';
  readonly digest: string;
  /** What a run did not exercise. */
  readonly boundaries: readonly string[];
}

/** What `tandem_start` takes, with all defaults filled. */
export interface StartInput {
  readonly cwd: string;
  readonly mode: 'think' | 'analyze' | 'work';
  readonly prompt: string | null;
  readonly contract: Contract | null;
  readonly execution: Execution | null;
  readonly preflight: boolean;
  readonly review_id: string | null;
  readonly review_stage: 'independent' | 'comparison' | null;
  /** Seconds. */
  readonly timeout_seconds: number | null;
  readonly project_context_id: string | null;
  readonly question_timeout_seconds: number;
}

export interface Execution {
  readonly model: string | null;
  readonly profile: 'quick' | 'balanced' | 'deep';
  readonly thinking: 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;
  readonly timeout_seconds: number | null;
}

/** What runs it; null = nothing: a blank line would pass and show nothing. */
export function commandOf({ command }: Pick<Check, 'command'>): string | null {
  return command === null || command.trim() === '' ? null : command;
}

/** The checks that the stage selects, in the order of the contract. */
export function selectedChecks({ verification }: Pick<Contract, 'verification'>): readonly Check[] {
  if (!verification) return [];
  const reach = stages.indexOf(verification.stage);
  return verification.checks.filter(({ phase }) => stages.indexOf(phase) <= reach);
}
