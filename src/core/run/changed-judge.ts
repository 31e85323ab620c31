/** Did a run change what judges it? Then a pass of its checks satisfies nothing until a person accepts it. */
import type { Contract } from '../contract/contract.ts';
import { caseless } from '../contract/owned-path.ts';
import { namesOneOf } from './command-files.ts';
import { judgePathFault } from './judge-path.ts';
import { isManifest } from './manifests.ts';
import type { Root } from './root.ts';
import type { RunResult } from './run.ts';

type Judges = Pick<Root, 'path' | 'testPaths' | 'manifests' | 'prepare'>;

/**
 * Of every check: the declared test paths and manifests of the root, the manifests that tools know, and what the prepare
 * command names. `files` are relative to the repository's top; what is declared is relative to the root.
 */
export function changedItsJudge(files: readonly string[], root: Judges, repository: string | null): boolean {
  const prefix = repository === null ? '' : below(repository, root.path);
  const declared = [...root.testPaths, ...(root.manifests ?? [])];
  const judges = declared.map((path) => clean(prefix === '' ? path : `${prefix}/${clean(path)}`));
  // Of an earlier version: what cannot be compared may be anything.
  if (files.length > 0 && declared.some((path) => judgePathFault(path) !== null)) return true;
  const changed = files.some((file) => isManifest(file) || judges.some((path) => isUnder(file, path)));
  return changed || (root.prepare !== null && namesOneOf(root.prepare, files));
}

/** Of one check beside: the files that its own command names. */
export function changedCheck(files: readonly string[], command: string | null): boolean {
  return command !== null && namesOneOf(command, files);
}

/** Both, of all files that a run changed: its row keeps the first of them only. */
export function judgesChanged(
  files: readonly string[],
  root: Judges,
  repository: string | null,
  contract: Contract | null,
): Required<Pick<RunResult, 'changedJudge' | 'changedChecks'>> {
  const checks = contract?.verification?.checks ?? [];
  return {
    changedJudge: changedItsJudge(files, root, repository),
    changedChecks: checks.filter(({ command }) => changedCheck(files, command)).map(({ id }) => id),
  };
}

/** The folder's path within the repository; '' = its top. Both are absolute, links resolved. */
export function below(repository: string, folder: string): string {
  return folder.startsWith(`${repository}/`) ? folder.slice(repository.length + 1) : '';
}

function clean(path: string): string {
  return path.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
}

/** The root itself, as `.`, holds everything. */
function isUnder(file: string, path: string): boolean {
  const [one, other] = [caseless(file), caseless(path)];
  return other === '' || other === '.' || one === other || one.startsWith(`${other}/`);
}
