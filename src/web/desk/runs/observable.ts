/** Whether the checks of a run can be run now, and what they lack. */
import type { RunView } from '../../../protocol/delegation-views.ts';

type Looked = Pick<RunView, 'commands' | 'unobservable' | 'observing'> & {
  readonly run: Pick<RunView['run'], 'endedAt'>;
};

/** Commands that no grant names. */
export function lackingOf({ commands, unobservable }: Pick<Looked, 'commands' | 'unobservable'>): RunView['commands'] {
  return unobservable ? [] : commands.filter(({ granted }) => !granted);
}

/** False when something could be run: one check that is granted, after whatever prepares the tree. */
export function whyNotNow({ run, commands, unobservable, observing }: Looked): string | false {
  if (observing.length > 0) return 'They run now.';
  if (run.endedAt === null) return 'It has not ended, so there are no exact bytes yet.';
  if (unobservable) return unobservable.message;
  const isReady = commands.every(({ checkId, granted }) => checkId !== null || granted);
  const isAny = commands.some(({ checkId, granted }) => checkId !== null && granted);
  return isReady && isAny ? false : 'No grant names these commands yet.';
}
