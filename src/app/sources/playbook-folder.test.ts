import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PLAYBOOK_FILE_BYTES, readPlaybookFolder, readPlaybookFolders } from './playbook-folder.ts';
import { sampleSkill, sampleYaml } from './sample-playbook.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'playbooks-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function folder(name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const dir = join(home, name);
  await mkdir(dir, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), text);
  return dir;
}

const whole = { 'sidekick.yaml': sampleYaml, 'SKILL.md': sampleSkill };

it('reads a playbook', async () => {
  const source = await readPlaybookFolder(await folder('sample', whole));
  expect(source).toMatchObject({
    kind: 'playbook',
    folder: 'sample',
    texts: { yaml: sampleYaml },
    parsed: { ok: true },
  });
});

it('offers a folder that has only a skill as one that could be brought in', async () => {
  const source = await readPlaybookFolder(await folder('sample', { 'SKILL.md': sampleSkill }));
  expect(source).toEqual({ kind: 'skill', folder: 'sample', skill: sampleSkill });
});

it('names what keeps it from reading a folder', async () => {
  expect(await readPlaybookFolder(join(home, 'nowhere'))).toMatchObject({
    problems: [{ file: 'nowhere', message: 'there is no such folder' }],
  });
  expect(await readPlaybookFolder(await folder('bare', {}))).toMatchObject({
    problems: [{ file: 'bare/SKILL.md', message: 'there is no such file' }],
  });
  const large = await folder('large', { ...whole, 'sidekick.yaml': `#${'x'.repeat(PLAYBOOK_FILE_BYTES)}` });
  expect(await readPlaybookFolder(large)).toMatchObject({
    problems: [{ file: 'large/sidekick.yaml', message: '61441 bytes, at most 61440' }],
  });
  const bytes = await folder('bytes', { ...whole, 'SKILL.md': Uint8Array.of(0xff, 0xfe) });
  expect(await readPlaybookFolder(bytes)).toMatchObject({ problems: [{ message: 'not UTF-8 text' }] });
  const nested = await folder('nested', whole);
  await rm(join(nested, 'SKILL.md'));
  await mkdir(join(nested, 'SKILL.md'));
  expect(await readPlaybookFolder(nested)).toMatchObject({ problems: [{ message: 'not a regular file' }] });
});

it('does not wait for a pipe', async () => {
  const dir = await folder('pipe', { 'SKILL.md': sampleSkill });
  const makePipe = 'mkfifo';
  execFileSync(makePipe, [join(dir, 'sidekick.yaml')]);
  expect(await readPlaybookFolder(dir)).toMatchObject({
    kind: 'unreadable',
    problems: [{ message: 'not a regular file' }],
  });
});

it('follows links inside a folder and none that lead out of it', async () => {
  const inside = await folder('sample', { 'real.yaml': sampleYaml, 'SKILL.md': sampleSkill });
  await symlink('real.yaml', join(inside, 'sidekick.yaml'));
  expect(await readPlaybookFolder(inside)).toMatchObject({ kind: 'playbook', parsed: { ok: true } });
  const outside = await folder('outside', { 'SKILL.md': sampleSkill });
  await symlink(join(inside, 'real.yaml'), join(outside, 'sidekick.yaml'));
  expect(await readPlaybookFolder(outside)).toMatchObject({
    problems: [{ file: 'outside/sidekick.yaml', message: 'a symbolic link out of its folder' }],
  });
});

it('reads every folder by name, and reports a link that leaves', async () => {
  await folder('sample', whole);
  await folder('another', {});
  await folder('.hidden', whole);
  await writeFile(join(home, 'readme.txt'), 'x');
  await symlink(tmpdir(), join(home, 'leaves'));
  const sources = await readPlaybookFolders(home);
  expect(sources.map(({ folder: name, kind }) => `${name} ${kind}`)).toEqual([
    'another unreadable',
    'leaves unreadable',
    'sample playbook',
  ]);
  expect(sources[1]).toMatchObject({ problems: [{ file: 'leaves', message: 'a link out of its folder' }] });
  expect(await readPlaybookFolders(join(home, 'nowhere'))).toEqual([]);
});
