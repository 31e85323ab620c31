/** What an agent's entry or a command names and its jail would not show, in the words of app's port. */
import type { Runner } from '../app/runner.ts';
import type { AgentEntry } from '../core/run/agent.ts';
import { baseOf } from './agents/catalogue.ts';
import { notShown, notShownBlind, pathsIn } from './jail/shown.ts';
import { findProgram } from './program.ts';

export const namedAndNotShown: Runner['notShown'] = async (named) =>
  'command' in named ? notShownBlind(pathsIn(named.command), named.caches) : ofEntry(named);

async function ofEntry({ base: id, argv, env, readOnly }: AgentEntry): Promise<readonly string[]> {
  const base = baseOf(id);
  const given = argv.length > 0 || !base?.program ? argv : [base.program];
  const found = base && given.length > 0 ? await findProgram(base, given) : null;
  // Files among the arguments are given without links, and their folders are shown.
  const program = found?.ok ? found.value : { argv: given, folders: [] };
  const paths = [...program.argv, ...Object.values(env)].flatMap(pathsOf);
  return notShown([...new Set(paths)], [...program.folders, ...readOnly]);
}

/** No shell reads an argument: its blanks are its own. */
function pathsOf(word: string): readonly string[] {
  return /^\/[^:,=]*$/.test(word) ? [word] : pathsIn(word);
}
