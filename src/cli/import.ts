import { resolve } from 'node:path';
import { homePath } from '../daemon/home.ts';
import { readBacklogFolder } from '../daemon/sources.ts';
import { openTerminal } from '../daemon/terminal.ts';
import { type Command, mistake } from './command.ts';
import { ask, isTerminal, print, say, sayRefusal } from './terminal.ts';

/** More are counted; the whole list is kept with the import and shown at the desk. */
const SHOWN_LOSSES = 20;

export const command: Command = {
  usage: 'import backlog-md DIR [--yes]',
  summary: 'bring in the tasks of a Backlog.md folder',
  options: { yes: { type: 'boolean' } },
  words: [2, 2],
  async run({ words: [format, dir = ''], flag, text }) {
    if (format !== 'backlog-md') throw mistake(`${format} is not a format that can be read; backlog-md is.`);
    const source = resolve(dir);
    const { tasks, losses } = await readBacklogFolder(source);
    print(`${tasks.length} tasks in ${source}`);
    print(losses.length === 0 ? 'Everything can be kept.' : `${losses.length} things cannot be kept as they are:`);
    for (const { file, field, message } of losses.slice(0, SHOWN_LOSSES)) {
      print(`  ${file}${field ? ` ${field}` : ''}: ${message}`);
    }
    if (losses.length > SHOWN_LOSSES) print(`  and ${losses.length - SHOWN_LOSSES} more`);
    if (tasks.length === 0) return 1;
    if (!flag('yes') && !(await isWanted())) return 2;
    const client = await openTerminal(homePath(text('home')));
    if (!client.ok) return sayRefusal(client.refusal);
    const result = await client.value.call('import_tasks', { format, source, tasks, losses });
    if (!result.ok) return sayRefusal(result.refusal);
    const { status, tasks: count, earlier, deskUrl } = result.value;
    print(status === 'accepted' ? `${count} tasks created.` : `${count} tasks wait for a person: ${deskUrl}`);
    if (earlier > 0) {
      const times = earlier === 1 ? 'once' : `${earlier} times`;
      print(
        `This folder was brought in ${times} before. Nothing is merged: accepted again, its tasks are there twice.`,
      );
    }
    return 0;
  },
};

async function isWanted(): Promise<boolean> {
  if (!isTerminal()) {
    say('Nothing was brought in. Add --yes to go on.');
    return false;
  }
  const answer = await ask('Bring them in? [y/N] ');
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
