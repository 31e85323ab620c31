/**
 * What one token may leave behind in runs and project contexts. Every run and every revision is kept for ever: one that
 * starts and cancels in a loop made 48 MB of blobs within ten seconds, contexts 500 MB.
 */
import { DAY_MS } from '../../kit/durations.ts';
import type { Refusal } from '../../kit/result.ts';
import { isPerson } from '../access/author.ts';
import type { Context } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import { activeRuns } from './find-run.ts';
import type { ProjectContext } from './project-context.ts';

/** Runs of one token that have not ended. Each waits in every list and is asked at every grant. */
export const RUNS_OF_TOKEN = 50;
/** Also those that ended, however early. */
export const RUNS_A_DAY = 500;
export const CONTEXTS_OF_TOKEN = 50;
/** Characters of their rules and decisions, as they stand now. */
export const CONTEXT_CHARACTERS = 4 * 1024 * 1024;
/** Revisions of all contexts together, whoever made the context. */
export const PUBLICATIONS_A_DAY = 100;

/** Why the token may start no further run, or null. */
export function whyNoMoreRuns(state: State, startedBy: string, nowMs: number): Refusal | null {
  const count = activeRuns(state).filter((run) => run.startedBy === startedBy).length;
  if (count >= RUNS_OF_TOKEN) {
    return {
      code: 'too_many_runs',
      message: `${count} runs of yours have not ended.`,
      next: 'Wait for them with tandem_wait, or end some with tandem_cancel.',
    };
  }
  const ids = state.index.runsStartedBy.get(startedBy) ?? [];
  // The oldest of the last so many: when it is of today, all of them are.
  const oldest = state.tables.run.get(ids.at(-RUNS_A_DAY) ?? '');
  if (ids.length < RUNS_A_DAY || !oldest || !isToday(oldest.createdAt, nowMs)) return null;
  return {
    code: 'too_many_runs',
    message: `You started ${RUNS_A_DAY} runs within a day.`,
    next: 'Start the next one tomorrow, or ask the person for another token.',
  };
}

/** `next`: the context as it would stand. */
export function whyNoMoreContexts(
  state: State,
  next: Pick<ProjectContext, 'rules' | 'decisions'>,
  known: ProjectContext | null,
  { author, nowMs }: Context,
): Refusal | null {
  if (isPerson(author)) return null;
  const contexts = [...state.tables.context.values()];
  const others = contexts.filter((one) => one.createdBy === author.id && one.id !== known?.id);
  if (!known && others.length >= CONTEXTS_OF_TOKEN)
    return tooMany(`${others.length} project contexts of yours are there`);
  const characters = [next, ...others].reduce((sum, one) => sum + charactersOf(one), 0);
  if (characters > CONTEXT_CHARACTERS) {
    return tooMany(`Your project contexts would have ${characters} characters; ${CONTEXT_CHARACTERS} fit`);
  }
  const today = contexts.flatMap((one) => publicationsOf(one, nowMs)).filter(({ by }) => by === author.id);
  return today.length < PUBLICATIONS_A_DAY ? null : tooMany(`You published ${today.length} revisions within a day`);
}

/** Those of the last day, with this one; a person's are not counted. */
export function withPublication(known: ProjectContext | null, { author, at, nowMs }: Context) {
  const earlier = known ? publicationsOf(known, nowMs) : [];
  return isPerson(author) ? earlier : [...earlier, { by: author.id, at }];
}

function publicationsOf({ publications = [] }: ProjectContext, nowMs: number) {
  return publications.filter(({ at }) => isToday(at, nowMs));
}

function tooMany(what: string): Refusal {
  return {
    code: 'too_many_contexts',
    message: `${what}.`,
    next: 'Publish a shorter revision of one that is there, wait a day, or ask the person for another token.',
  };
}

function charactersOf({ rules, decisions }: Pick<ProjectContext, 'rules' | 'decisions'>): number {
  const items = [...rules, ...decisions];
  return items.reduce((sum, { id, text, source }) => sum + id.length + text.length + source.length, 0);
}

function isToday(at: string, nowMs: number): boolean {
  return Date.parse(at) > nowMs - DAY_MS;
}
