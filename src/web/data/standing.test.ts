import { describe, expect, it } from 'vitest';
import type { Revision } from '../../core/plan/proposal.ts';
import { consultedEdit, rationaleEdit } from './standing.ts';

const revisions = (...given: readonly (readonly [by: 'agent' | 'person', rationale: string, consulted: string])[]) =>
  given.map(
    ([by, rationale, consulted], at) =>
      ({
        number: at + 1,
        editOf: by === 'person' ? at : null,
        candidate: { rationale, consultedSidekickIds: consulted.split(' ').filter(Boolean) },
      }) as unknown as Revision,
  );

describe('who said what a plan says', () => {
  it('is the agent, until a person gives other words', () => {
    expect(rationaleEdit(revisions(['agent', 'Mine.', '']))).toBeNull();
    expect(rationaleEdit(revisions(['agent', 'Mine.', ''], ['person', 'Mine.', 'focus']))).toBeNull();
    expect(rationaleEdit(revisions(['agent', 'Mine.', ''], ['person', 'Ours.', '']))).toMatchObject({ number: 2 });
  });

  it('stays the person where a later revision keeps their words, and ends with other ones', () => {
    const kept = revisions(['agent', 'Mine.', ''], ['person', 'Ours.', ''], ['agent', 'Ours.', '']);
    expect(rationaleEdit(kept)).toMatchObject({ number: 2 });
    const again = revisions(['agent', 'Mine.', ''], ['person', 'Ours.', ''], ['agent', 'Mine.', '']);
    expect(rationaleEdit(again)).toBeNull();
  });

  it('is told of each consulted sidekick by itself', () => {
    const given = revisions(['agent', '', 'focus'], ['person', '', 'focus testing'], ['person', '', 'testing']);
    expect(consultedEdit(given.slice(0, 2), 'focus')).toBeNull();
    expect(consultedEdit(given, 'testing')).toMatchObject({ number: 2 });
    expect(consultedEdit(given, 'focus')).toBeNull();
    expect(consultedEdit([], 'focus')).toBeNull();
  });
});
