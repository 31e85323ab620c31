import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from './callers.ts';
import { openScene, type Scene } from './workspace.ts';

let scene: Scene;
let folder: string;
beforeEach(async () => {
  scene = await openScene();
  folder = join(await mkdtemp(join(tmpdir(), 'sk-skill-')), 'tidy');
  await mkdir(folder);
});
afterEach(async () => {
  await scene.close();
  await rm(folder, { recursive: true });
});

test('a skill folder says what of it was left out', async () => {
  const boxes = Array.from({ length: 25 }, (_, at) => `- [ ] Shelf ${at + 1} is empty`);
  const head = ['---', 'name: tidy', 'description: How to tidy up.', '---', '', '# Tidy', ''];
  await writeFile(join(folder, 'SKILL.md'), [...head, ...boxes, ''].join('\n'));
  const { sidekickId, yaml, notes } = ok(await scene.person('bring_in_skill', { folder })) as {
    sidekickId: string;
    yaml: string;
    notes: readonly string[];
  };
  expect(sidekickId).toBe('tidy');
  expect(yaml.match(/# Proposed from line/g)).toHaveLength(20);
  expect(notes).toEqual(['5 more checkboxes were left out: a checklist has at most 20 items.']);
});
