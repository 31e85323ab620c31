import { describe, expect, it } from 'vitest';
import type { ImportedTask } from '../../../core/workspace/import.ts';
import { groupLosses, treeOf, twinWords } from './report.ts';

function task(sourceId: string, parentSourceId: string | null = null): ImportedTask {
  return {
    sourceId,
    title: sourceId,
    description: '',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    parentSourceId,
    dependsOnSourceIds: [],
    dueDate: null,
    checklist: [],
  };
}

function shape(tasks: readonly ImportedTask[]): readonly string[] {
  return treeOf(tasks).map((branch) => `${'-'.repeat(branch.depth)}${branch.task.sourceId}`);
}

describe('the tree of an import', () => {
  it('puts children below their parents and keeps the order of the source', () => {
    expect(shape([task('b', 'a'), task('a'), task('c'), task('d', 'a'), task('e', 'b')])).toEqual([
      'a',
      '-b',
      '--e',
      '-d',
      'c',
    ]);
  });

  it('shows every task once, also those in a ring and those whose parent is missing', () => {
    expect(shape([task('x', 'y'), task('y', 'x'), task('z', 'gone')])).toEqual(['z', 'x', '-y']);
  });

  it('takes a chain of 20,000 parents', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => task(`t${index}`, index === 0 ? null : `t${index - 1}`));
    expect(treeOf(chain).at(-1)?.depth).toBe(19_999);
  });
});

it('groups losses by field, the most frequent first', () => {
  const loss = (field: string) => ({ file: 'a.md', field, message: 'gone' });
  expect(groupLosses([loss('owner'), loss('milestone'), loss('milestone')]).map(({ field }) => field)).toEqual([
    'milestone',
    'owner',
  ]);
});

describe('twins', () => {
  it('warns of what is there or waits already, and of nothing else', () => {
    expect(twinWords({ accepted: 0, waiting: 0 })).toBe('');
    expect(twinWords({ accepted: 1, waiting: 0 })).toBe(
      'This folder was brought in once before. Nothing is merged: each one that is accepted makes its tasks anew.',
    );
    expect(twinWords({ accepted: 2, waiting: 1 })).toContain(
      '2 times before. 1 other import of this folder waits, too.',
    );
  });
});
