/**
 * What a jail does not show of what somebody named, in words. A person reads the path at the desk; an agent that of its own
 * check, and of what persons wrote no more than that it is so: where their files lie is none of its business.
 */
import type { AgentEntry } from '../../core/run/agent.ts';
import type { Root } from '../../core/run/root.ts';
import { counted, cut } from '../../kit/text.ts';
import type { Runner } from '../runner.ts';

/** For people; null = it names nothing hidden. */
export async function entryHides(runner: Runner, entry: AgentEntry): Promise<string | null> {
  const where = "among those that the jail shows it, in the agent's entry";
  return words(await runner.notShown(entry), `the entry of ${entry.id} names`, `name its folder ${where}`);
}

/** For people. */
export async function prepareHides(runner: Runner, root: Pick<Root, 'prepare' | 'caches'>): Promise<string | null> {
  const { prepare, caches } = root;
  if (prepare === null) return null;
  const hidden = await runner.notShown({ command: prepare, caches });
  return words(hidden, 'the prepare command names', 'name its folder among the caches of the folder');
}

interface Named {
  readonly entry: AgentEntry | undefined;
  readonly root: Pick<Root, 'prepare' | 'caches'>;
  /** The caller's own words. */
  readonly commands: readonly { readonly id: string; readonly command: string }[];
}

/** For the agent that asks what a start would meet. */
export async function hiddenFromRun(runner: Runner, { entry, root, commands }: Named): Promise<readonly string[]> {
  const ofPersons = [
    entry && (await entryHides(runner, entry)) !== null ? `The entry of ${entry.id}` : null,
    (await prepareHides(runner, root)) !== null ? 'The prepare command of the folder' : null,
  ].flatMap((what) => (what === null ? [] : [`${what} names a path that no jail shows: ${atTheDesk}`]));
  const ofCaller = await Promise.all(
    commands.map(async ({ id, command }) => {
      const hidden = await runner.notShown({ command, caches: root.caches });
      const way = 'leave it out, or ask a person to name its folder among the caches of the folder, at the desk';
      return words(hidden, `the check ${id} names`, way);
    }),
  );
  return [...ofPersons, ...ofCaller.filter((message) => message !== null)];
}

const atTheDesk = 'a person sees it under Delegation at the desk, and has to change it there.';

function words([first, ...others]: readonly string[], named: string, way: string): string | null {
  if (first === undefined) return null;
  const more = others.length > 0 ? ` (and ${counted(others.length, 'other path')})` : '';
  return `The jail does not show ${cut(first, 300)}${more}, which ${named}: ${way}.`;
}
