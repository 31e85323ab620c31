/** What coverage is asked and what it answers: counts of declared units and of what stands between each and its evidence. */
import type { AcceptanceRef, Contract, Environment, Scope } from '../contract/contract.ts';
import type { CheckRun } from './check-run.ts';
import type { GapCode } from './codes.ts';

export interface CoverageQuestion {
  readonly contract: Contract;
  /** In any order. */
  readonly runs: readonly CheckRun[];
  /** The bytes that lie there now, as the app saw them. */
  readonly currentInput: Scope | null;
  /** Only observed runs satisfy. */
  readonly demandObserved: boolean;
}

export interface Coverage {
  readonly assessment: 'assessed' | 'not_assessable' | 'not_declared';
  readonly semantic_sufficiency: 'not_assessed';
  readonly acceptance: 'not_assessed';
  readonly units: readonly CoveredUnit[];
  /** Units with the gap; of the codes that concern a reference, references. */
  readonly counts: Readonly<Record<GapCode, number>>;
  readonly totals: { readonly units: number; readonly selected: number; readonly eligible: number };
  readonly unresolved: readonly UnresolvedRef[];
}

export interface CoveredUnit {
  readonly criterion_id: string;
  /** Null for a criterion without obligations. */
  readonly obligation_id: string | null;
  readonly text: string;
  readonly environment: Environment;
  /** A check that the ladder selects is mapped to it. */
  readonly selected: boolean;
  /** Applicable, current, passing evidence, and no gap that concerns the unit. */
  readonly eligible: boolean;
  /** Ids of the runs that are evidence, in order. */
  readonly evidence: { readonly observed: readonly string[]; readonly reported: readonly string[] };
  readonly gaps: readonly GapCode[];
}

/** A reference that leads nowhere: of a declared check, or a claim of a run. */
export interface UnresolvedRef {
  readonly from: 'check' | 'run';
  readonly id: string;
  readonly ref: AcceptanceRef;
  readonly codes: readonly GapCode[];
}
