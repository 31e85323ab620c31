import { useEffect, useState } from 'react';
import { preparationText } from '../../../core/run/preparation.ts';
import type { Api } from '../../data/api.ts';
import { useApi } from '../../data/use-live.ts';
import type { GrantCommand } from './grant-draft.ts';

/** Runs whose checks are offered for a standing grant. */
const LOOKED = 10;

/** SHA-256 of a command's exact words: what a grant names. */
export async function digestOfCommand(command: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(command));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Place {
  readonly label: string;
  readonly prepare: string | null;
  readonly caches: readonly string[];
}

/** Commands that a standing grant of a folder may want to name: its prepare command, and the checks of its newest runs. */
export function useCommands(place: Place | null): readonly GrantCommand[] {
  const api = useApi();
  const [found, setFound] = useState<readonly GrantCommand[]>([]);
  const label = place?.label ?? null;
  const preparation = place && preparationText(place);
  useEffect(() => {
    let gone = false;
    setFound([]);
    if (label === null) return;
    void readCommands(api, label, preparation).then((commands) => {
      if (!gone) setFound(commands);
    });
    return () => {
      gone = true;
    };
  }, [api, label, preparation]);
  return found;
}

async function readCommands(api: Api, label: string, preparation: string | null): Promise<readonly GrantCommand[]> {
  const found = new Map<string, GrantCommand>();
  const add = (command: GrantCommand) => {
    if (!found.has(command.digest)) found.set(command.digest, command);
  };
  if (preparation !== null) add({ checkId: null, command: preparation, digest: await digestOfCommand(preparation) });
  const answer = await api.call('read_runs', {});
  if (!answer.ok) return [...found.values()];
  const runs = answer.value.runs.filter((run) => run.rootLabel === label && run.kind === 'contract').slice(0, LOOKED);
  const views = await Promise.all(runs.map((run) => api.call('read_run', { runId: run.id })));
  for (const view of views) {
    if (view.ok) for (const command of view.value.commands) add(command);
  }
  return [...found.values()];
}
