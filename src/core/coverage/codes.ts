/**
 * Every gap code: stable, closed, not mutually exclusive. A gap that concerns a unit keeps it from being eligible; one that
 * concerns a reference or the record is counted and shown, and says nothing about the evidence there is.
 */

interface GapCodeEntry {
  readonly concerns: 'unit' | 'record' | 'reference';
  readonly raised: string;
  readonly means: string;
  readonly next: string;
}

export const gapCodes = {
  unmapped: {
    concerns: 'unit',
    raised: 'No check names the unit, or its criterion, at the revision of the set.',
    means: 'Nothing that is declared would show it.',
    next: 'Name it in a check that exercises it: by covers in the Checks of a task, by acceptance_refs in a contract.',
  },
  mapped_to_parent_only: {
    concerns: 'unit',
    raised: 'A check names the criterion of this obligation, and none names the obligation.',
    means: 'A mapping of the parent covers none of its obligations.',
    next: 'Name the obligation itself.',
  },
  not_selected: {
    concerns: 'unit',
    raised: 'Checks are mapped to the unit, and all of them belong to a later stage of the ladder.',
    means: 'This run is not meant to show it.',
    next: 'Raise verification.stage, or map an earlier check.',
  },
  unrun: {
    concerns: 'unit',
    raised: 'A selected check that is mapped to the unit has no recorded run at all.',
    means: 'Declared and never executed.',
    next: 'Run the check.',
  },
  not_run: {
    concerns: 'unit',
    raised: 'A selected check has no pass that counts, and its last record says that it was not run.',
    means: 'Somebody decided or was unable to run it.',
    next: 'Read the reason in the report; run the check.',
  },
  current_failure: {
    concerns: 'unit',
    raised:
      'A mapped check, selected or not, failed over the target or over bytes that may be the target, in an environment that may be the owed one, and no later pass over the same bytes took its place. A report never takes the place of an observed failure.',
    means: 'The latest known result is a failure.',
    next: 'Repair it and run the check again over the target.',
  },
  answered_failure: {
    concerns: 'unit',
    raised: 'As current_failure, and a person or a later note answered the failure.',
    means: 'The failure is explained. An explanation is no pass.',
    next: 'Run the check again over the target.',
  },
  other_bytes: {
    concerns: 'unit',
    raised: 'A selected check has no pass that counts, and a run of it saw other bytes than the target.',
    means: 'It stays in the record and is not a result about the target.',
    next: 'Run the check over the target.',
  },
  bytes_unknown: {
    concerns: 'unit',
    raised:
      'A selected check has no pass that counts, the target is known, and a run of it recorded no bytes or another kind of digest.',
    means: 'Nobody can say whether it was about the target.',
    next: "Run the check again over the target; a report must name the bytes in the target's kind: commit, tree, archive or content.",
  },
  environment_mismatch: {
    concerns: 'unit',
    raised: "A selected check has no pass that counts, and a run's environment has another value than the obligation.",
    means: 'It was shown somewhere else than where it is owed.',
    next: 'Run the check in the environment that the obligation names.',
  },
  environment_unknown: {
    concerns: 'unit',
    raised: 'A selected check has no pass that counts, and a run did not record what the obligation asks for.',
    means: 'Nobody can say where it was shown.',
    next: 'Record the environment of the run; observed runs record platform, arch, kernel, node and jail.',
  },
  stale_set_revision: {
    concerns: 'unit',
    raised:
      'A check names the unit at another revision of the set; or a run claims it so, and the unit has no evidence.',
    means: 'What was mapped is another text than the one that is owed now.',
    next: "Name it at the set's present revision.",
  },
  stale_check_revision: {
    concerns: 'unit',
    raised: 'A selected check has no pass that counts, and was run in another wording than the declared one.',
    means: 'Another check was run under this id.',
    next: 'Run the check as it is declared now.',
  },
  unknown_set: {
    concerns: 'reference',
    raised: "A check's reference or a run's claim names a set that this contract does not declare.",
    means: 'It is no mapping to anything here.',
    next: 'Name the set_id of acceptance_set.',
  },
  unknown_criterion: {
    concerns: 'reference',
    raised: "A check's reference or a run's claim names a criterion that is not in the set.",
    means: 'It is no mapping to anything here.',
    next: 'Name a criterion of the set.',
  },
  unknown_obligation: {
    concerns: 'reference',
    raised: "A check's reference or a run's claim names an obligation that its criterion does not have.",
    means: 'It is no mapping to anything here.',
    next: 'Name an obligation of that criterion, or none if it has none.',
  },
  mapping_not_recorded: {
    concerns: 'record',
    raised: 'A run of a mapped check did not record what it was mapped to.',
    means: "The check's declared mapping alone connects it to the unit.",
    next: 'Record acceptance_refs with the run.',
  },
  claim_without_mapping: {
    concerns: 'record',
    raised: 'A run claims the unit or its criterion, and its check declares no such mapping.',
    means: 'A claim covers nothing.',
    next: 'Declare the mapping in a new contract, then run the check.',
  },
  input_mismatch: {
    concerns: 'unit',
    raised: 'A selected check has no pass that counts, and a run of it saw other bytes than those that lie there now.',
    means: 'The bytes changed after the run, or the run looked elsewhere.',
    next: 'Run the check over the present bytes.',
  },
  check_scope_mismatch: {
    concerns: 'unit',
    raised: 'A selected check has no pass that counts, and a run of it saw other bytes than the check declares.',
    means: 'The run was not about what the check is about.',
    next: "Run the check over its own scope, or correct the check's scope.",
  },
  target_unknown: {
    concerns: 'unit',
    raised: 'No coverage_scope is declared, the check declares no scope, and the present bytes are not known.',
    means: 'Nobody can say which bytes the evidence should be about.',
    next: 'A person lets Sidekicks run the checks at the desk; or the contract names its target (coverage_scope).',
  },
  target_conflict: {
    concerns: 'unit',
    raised:
      "Two of these name different bytes of one kind: coverage_scope, the scopes of the unit's selected checks, the bytes that lie there now.",
    means: 'There is no one target, so nothing is evidence about it.',
    next: 'Make them name the same bytes.',
  },
  reported_only: {
    concerns: 'unit',
    raised: 'Observed evidence is demanded, and a selected check has only a reported pass that would count.',
    means: 'A worker says so; nobody watched.',
    next: 'Let the daemon run the check.',
  },
  check_changed_by_run: {
    concerns: 'unit',
    raised:
      'A selected check has no pass that counts, and passed after the run changed the test paths or manifests, which no person accepted.',
    means: 'Passed, check changed by this run: it satisfies nothing yet.',
    next: 'Let a person look at the change and accept it.',
  },
} as const satisfies { readonly [code: string]: GapCodeEntry };

export type GapCode = keyof typeof gapCodes;
