/** A worker may close what it made to the daemon's own user: that hides no work and keeps nothing from being removed. */
import { expect, it } from 'vitest';
import { unprivileged } from './unprivileged-rig.ts';

it('closed folders and files are read all the same, and never lost', async () => {
  expect(await unprivileged('hidden')).toEqual({
    now: 'worktree_unreadable',
    removed: 'worktree_unmerged',
    files: ['closed.txt', 'new/work.txt', 'src/sum.js'],
    bytes: 'important',
  });
});

it('nothing is opened through a link', async () => {
  expect(await unprivileged('link')).toEqual({ made: ['link', 'new/a'], mode: 0 });
});

it("a user's checkout is left closed: ignored it is passed over, else nobody says what it holds", async () => {
  expect(await unprivileged('checkout')).toEqual({ ignored: 'git', read: 'unreadable' });
});
