/** A person's writes of commitments. */
import { type Problem, type Refusal, refuse } from '../../kit/result.ts';
import { cut, isBlank } from '../../kit/text.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import type { Commitment } from './commitment.ts';
import { refuseFields } from './task-commands.ts';
import { parseInstant } from './time.ts';

type CommitmentFields = Pick<Commitment, 'title' | 'kind' | 'start' | 'end'>;

const unknownCommitment: Refusal = {
  code: 'not_found',
  message: 'No commitment has that id.',
  next: 'Read the week again.',
};

export function createCommitment(state: State, input: CommitmentFields, context: Context): Decision<{ id: string }> {
  const problems = problemsOf(input);
  if (problems.length > 0) return refuseFields(problems);
  const commitment: Commitment = {
    ...input,
    id: context.nextId(),
    ownerId: state.tables.person.has(context.author.id) ? context.author.id : null,
    createdAt: context.at,
    removedAt: null,
  };
  return decided(
    { id: commitment.id },
    {
      type: 'commitment.created',
      summary: `added the commitment ${cut(commitment.title, 80)}`,
      changes: [created('commitment', commitment)],
      raisesVersion: true,
    },
  );
}

export function editCommitment(state: State, id: string, input: Partial<CommitmentFields>): Decision<{ id: string }> {
  const before = live(state, id);
  if (!before) return refuse(unknownCommitment);
  const problems = problemsOf({ ...before, ...input });
  if (problems.length > 0) return refuseFields(problems);
  const same = Object.entries(input).every(([field, value]) => before[field as keyof Commitment] === value);
  if (same) return decided({ id });
  return decided(
    { id },
    {
      type: 'commitment.edited',
      summary: `changed the commitment ${cut(before.title, 80)}`,
      changes: [edited('commitment', before, input)],
      raisesVersion: true,
    },
  );
}

export function removeCommitment(state: State, id: string, context: Context): Decision<{ id: string }> {
  const before = live(state, id);
  if (!before) return refuse(unknownCommitment);
  return decided(
    { id },
    {
      type: 'commitment.removed',
      summary: `removed the commitment ${cut(before.title, 80)}`,
      changes: [edited('commitment', before, { removedAt: context.at })],
      raisesVersion: true,
    },
  );
}

function live(state: State, id: string): Commitment | undefined {
  const found = state.tables.commitment.get(id);
  return found && found.removedAt === null ? found : undefined;
}

function problemsOf(fields: CommitmentFields): Problem[] {
  const problems: Problem[] = [];
  if (isBlank(fields.title)) {
    problems.push({ code: 'blank_title', path: '/title', message: 'The title shows nothing.', fix: 'Write a title.' });
  }
  const start = parseInstant(fields.start);
  const end = parseInstant(fields.end);
  for (const [name, value] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (value !== null) continue;
    problems.push({
      code: 'bad_instant',
      path: `/${name}`,
      message: 'That is no RFC 3339 instant.',
      fix: 'Write it like 2026-03-02T09:00:00Z.',
    });
  }
  if (start !== null && end !== null && end <= start) {
    problems.push({
      code: 'end_before_start',
      path: '/end',
      message: 'It ends before it starts.',
      fix: 'Move the end behind the start.',
    });
  }
  return problems;
}
