import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { homePath } from '../daemon/home.ts';
import { readBacklogFolder } from '../daemon/sources.ts';
import { openTerminal } from '../daemon/terminal.ts';
import { counted } from '../kit/text.ts';
import { type Command, mistake } from './command.ts';
import { ask, isTerminal, print, say, sayRefusal } from './terminal.ts';

/** More are counted, and shown when asked for; the whole list is kept with the import and shown at the desk. */
const SHOWN_LOSSES = 20;

type Losses = Awaited<ReturnType<typeof readBacklogFolder>>['losses'];

export const command: Command = {
  usage: 'import backlog-md DIR [--yes] [--all]',
  summary: 'bring in the tasks of a Backlog.md folder',
  options: { yes: { type: 'boolean' }, all: { type: 'boolean' } },
  words: [2, 2],
  async run({ words: [format, dir = ''], flag, text }) {
    if (format !== 'backlog-md') throw mistake(`${format} is not a format that can be read; backlog-md is.`);
    const source = resolve(dir);
    if (!isFolder(source)) throw mistake(`There is no folder ${source}.`);
    const { tasks, losses } = await readBacklogFolder(source);
    print(`${counted(tasks.length, 'task')} in ${source}`);
    const shown = flag('all') ? losses.length : SHOWN_LOSSES;
    report(losses, shown);
    if (tasks.length === 0) return 1;
    if (!flag('yes') && !(await isWanted(losses.slice(shown)))) return 2;
    const client = await openTerminal(homePath(text('home')), say);
    if (!client.ok) return sayRefusal(client.refusal);
    const result = await client.value.call('import_tasks', { format, source, tasks, losses });
    if (!result.ok) return sayRefusal(result.refusal);
    const { status, tasks: count, earlier, deskUrl } = result.value;
    print(
      status === 'accepted'
        ? `${counted(count, 'task')} created.`
        : `${counted(count, 'task waits', 'tasks wait')} for a person: ${deskUrl}`,
    );
    if (earlier > 0) {
      const times = earlier === 1 ? 'once' : `${earlier} times`;
      print(
        `This folder was brought in ${times} before. Nothing is merged: accepted again, its tasks are there twice.`,
      );
    }
    return 0;
  },
};

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function report(losses: Losses, shown: number): void {
  if (losses.length === 0) print('Everything can be kept.');
  else print(`${counted(losses.length, 'thing cannot be kept as it is', 'things cannot be kept as they are')}:`);
  list(losses.slice(0, shown));
  const rest = losses.length - shown;
  if (rest > 0) print(`  and ${rest} more; --all shows all of them`);
}

function list(losses: Losses): void {
  for (const { file, field, message } of losses) {
    const where = [file, field].filter((part) => part !== '').join(' ');
    print(`  ${where === '' ? '' : `${where}: `}${message}`);
  }
}

/** `unseen` = what the report left out; whoever wants to read it first is asked again. */
async function isWanted(unseen: Losses): Promise<boolean> {
  if (!isTerminal()) {
    say('Nothing was brought in. Add --yes to go on.');
    return false;
  }
  const choices = unseen.length > 0 ? '[y/N, a = show all that cannot be kept]' : '[y/N]';
  const answer = (await ask(`Bring them in? ${choices} `))?.trim().toLowerCase() ?? '';
  if (unseen.length > 0 && answer === 'a') {
    list(unseen);
    return isWanted([]);
  }
  if (/^y(es)?$/.test(answer)) return true;
  say('Nothing was brought in.');
  return false;
}
