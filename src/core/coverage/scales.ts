/** How the runs of one check are weighed against each other: which failures stand, and which passes count after them. */
import type { CheckRun } from './check-run.ts';
import { type Bytes, compareBytes, type Place } from './ground.ts';

export interface JudgedRun {
  readonly run: CheckRun;
  /** Of the check as it is declared now. */
  readonly current: boolean;
  /** Against the target. */
  readonly bytes: Bytes;
  readonly place: Place;
}

/** How runs are weighed; the laws plant bugs here. */
export interface Scales {
  /** A pass over the target, in the owed environment, by the check as it is declared. */
  readonly passes: (judged: JudgedRun) => boolean;
  readonly fails: (judged: JudgedRun) => boolean;
  readonly takesPlaceOf: (later: JudgedRun, failure: JudgedRun) => boolean;
}

export const scales: Scales = {
  passes: (judged) => isClean(judged) && judged.bytes === 'same',
  fails: ({ run, current, bytes, place }) =>
    run.status === 'failed' && current && bytes !== 'other' && place !== 'elsewhere',
  takesPlaceOf: (later, failure) =>
    later.run.seq > failure.run.seq &&
    isClean(later) &&
    speaksBefore(later.run, failure.run) &&
    (later.bytes === 'same' || compareBytes(later.run.scope, failure.run.scope) === 'same'),
};

/** What the runs of one check say about one unit. */
export function weighed<Judged extends JudgedRun>(runs: readonly Judged[], { passes, fails, takesPlaceOf }: Scales) {
  const failed = runs.filter(fails);
  /** Failures that no later pass took the place of. */
  const failures = failed.filter((failure) => !runs.some((later) => takesPlaceOf(later, failure)));
  const since = Math.max(...failed.map(({ run }) => run.seq));
  const counted = failures.length > 0 ? [] : runs.filter((one) => passes(one) && one.run.seq > since);
  return { failures, passes: counted };
}

/** What the daemon saw before what a worker says, whenever that was; of two alike, the later one. */
export function speaksBefore(run: Pick<CheckRun, 'source' | 'seq'>, other: Pick<CheckRun, 'source' | 'seq'>): boolean {
  return run.source === other.source ? run.seq > other.seq : run.source === 'observed';
}

function isClean({ run, current, place }: JudgedRun): boolean {
  return run.status === 'passed' && current && place === 'owed' && (!run.changedByRun || run.changeAccepted);
}
