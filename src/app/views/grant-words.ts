/** What a grant allows, in words: a person reads these before it counts. */
import type { NewGrant } from '../../core/run/grant-commands.ts';
import type { State } from '../../core/state/state.ts';
import { counted } from '../../kit/text.ts';

export function grantWords(state: State, grant: NewGrant): string[] {
  const root = state.tables.root.get(grant.rootId);
  const runs = counted(grant.maxLaunches, 'run');
  return [
    `Lets ${grant.agentIds.join(', ')} start at most ${runs} in ${root?.path ?? 'a folder that is gone'}${grant.runId === null ? '' : ', for the one run that asked'}.`,
    `Modes: ${grant.modes.join(', ')}.`,
    ...(grant.modes.includes('work')
      ? ['Work changes files, in a git worktree of its own; you apply the result.']
      : []),
    grant.costCeilingUsd === null
      ? 'No cost ceiling.'
      : `Nothing starts once the known cost reaches ${grant.costCeilingUsd} US dollars or a cost is unknown.`,
    `Until ${grant.until}.`,
    grant.commandDigests.length === 0
      ? 'The daemon runs no command by itself.'
      : `The daemon may run ${counted(grant.commandDigests.length, 'command')}, named by digest.`,
    grant.ask
      ? 'Each permission that the agent asks for comes to your inbox.'
      : 'Permissions are answered by the mode.',
    ...(grant.openNetwork ? ['Dangerous: the agent may reach any host, and send there what it reads.'] : []),
    ...(grant.unsandboxed ? ['Dangerous: without a working jail the agent has the rights of your account.'] : []),
  ];
}
