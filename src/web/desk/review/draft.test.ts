import { describe, expect, it } from 'vitest';
import {
  blankDraft,
  commentOf,
  fromStored,
  isBlank,
  toStored,
  unsentComments,
  wholePlan,
  withComment,
} from './draft.ts';

describe('a draft', () => {
  it('comes back as it was kept', () => {
    const draft = {
      ...withComment(withComment(blankDraft(2), wholePlan, 'All in all'), 'note', 'Too long'),
      notes: 'Yes',
    };
    expect(fromStored(toStored(draft), 3)).toEqual(draft);
  });

  it('is removed from the server when nothing is left of it', () => {
    expect(toStored(withComment(withComment(blankDraft(2), 'note', 'x'), 'note', ''))).toEqual({});
  });

  it.each(['constructor', '__proto__'])('takes the handle %s for a handle', (handle) => {
    expect(commentOf(blankDraft(1), handle)).toBe('');
    const draft = withComment(blankDraft(1), handle, 'Why?');
    expect(commentOf(fromStored(JSON.parse(JSON.stringify(toStored(draft))), 1), handle)).toBe('Why?');
  });

  it('takes blanks for no comment, so that they hold up no decision', () => {
    const draft = withComment(blankDraft(1), 'note', '  \n');
    expect(unsentComments(draft)).toEqual([]);
    expect(isBlank(draft)).toBe(true);
  });

  it.each([null, [], 'text', { revision: 'x' }, { revision: 9, comments: [1], edit: { subtasks: 3 }, notes: 4 }])(
    'is blank when the stored body makes no sense: %j',
    (body) => {
      expect(fromStored(body, 2)).toEqual(blankDraft(2));
    },
  );
});
