import { expect, test } from 'vitest';
import { changesToAccept } from './changed.ts';
import type { CheckRun } from './check-run.ts';
import { ask } from './fixture/ask.ts';
import { checkOf, contractOf, runOf } from './fixture/sample.ts';

const check = checkOf({ id: 'check-1', to: ['c1'] });
const other = checkOf({ id: 'check-2', to: ['c1'] });
const contract = contractOf([check, other]);

const run = (id: string, { running = false, ...part }: Partial<CheckRun> & { readonly running?: boolean }) => ({
  ...runOf(check, 1, { id, changedByRun: true, environment: null, ...part }),
  running,
});

const ids = (runs: readonly CheckRun[], of: typeof contract | null = contract) => [...changesToAccept(runs, of)].sort();

const reported = run('reported', { source: 'reported', seq: 9 });

test('a check that was reported and observed is accepted once, by what was observed', () => {
  expect(ids([run('observed', {}), reported])).toEqual(['observed']);
  expect(ids([reported, run('observed', {})])).toEqual(['observed']);
  expect(ids([reported])).toEqual(['reported']);
});

test('the newest run of a check speaks for it', () => {
  expect(ids([run('old', {}), run('new', { seq: 2 })])).toEqual(['new']);
  expect(ids([run('old', {}), run('new', { seq: 2, status: 'failed' })])).toEqual([]);
  expect(ids([run('old', {}), run('new', { seq: 2, changeAccepted: true })])).toEqual([]);
  expect(ids([run('observed', { status: 'failed' }), reported])).toEqual([]);
});

test('an observed run that did not come about says nothing; one that is on is awaited', () => {
  expect(ids([run('none', { status: 'not_run' }), reported])).toEqual(['reported']);
  expect(ids([run('on', { status: 'not_run', running: true }), reported])).toEqual([]);
});

test('nothing is asked where the run changed nothing, and each check is asked for by itself', () => {
  expect(ids([run('same', { changedByRun: false }), reported])).toEqual([]);
  expect(ids([run('one', {}), run('two', { checkId: 'check-2' })])).toEqual(['one', 'two']);
});

test('where something is owed in places of their own each is asked for by itself, whatever else was recorded there', () => {
  const runs = [
    run('linux', { environment: { os: 'linux', arch: 'arm' } }),
    run('mac', { source: 'reported', environment: { os: 'mac' } }),
    run('linux too', { source: 'reported', environment: { os: 'linux' } }),
    run('nobody knows', { source: 'reported', seq: 8 }),
  ];
  const owed = (...to: readonly string[]) => contractOf([checkOf({ id: 'check-1', to })]);
  expect(ids(runs, owed('c2/linux', 'c2/mac'))).toEqual(['linux', 'mac']);
  expect(ids(runs, owed('c2/mac'))).toEqual(['mac']);
  expect(ids(runs, owed('c1'))).toEqual(['linux']);
  expect(ids(runs, null)).toEqual(['linux']);
  // Mapped to nothing, it is asked for once.
  expect(ids(runs, owed())).toEqual(['linux']);
});

test('accepting what is asked gives all the evidence that accepting everything would', () => {
  const everywhere = checkOf({ id: 'check-1', to: ['c1', 'c2/linux', 'c2/mac'] });
  const of = contractOf([everywhere]);
  const kinds = (['observed', 'reported'] as const).flatMap((source) =>
    (['passed', 'failed'] as const).flatMap((status) =>
      [{ os: 'linux', arch: 'arm' }, null].map((environment) => ({ source, status, environment })),
    ),
  );
  const eligible = (runs: readonly CheckRun[], accepted: (id: string) => boolean) =>
    ask(
      of,
      runs.map((one) => ({ ...one, changeAccepted: accepted(one.id) })),
    ).units.map((unit) => unit.eligible);
  for (const first of kinds) {
    for (const second of kinds) {
      for (const third of kinds) {
        const runs = [first, second, third].map((kind, at) =>
          runOf(everywhere, at + 1, { ...kind, changedByRun: kind.status === 'passed' }),
        );
        const asked = changesToAccept(runs, of);
        // One for what is owed anywhere, one for Linux; nothing ran on a Mac.
        expect(asked.size).toBeLessThanOrEqual(2);
        expect(eligible(runs, (id) => asked.has(id))).toEqual(eligible(runs, () => true));
      }
    }
  }
});
