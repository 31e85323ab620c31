import { homePath } from '../daemon/home.ts';
import { isLogAhead, verifyHome } from '../daemon/offline.ts';
import { counted } from '../kit/text.ts';
import type { Command } from './command.ts';
import { clockLines } from './greeting.ts';
import { print, printJson, sayRefusal } from './terminal.ts';

export const command: Command = {
  usage: 'verify [--json]',
  summary: 'check the log, every approval and every planned task',
  options: { json: { type: 'boolean' } },
  words: [0, 0],
  async run({ flag, text }) {
    const verified = await verifyHome(homePath(text('home')));
    if (!verified.ok) return sayRefusal(verified.refusal);
    const { problems, counts, notComparable, end } = verified.value;
    if (flag('json')) {
      printJson(verified.value);
      return counts.problems > 0 ? 1 : 0;
    }
    for (const { what, where, message } of problems) print(`${where}: ${what}: ${message}`);
    if (counts.problems > problems.length) print(`and ${counts.problems - problems.length} more`);
    const redacted = counted(notComparable.length, 'thing');
    if (notComparable.length > 0) print(`${redacted} cannot be compared with the log (redacted)`);
    const { events, entities, approvals, plannedTasks, runs } = counts;
    const held = [counted(events, 'event'), counted(entities, 'row'), counted(approvals, 'approval')];
    print([...held, counted(plannedTasks, 'planned task'), counted(runs, 'run')].join(', '));
    print(`The last event is ${end.seq}, of ${end.at}, ${end.hash}.`);
    for (const line of clockLines(isLogAhead(end.at) ? end.at : null)) if (line) print(line);
    print(counts.problems === 0 ? 'All of it holds.' : `${counted(counts.problems, 'problem')}.`);
    return counts.problems > 0 ? 1 : 0;
  },
};
