/** Did a run change what judges it? Then a pass of its checks satisfies nothing until a person accepts it. */

import { caseless } from '../../kit/text.ts';
import type { Contract } from '../contract/contract.ts';
import { fileNamedBy } from './command-files.ts';
import { judgePathFault } from './judge-path.ts';
import { type Changed, type Names, namesOf } from './links.ts';
import { isManifest } from './manifests.ts';
import type { Root } from './root.ts';
import type { RunResult } from './run.ts';

type Judges = Pick<Root, 'path' | 'testPaths' | 'manifests' | 'prepare'>;

export interface Judged {
  /** Of every check, for people; null = the run did not change it. */
  readonly why: string | null;
  /** The same of one check, by its command. */
  whyOf(command: string | null): string | null;
}

/**
 * What judges every check: the declared test paths and manifests of the root, the manifests that tools know, and what the
 * prepare command names. One check beside: the files that its own command names. All of them by every name that links give
 * what the run changed, and what nobody can say counts as changed. What is declared is relative to the root.
 */
export function judgedBy(changed: Changed | null, root: Judges, repository: string | null): Judged {
  const names = changed === null ? 'What it changed could not be read.' : namesOf(changed);
  if (typeof names === 'string') return { why: names, whyOf: () => names };
  const all = [...names.fileBy.keys()];
  const lost = all.filter((name) => names.fileBy.get(name) === null);
  const named = (command: string | null) => said(names, command === null ? undefined : fileNamedBy(command, all, lost));
  const why = declared(names, root, repository) ?? said(names, all.find(isManifest)) ?? named(root.prepare);
  return { why, whyOf: (command) => why ?? named(command) };
}

/** For the row of a result, which keeps the first of the files only. */
export function judgesChanged(
  { why, whyOf }: Judged,
  contract: Contract | null,
): Required<Pick<RunResult, 'changedJudge' | 'changedChecks'>> {
  const checks = why === null ? (contract?.verification?.checks ?? []) : [];
  return {
    changedJudge: why !== null,
    changedChecks: checks.filter(({ command }) => whyOf(command) !== null).map(({ id }) => id),
  };
}

function declared(names: Names, root: Judges, repository: string | null): string | null {
  const prefix = repository === null ? '' : below(repository, root.path);
  for (const given of [...root.testPaths, ...(root.manifests ?? [])]) {
    // Of an earlier version: what cannot be compared may be anything.
    const fault = names.fileBy.size > 0 && judgePathFault(given);
    if (fault) return `The declared ${given} cannot be watched: it ${fault.says}`;
    const path = clean(prefix === '' ? given : `${prefix}/${clean(given)}`);
    const ends = names.leadsTo(path);
    if (ends.includes(null))
      return `The declared ${given} leads out of the repository or in a circle: nobody can watch it.`;
    const name = [...names.fileBy.keys()].find((each) =>
      [path, ...ends].some((one) => one !== null && isUnder(each, one)),
    );
    if (name !== undefined) return said(names, name);
  }
  return null;
}

function said({ fileBy }: Names, name: string | undefined): string | null {
  if (name === undefined) return null;
  const file = fileBy.get(name) ?? null;
  if (file === null)
    return `The link ${name} leads out of the repository or in a circle: nobody can say what is behind it.`;
  return file === name ? `It changed ${file}.` : `It changed ${file}, which a link shows as ${name}.`;
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
