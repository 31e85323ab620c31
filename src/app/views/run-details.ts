/** What `details` adds to a run's answer, and the sections that an offset pages: what is long comes as JSON in pages. */
import { checksOfConversation, ofRun } from '../../core/run/find-run.ts';
import { hasChangedTree, type Run } from '../../core/run/run.ts';
import type { State } from '../../core/state/state.ts';
import type { sections } from '../../protocol/operations/tandem/tandem-result.ts';
import { byNeed } from './questions.ts';
import type { Part } from './room.ts';
import { artifactsOf } from './runs.ts';
import { pageOf, pointsOf } from './text-page.ts';

/** Characters of JSON. What is asked for by its name has most of an answer, and the rest gives way. */
const ASKED = 9000;
const LEAST = 400;

/** What an offset may page. */
export type Section = (typeof sections)[number];

interface Asked {
  readonly section?: Section | undefined;
  readonly offset?: number | undefined;
  readonly details?: boolean | undefined;
}

/** One offset, for the section that it pages; the others begin at their start. A section of the details asks for them. */
export function startsOf({ section = 'answer', offset = 0, details = false }: Asked) {
  return {
    details: details || section !== 'answer',
    at: (one: Section) => (one === section ? offset : 0),
    least: (one: Section) => (one === section ? ASKED : LEAST),
    isAsked: (one: Section) => one === section,
  };
}

export type Starts = ReturnType<typeof startsOf>;

export function runDetails(
  state: State,
  run: Run,
  known: {
    readonly contract: object | null;
    readonly coverage: object | null;
    readonly pathless: <T>(value: T) => T;
  },
  from: Starts,
): object {
  const page = (section: Section, value: unknown) =>
    jsonPart(value, { from: from.at(section), least: from.least(section) });
  const checks = checksOfConversation(state, run.conversationId)
    .slice(-50)
    .map((check) => ({ ...check, reason: known.pathless(check.reason) }));
  return {
    contract: page('contract', known.contract),
    report: page('report', run.report),
    coverage: page('coverage', known.coverage),
    checks: page('checks', checks),
    // What the answer itself shows as far as it has room.
    ...(from.isAsked('questions') && { questions: page('questions', byNeed(ofRun(state, run.id, 'question'))) }),
    ...(from.isAsked('run') && { run: page('run', whatItShows(state, run, known.pathless)) }),
    launched_at: run.launchedAt,
    grant_id: run.grantId,
    tree_before: run.treeBefore,
    tree_after: run.treeAfter,
    tree_changed: hasChangedTree(run),
  };
}

function whatItShows(state: State, run: Run, pathless: <T>(value: T) => T) {
  const { goal, reason, settings, held, usage, result, verdict } = run;
  return {
    ...{ goal, usage, result, verdict, artifacts: artifactsOf(state, run) },
    ...pathless({ reason, settings, held }),
  };
}

/** A page of the text, of which nothing says that it is one: the answer says where the next begins. */
export function textFrom(text: string, from: number, least: number): Part {
  const rest = pageOf(text, from, { characters: Number.POSITIVE_INFINITY }).text;
  const full = JSON.stringify(rest).length;
  return { least: Math.min(full, least), full, within: (room) => pageOf(rest, 0, { characters: room }).text };
}

interface Paged {
  readonly from: number;
  /** Characters of JSON that it has at least, if it wants them. */
  readonly least: number;
  /** How to read on, where that is not said already. */
  readonly rest?: string;
}

/** The value, or where that is too much a page of its JSON. Whoever turns pages gets pages to the end. */
export function jsonPart(value: unknown, { from, least, rest: way }: Paged): Part {
  const json = JSON.stringify(value);
  const total = pointsOf(json);
  const paged = (text: string, next: number | null) => ({
    ...{ cut: true, characters: total, json: text, next_offset: next },
    ...(way !== undefined && { rest: way }),
  });
  const frame = JSON.stringify(paged('', total)).length;
  const rest = pageOf(json, from, { characters: Number.POSITIVE_INFINITY }).text;
  const full = from === 0 ? json.length : frame + JSON.stringify(rest).length;
  const within: Part['within'] = (room) => {
    if (from === 0 && json.length <= room) return value;
    const { text, next } = pageOf(json, from, { characters: room - frame });
    return paged(text, next);
  };
  return { least: Math.min(full, least), full, within };
}
