/** Folders as other programs leave them, and the terminal that brings them in. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome, program } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import type { World } from './world.ts';

export interface Backlogged {
  readonly title: string;
  readonly description?: string;
  /** Further lines of the front matter. */
  readonly more?: readonly string[];
}

/** Offers a Backlog.md folder with these tasks as the terminal does; answers the id of what then waits at the desk. */
export async function bringIn(world: World, tasks: readonly Backlogged[]): Promise<string> {
  const folder = makeHome();
  try {
    const place = join(folder.path, 'backlog/tasks');
    mkdirSync(place, { recursive: true });
    for (const [at, task] of tasks.entries()) writeFileSync(join(place, `task-${at + 1} - x.md`), fileOf(task, at + 1));
    const env = { ...process.env, SIDEKICKS_HOME: world.daemon.home };
    const words = ['import', 'backlog-md', folder.path, '--yes'];
    const { code, stderr } = await run({ command: process.execPath, args: [program], env }, words, '');
    if (code !== 0) throw new Error(`the import ended with ${code}: ${stderr}`);
  } finally {
    await folder.remove();
  }
  const { imports } = ok(await world.person.call('read_imports', {}));
  return imports[0]?.id ?? '';
}

function fileOf({ title, description = 'Green.', more = [] }: Backlogged, number: number): string {
  const head = [`id: task-${number}`, `title: ${JSON.stringify(title)}`, 'status: To Do', ...more];
  return ['---', ...head, '---', '', '## Description', '', description, ''].join('\n');
}

/** A folder that is an Agent Skill and nothing more. */
export function writeSkill(folder: string, name: string, body: readonly string[], description = 'Use it.'): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  const head = ['---', `name: ${name}`, `description: ${JSON.stringify(description)}`, '---', ''];
  writeFileSync(join(path, 'SKILL.md'), [...head, ...body, ''].join('\n'));
  return path;
}
