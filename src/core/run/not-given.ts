/** What a contract that was made of a task lacks. No start needs it; whoever judges the work will. */
import type { Contract } from '../contract/contract.ts';
import type { Mode } from './run.ts';

/** In words, with the way to give it; null = nothing. */
export function notGiven(contract: Contract, mode: Mode): string | null {
  const { acceptance, scope, verification } = contract;
  const checks = mode === 'think' ? null : (verification?.checks ?? []);
  const lacks = [
    acceptance.length === 0 ? 'Nothing says when the task is done: a checklist would.' : null,
    checks?.length === 0
      ? 'It names no checks, so nothing can be observed: a list under a line Checks: in its description gives them, each item a command in backticks, then covers 1, 2 for the lines of the acceptance that it shows.'
      : null,
    checks && checks.length > 0 ? uncovered(contract, checks) : null,
    mode === 'work' && scope.owned_files.length === 0
      ? 'It names no files, so no other run is kept from the same ones: a list under a line Files: in its description gives them.'
      : null,
  ].filter((lack) => lack !== null);
  return lacks.length === 0 ? null : `${lacks.join(' ')} Only a person can edit the task.`;
}

function uncovered(
  { acceptance_set }: Contract,
  checks: readonly { readonly acceptance_refs: readonly { readonly criterion_id: string }[] }[],
): string | null {
  const covered = new Set(checks.flatMap((check) => check.acceptance_refs.map((ref) => ref.criterion_id)));
  const open = (acceptance_set?.items ?? []).flatMap(({ id }, at) => (covered.has(id) ? [] : [at + 1]));
  if (open.length === 0) return null;
  const few = open.length > 20 ? `${open.slice(0, 20).join(', ')} and ${open.length - 20} more` : open.join(', ');
  return `No check covers ${open.length === 1 ? 'line' : 'lines'} ${few} of the acceptance: covers ${open[0]} after a command would.`;
}
