import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { treeDigest } from './digest.ts';
import { makeRepository, type Repository } from './git-rig.ts';

let repo: Repository;

beforeEach(() => {
  repo = makeRepository();
});
afterEach(() => repo.remove());

it('of a checkout changes with tracked and untracked bytes, not with ignored ones, and writes nothing', async () => {
  const objects = () => readdirSync(join(repo.checkout, '.git/objects')).toSorted();
  const before = objects();
  const first = await treeDigest(repo.checkout);
  expect(first).toEqual({ kind: 'git', digest: repo.git('rev-parse', 'HEAD^{tree}'), cut: false });
  repo.write('ignored/x', 'x');
  expect(await treeDigest(repo.checkout)).toEqual(first);
  repo.write('untracked', 'x');
  const second = await treeDigest(repo.checkout);
  expect(second.digest).not.toBe(first.digest);
  repo.write('a.txt', 'x');
  expect((await treeDigest(repo.checkout)).digest).not.toBe(second.digest);
  expect(objects()).toEqual(before);
});

it('of a folder inside a checkout covers that folder alone', async () => {
  repo.write('part/b', 'b');
  const part = join(repo.checkout, 'part');
  const first = await treeDigest(part);
  expect(first.kind).toBe('git');
  repo.write('a.txt', 'elsewhere');
  expect(await treeDigest(part)).toEqual(first);
  repo.write('part/b', 'c');
  expect((await treeDigest(part)).digest).not.toBe(first.digest);
});

it('of a plain folder changes with names, contents, modes and links', async () => {
  const folder = join(repo.folder, 'plain');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  writeFileSync(join(folder, 'sub/a'), 'a');
  const seen = new Set<string>();
  const look = async () => {
    const { kind, digest, cut } = await treeDigest(folder);
    expect({ kind, cut }).toEqual({ kind: 'files', cut: false });
    expect(await treeDigest(folder)).toMatchObject({ digest });
    seen.add(digest);
  };
  await look();
  writeFileSync(join(folder, 'sub/a'), 'b');
  await look();
  chmodSync(join(folder, 'sub/a'), 0o755);
  await look();
  symlinkSync('/etc/passwd', join(folder, 'link'));
  await look();
  mkdirSync(join(folder, 'empty'));
  await look();
  expect(seen.size).toBe(5);
  expect(await treeDigest(folder, { bounds: { maxFiles: 2, maxBytes: 100 } })).toMatchObject({ cut: true });
});
