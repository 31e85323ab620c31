/** Gap codes for people: a few words for the code, then what the code's own entry says to do. */
import { type GapCode, gapCodes } from '../../core/coverage/codes.ts';
import { capital } from './words.ts';

const titles: { readonly [C in GapCode]: string } = {
  unmapped: 'No check names it',
  mapped_to_parent_only: 'Only its criterion is named',
  not_selected: 'Its checks belong to a later stage',
  unrun: 'Never run',
  not_run: 'Said to be not run',
  current_failure: 'Fails now',
  answered_failure: 'Fails, with an explanation',
  other_bytes: 'Shown on other bytes',
  bytes_unknown: 'Nobody knows on which bytes',
  environment_mismatch: 'Shown in another environment',
  environment_unknown: 'Nobody knows in which environment',
  stale_set_revision: 'Mapped to an older text',
  stale_check_revision: 'Run in another wording',
  unknown_set: 'Names a set that is not there',
  unknown_criterion: 'Names a criterion that is not there',
  unknown_obligation: 'Names an obligation that is not there',
  mapping_not_recorded: 'The run recorded no mapping',
  claim_without_mapping: 'Claimed without a declared mapping',
  input_mismatch: 'The bytes changed since',
  check_scope_mismatch: 'The check looked at other bytes',
  target_unknown: 'No target is named',
  target_conflict: 'Targets contradict each other',
  reported_only: 'Only reported, nobody watched',
  check_changed_by_run: 'Passed, check changed by this run',
};

export interface GapWords {
  readonly code: GapCode;
  readonly title: string;
  readonly means: string;
  readonly next: string;
  /** Keeps the unit from having evidence; the others are only told. */
  readonly stands: boolean;
}

export function gapWords(code: GapCode): GapWords {
  const { concerns, means, next } = gapCodes[code];
  const title = titles[code];
  // The title is not said twice.
  const rest = means.startsWith(`${title}: `) ? capital(means.slice(title.length + 2)) : means;
  return { code, title, means: rest, next, stands: concerns === 'unit' };
}
