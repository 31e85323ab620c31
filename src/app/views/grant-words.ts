/** What a grant allows, in words: a person reads these before it counts. */
import type { NewGrant } from '../../core/run/grant-commands.ts';
import { hasEnded } from '../../core/run/run.ts';
import type { State } from '../../core/state/state.ts';
import { counted } from '../../kit/text.ts';

export function grantWords(state: State, grant: NewGrant): string[] {
  const run = grant.runId === null ? undefined : state.tables.run.get(grant.runId);
  return run && hasEnded(run) ? commandWords(grant) : runWords(state, grant);
}

/** For a run that is over no launch is left to allow: only its commands. */
function commandWords({ commandDigests, until, unsandboxed }: NewGrant): string[] {
  const { length } = commandDigests;
  return [
    length === 0
      ? 'It allows nothing: the run has ended, and no command is named.'
      : `Sidekicks may run ${length === 1 ? 'this command' : `these ${length} commands`} on its result; it starts no run.`,
    `Until ${until}.`,
    ...(unsandboxed
      ? [
          `Dangerous: without a working jail ${length === 1 ? 'the command has' : 'the commands have'} the rights of your account.`,
        ]
      : []),
  ];
}

function runWords(state: State, grant: NewGrant): string[] {
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
      ? 'Sidekicks runs no command itself.'
      : `Sidekicks may run ${counted(grant.commandDigests.length, 'command')}, named by digest.`,
    grant.ask
      ? 'Each permission that the agent asks for comes to your inbox.'
      : `Nobody is asked for permissions: ${grant.modes.includes('work') ? 'mode work says yes to edits and commands' : 'the mode says no to edits and commands'}.`,
    ...(grant.openNetwork ? ['Dangerous: the agent may reach any host, and send there what it reads.'] : []),
    ...(grant.unsandboxed ? ['Dangerous: without a working jail the agent has the rights of your account.'] : []),
  ];
}
