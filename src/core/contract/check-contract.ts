/** What a schema cannot say about a contract: who owns which file, and whether the acceptance set is what it names. */
import { pointer } from '../../kit/pointer.ts';
import type { Problem } from '../../kit/result.ts';
import { caseless } from '../../kit/text.ts';
import { checkLimits, isLonger } from './check-limits.ts';
import type { AcceptanceRef, AcceptanceSet, Contract } from './contract.ts';
import { named } from './named.ts';
import { ownedPathFault, pathsOverlap } from './owned-path.ts';
import { type RefFault, refFaults } from './refs.ts';
import { setRevision } from './revision.ts';
import { contractShape } from './shape.ts';

/** What only the app can know. Asked about paths that are valid. */
export interface ContractFacts {
  /** Where the file lies, links resolved, relative to cwd. Null = a link on its way leaves cwd. */
  readonly liesAt: (path: string) => string | null;
  readonly artifactExists: (id: string) => boolean;
  /** The active run that owns the path or one that overlaps it (`pathsOverlap`). */
  readonly ownedElsewhere: (path: string) => string | null;
}

export interface ContractCheck {
  /** Any of them refuses the contract. Paths start at the contract. */
  readonly problems: readonly Problem[];
  /** Named, never refused. */
  readonly unresolvedRefs: readonly UnresolvedCheckRef[];
  /** What `acceptance_set.revision` must be: agents cannot compute it. Null without a set, or when it has no UTF-8 form. */
  readonly setRevision: string | null;
}

export interface UnresolvedCheckRef {
  readonly path: string;
  readonly checkId: string;
  readonly ref: AcceptanceRef;
  readonly faults: readonly RefFault[];
}

export function checkContract(contract: Contract, facts: ContractFacts): ContractCheck {
  const limits = checkLimits(contractShape, contract);
  const readable = !limits.some(({ code }) => code === 'bad_text');
  const set = contract.acceptance_set;
  const revision = set && readable ? setRevision(set) : null;
  const problems = [
    ...limits,
    ...ownedFiles(contract, facts),
    ...artifacts(contract, facts),
    ...(set ? setProblems(set, contract.acceptance, revision) : []),
    ...repeated(contract.verification?.checks ?? [], ['verification', 'checks'], 'duplicate_check_id'),
  ];
  const current = set && revision ? { ...set, revision } : set;
  return { problems, unresolvedRefs: unresolvedRefs(contract, current), setRevision: revision };
}

function ownedFiles({ scope }: Contract, facts: ContractFacts): readonly Problem[] {
  const earlier: string[] = [];
  return scope.owned_files.flatMap((path, place) => {
    const at = pointer('scope', 'owned_files', place);
    const fault = ownedPathFault(path);
    if (fault) return [{ code: 'bad_owned_path', path: at, ...fault }];
    const twin = earlier.find((other) => pathsOverlap(other, path));
    earlier.push(path);
    return [...ownedTwice(path, twin, at), ...ownedAgainst(path, facts, at)];
  });
}

function ownedTwice(path: string, twin: string | undefined, at: string): readonly Problem[] {
  if (twin === undefined) return [];
  const message = `${named(path)} and ${named(twin)} are one file, or one lies inside the other.`;
  return [{ code: 'owned_twice', path: at, message, fix: 'Name each file once.' }];
}

function ownedAgainst(path: string, facts: ContractFacts, at: string): readonly Problem[] {
  const problems: Problem[] = [];
  const place = facts.liesAt(path);
  if (place === null) {
    const message = `${named(path)} leads out of cwd by a link.`;
    const fix = 'Own the file where it lies, or not at all.';
    problems.push({ code: 'owned_path_leaves_cwd', path: at, message, fix });
  } else if (caseless(place) !== caseless(path)) {
    // Two names of one file would be two owners.
    const message = `${named(path)} is reached by a link: it lies at ${named(place)}.`;
    problems.push({ code: 'owned_path_linked', path: at, message, fix: `Own ${named(place)}.` });
  }
  const owner = facts.ownedElsewhere(path);
  if (owner !== null) {
    const message = `${named(path)} is owned by the active run ${owner}.`;
    const fix = `Wait for run ${owner} (tandem_wait), or own other files.`;
    problems.push({ code: 'owned_elsewhere', path: at, message, fix });
  }
  return problems;
}

function artifacts({ artifact_ids }: Contract, { artifactExists }: ContractFacts): readonly Problem[] {
  return artifact_ids.flatMap((id, place) => {
    if (artifactExists(id)) return [];
    const message = `There is no artifact ${named(id)}.`;
    const fix = 'Publish it with tandem_publish_artifact and send the id that it returns.';
    return [{ code: 'unknown_artifact', path: pointer('artifact_ids', place), message, fix }];
  });
}

/** `acceptance` holds at most so many texts of at most so many characters; a larger set could never be repeated there. */
const ACCEPTANCE_ITEMS = 50;
const ACCEPTANCE_CHARACTERS = 2000;

/** A set that must be cut first gets another revision: that it has the wrong one now is no news. */
function setProblems(set: AcceptanceSet, acceptance: readonly string[], revision: string | null): readonly Problem[] {
  const exceeding = exceeds(set.items);
  return exceeding.length > 0
    ? [...exceeding, ...setIds(set)]
    : [...sameAcceptance(set, acceptance), ...setIds(set), ...rightRevision(set, revision)];
}

function sameAcceptance({ items }: AcceptanceSet, acceptance: readonly string[]): readonly Problem[] {
  const code = 'set_differs_from_acceptance';
  const fix = 'Make the texts of acceptance_set repeat acceptance, character by character and in the same order.';
  if (items.length !== acceptance.length) {
    const message = `The set has ${items.length} criteria, acceptance has ${acceptance.length} texts.`;
    return [{ code, path: pointer('acceptance_set', 'items'), message, fix }];
  }
  return items.flatMap(({ id, text }, place) => {
    if (text === acceptance[place]) return [];
    const message = `Criterion ${id} has another text than acceptance ${place + 1}.`;
    return [{ code, path: pointer('acceptance_set', 'items', place, 'text'), message, fix }];
  });
}

function exceeds(items: AcceptanceSet['items']): readonly Problem[] {
  const code = 'set_exceeds_acceptance';
  const path = pointer('acceptance_set', 'items');
  const long = items.flatMap(({ id, text }, place) => {
    if (!isLonger(text, ACCEPTANCE_CHARACTERS)) return [];
    const message = `Criterion ${id} has more than ${ACCEPTANCE_CHARACTERS} characters; acceptance could not repeat it.`;
    const fix = `Use at most ${ACCEPTANCE_CHARACTERS} characters; obligations may hold more.`;
    return [{ code, path: `${path}/${place}/text`, message, fix }];
  });
  if (items.length <= ACCEPTANCE_ITEMS) return long;
  const message = `The set has ${items.length} criteria; acceptance could not repeat more than ${ACCEPTANCE_ITEMS}.`;
  const fix = `Use at most ${ACCEPTANCE_ITEMS} criteria; each may have 100 obligations.`;
  return [{ code, path, message, fix }, ...long];
}

function setIds({ items }: AcceptanceSet): readonly Problem[] {
  const at = ['acceptance_set', 'items'];
  return [
    ...repeated(items, at, 'duplicate_criterion_id'),
    ...items.flatMap(({ obligations }, place) =>
      repeated(obligations, [...at, place, 'obligations'], 'duplicate_obligation_id'),
    ),
  ];
}

function rightRevision(set: AcceptanceSet, revision: string | null): readonly Problem[] {
  if (revision === null || set.revision === revision) return [];
  const message = `The revision of this set is ${revision}.`;
  const fix = `Send ${revision} as acceptance_set.revision and in the acceptance_refs of the checks.`;
  return [{ code: 'wrong_set_revision', path: pointer('acceptance_set', 'revision'), message, fix }];
}

function repeated(
  list: readonly { readonly id: string }[],
  at: readonly (string | number)[],
  code: string,
): readonly Problem[] {
  const seen = new Set<string>();
  return list.flatMap(({ id }, place) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = `${named(id)} is the id of an earlier one.`;
    return [{ code, path: pointer(...at, place, 'id'), message, fix: 'Give each an id of its own.' }];
  });
}

function unresolvedRefs({ verification }: Contract, set: AcceptanceSet | null): readonly UnresolvedCheckRef[] {
  return (verification?.checks ?? []).flatMap((check, place) =>
    check.acceptance_refs.flatMap((ref, refPlace) => {
      const faults = refFaults(set, ref);
      const path = pointer('verification', 'checks', place, 'acceptance_refs', refPlace);
      return faults.length > 0 ? [{ path, checkId: check.id, ref, faults }] : [];
    }),
  );
}
