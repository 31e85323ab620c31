/**
 * Which passes of changed checks a person is asked about: those that would be evidence once they are accepted, and of what
 * is both reported and observed only the observed one.
 */
import type { Contract, Environment } from '../contract/contract.ts';
import type { CheckRun } from './check-run.ts';
import { comparePlace } from './ground.ts';
import { covers, mappingOf, unitKey } from './mapping.ts';
import { scales, speaksBefore, weighed } from './scales.ts';
import { unitsOf } from './units.ts';

interface ShownRun extends CheckRun {
  /** Its end is not known yet: its answer is awaited, before anybody is asked about what it may take the place of. */
  readonly running?: boolean;
}

/** Ids of the check runs whose change is to be accepted: at most one of each check for each place where it is owed. */
export function changesToAccept(runs: readonly ShownRun[], contract: Contract | null): ReadonlySet<string> {
  const owedBy = placesOf(contract);
  const speaking = [...new Set(runs.map(({ checkId }) => checkId))].flatMap((id) => {
    const own = runs.filter(({ checkId }) => checkId === id);
    return (owedBy.get(id) ?? [ANYWHERE]).flatMap((owed) => speakerAt(owed, own) ?? []);
  });
  const waiting = speaking.filter(
    ({ status, changedByRun, changeAccepted }) => status === 'passed' && changedByRun && !changeAccepted,
  );
  return new Set(waiting.map(({ id }) => id));
}

const ANYWHERE: Environment = {};

/** Where something is owed that the check is mapped to, by its id. */
function placesOf(contract: Contract | null): ReadonlyMap<string, readonly Environment[]> {
  const places = new Map<string, Environment[]>();
  if (!contract) return places;
  const { checkIds } = mappingOf(contract, [], covers);
  for (const { criterion_id, obligation_id, environment } of unitsOf(contract)) {
    for (const id of checkIds.get(unitKey(criterion_id, obligation_id)) ?? []) {
      places.set(id, [...(places.get(id) ?? []), environment]);
    }
  }
  return places;
}

/** Weighed as coverage weighs them, as if every change were accepted and every run were about the bytes that are meant. */
function speakerAt(owed: Environment, runs: readonly ShownRun[]): ShownRun | undefined {
  const judged = runs.map((shown) => ({
    shown,
    run: { ...shown, changeAccepted: true },
    current: true,
    bytes: 'same' as const,
    place: comparePlace(owed, shown.environment),
  }));
  const awaited = judged.filter(({ shown, place }) => shown.running && place !== 'elsewhere');
  return [...awaited, ...weighed(judged, scales).passes]
    .map(({ shown }) => shown)
    .reduce<ShownRun | undefined>((one, other) => (one && speaksBefore(one, other) ? one : other), undefined);
}
