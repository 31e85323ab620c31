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

it('no leftover of a worktree or of a tree of a check stays because it is closed', async () => {
  expect(await unprivileged('leftovers')).toEqual({ removed: 'done', left: ['checkout'] });
});

it('a check that closes what it leaves is observed all the same, and its folders go, also at the next start', async () => {
  expect(await unprivileged('check')).toEqual({ status: 'failed', exitCode: 1, left: [], swept: ['c-1'] });
});
