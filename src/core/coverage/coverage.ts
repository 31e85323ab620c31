/** Coverage counts declared units and what stands between each and its evidence. It never decides anything. */

import { compareText } from '../../kit/compare.ts';
import type { Problem } from '../../kit/result.ts';
import type { Contract } from '../contract/contract.ts';
import type { Coverage, CoverageQuestion, CoveredUnit, UnresolvedRef } from './answer.ts';
import type { CheckRun } from './check-run.ts';
import { type GapCode, gapCodes } from './codes.ts';
import { factsOf, type UnitFacts } from './facts.ts';
import { type Gaps, gaps, hasEvidence, type UnitGapCode } from './gaps.ts';
import { type Covers, covers, mappingOf } from './mapping.ts';
import { type Scales, scales } from './scales.ts';
import { unitsOf } from './units.ts';

export type { Coverage, CoverageQuestion } from './answer.ts';

/** What a projection is made of; the laws plant bugs in it. */
export interface Projector extends Scales {
  readonly covers: Covers;
  readonly gaps: Gaps;
  /** Runs as they are listed. */
  readonly order: (one: CheckRun, other: CheckRun) => number;
  readonly eligible: (facts: UnitFacts, gaps: readonly GapCode[]) => boolean;
}

export const projector: Projector = {
  ...scales,
  covers,
  gaps,
  order: (one, other) => one.seq - other.seq || compareText(one.id, other.id),
  eligible: (facts, raised) => facts.checks.some(hasEvidence(facts)) && !raised.some(concernsUnit),
};

/** Pure: the same question gives the same bytes, whatever the order of the runs. */
export function coverage(question: CoverageQuestion): Coverage {
  return coverageWith(projector, question);
}

export function coverageWith(parts: Projector, question: CoverageQuestion): Coverage {
  const set = question.contract.acceptance_set;
  const mapping = mappingOf(question.contract, [...question.runs].sort(parts.order), parts.covers);
  const factsFor = factsOf(question, mapping, parts);
  const units = unitsOf(question.contract).map((unit) => coveredUnit(parts, factsFor(unit)));
  return {
    assessment: assessmentOf(set),
    semantic_sufficiency: 'not_assessed',
    acceptance: 'not_assessed',
    units,
    counts: countsOf(units, mapping.unresolved),
    totals: {
      units: units.length,
      selected: units.filter(({ selected }) => selected).length,
      eligible: units.filter(({ eligible }) => eligible).length,
    },
    unresolved: mapping.unresolved,
  };
}

/** `require_current_evidence` refuses a success while a unit lacks evidence; null when nothing stands against it. */
export function refusesSuccess({ verification }: Contract, { units }: Coverage): Problem | null {
  if (verification?.acceptance_coverage !== 'require_current_evidence') return null;
  const open = units.filter(({ eligible }) => !eligible);
  if (open.length === 0) return null;
  const shown = open.slice(0, SHOWN_UNITS).map((unit) => `${nameOf(unit)} (${unit.gaps.join(', ')})`);
  const rest = open.length > shown.length ? ` and ${open.length - shown.length} more` : '';
  return {
    code: 'evidence_missing',
    path: '/outcome',
    message: `${open.length} of ${units.length} units lack current passing evidence: ${shown.join('; ')}${rest}.`,
    fix: 'Close the gaps that coverage names, or report partial.',
  };
}

const SHOWN_UNITS = 5;

function nameOf({ criterion_id, obligation_id }: CoveredUnit): string {
  return obligation_id === null ? criterion_id : `${criterion_id}/${obligation_id}`;
}

function assessmentOf(set: Contract['acceptance_set']): Coverage['assessment'] {
  if (!set) return 'not_declared';
  return set.items.length === 0 ? 'not_assessable' : 'assessed';
}

function coveredUnit(parts: Projector, facts: UnitFacts): CoveredUnit {
  const raised = unitCodes.filter((code) => parts.gaps[code](facts));
  const passes = facts.checks.filter(({ selected }) => selected).flatMap((check) => check.passes);
  const runs = passes.map(({ run }) => run).sort(parts.order);
  const idsOf = (source: CheckRun['source']) => runs.filter((run) => run.source === source).map(({ id }) => id);
  return {
    ...facts.unit,
    selected: facts.checks.some(({ selected }) => selected),
    eligible: parts.eligible(facts, raised),
    evidence: { observed: idsOf('observed'), reported: idsOf('reported') },
    gaps: raised,
  };
}

const codes = Object.keys(gapCodes) as readonly GapCode[];
const unitCodes = Object.keys(gaps) as readonly UnitGapCode[];

function concernsUnit(code: GapCode): boolean {
  return gapCodes[code].concerns === 'unit';
}

function countsOf(units: readonly CoveredUnit[], unresolved: readonly UnresolvedRef[]): Coverage['counts'] {
  const counts = Object.fromEntries(codes.map((code) => [code, 0])) as Record<GapCode, number>;
  for (const code of units.flatMap((unit) => unit.gaps)) counts[code] += 1;
  for (const code of unresolved.flatMap((one) => one.codes)) {
    if (gapCodes[code].concerns === 'reference') counts[code] += 1;
  }
  return counts;
}
