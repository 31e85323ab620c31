import { expect, it } from 'vitest';
import { exampleWords } from './example-words.ts';

const task = (id: string, from: string, trashedAt: string | null = null) => ({ id, origin: { from }, trashedAt });
const block = (createdAt: string) => ({ createdAt, removedAt: null });

function told(tasks: readonly object[], commitments: readonly object[], proposals: readonly object[] = []) {
  const state = {
    tasks: new Map(tasks.map((one) => [(one as { id: string }).id, one])),
    commitments,
    proposals,
    workspace: { createdAt: 'begin' },
  };
  return exampleWords(state as unknown as Parameters<typeof exampleWords>[0]);
}

it('counts what goes: neither the trash, nor what others made', () => {
  const tasks = [task('a', 'example'), task('b', 'example'), task('c', 'example', 'gone'), task('d', 'person')];
  const plans = [
    { parentTaskId: 'a', status: 'approved' },
    { parentTaskId: 'a', status: 'rejected' },
    { parentTaskId: 'd', status: 'awaiting_approval' },
  ];
  expect(told(tasks, [block('begin'), block('later'), block('later')], plans)).toEqual({
    goes: '2 tasks go to the trash, 1 commitment is removed and 1 open plan ends.',
    stays: '1 task and 2 commitments that did not come with the example stay.',
  });
});

it('says nothing of what stays where nothing does', () => {
  expect(told([task('a', 'example')], [block('begin')])).toEqual({
    goes: '1 task goes to the trash and 1 commitment is removed.',
    stays: '',
  });
  expect(told([task('d', 'person')], []).stays).toBe('1 task that did not come with the example stays.');
});
