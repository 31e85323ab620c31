import { describe, expect, it } from 'vitest';
import { startBrokenDaemon } from '../rigs/daemon.ts';
import { newSeed } from '../rigs/random.ts';
import { type Call, type Effect, type Frame, faultsOf } from './history.ts';
import { runRace } from './rig.ts';

const CALLS = 2000;

/** Codes that no call of the race may end with: they would be faults, of the daemon or of the rig. */
const never = [
  'internal',
  'invalid_input',
  'unauthenticated',
  'bad_signature',
  'nonce_expired',
  'rate_limited',
  'too_large',
];

it('gives sixteen clients in four processes one chain of versions', async () => {
  const seed = newSeed();
  const { calls, frame, verification } = await runRace({ seed, calls: CALLS });
  const met = committersThatMet(calls);
  const writes = frame.last - frame.first;
  console.log(
    `seed ${seed}: ${calls.length} calls, ${writes} versions, ${frame.committed.size} plans, ${met} contested`,
  );
  expect(
    calls.filter(({ refused }) => never.includes(refused ?? '')),
    `seed ${seed}`,
  ).toEqual([]);
  expect(faultsOf(calls, frame), `seed ${seed}`).toEqual([]);
  expect(verification.problems, `seed ${seed}`).toEqual([]);
  expect(verification.counts.plannedTasks).toBe([...frame.committed.values()].flat().length);
  // A race in which nobody meets anybody shows nothing.
  expect(calls.length).toBeGreaterThanOrEqual(CALLS);
  expect(writes).toBeGreaterThan(100);
  expect(frame.committed.size).toBeGreaterThan(10);
  expect(met).toBeGreaterThan(3);
});

it('finds a store that forgets the exclusive transaction', async () => {
  const seed = newSeed();
  const { calls, frame } = await runRace({ seed, calls: 600, start: (home) => startBrokenDaemon(home, 'forgetful') });
  expect(
    faultsOf(calls, frame).filter((fault) => fault.includes('was made twice')),
    `seed ${seed}`,
  ).not.toEqual([]);
});

/** Plans whose commit was under way from two clients at once. */
function committersThatMet(calls: readonly Call[]): number {
  const spans = calls.flatMap(({ effect, began, ended }) =>
    effect.kind === 'receipt' ? [{ proposalId: effect.proposalId, began, ended }] : [],
  );
  const met = spans.filter((one) =>
    spans.some(
      (other) =>
        one !== other && one.proposalId === other.proposalId && one.began < other.ended && other.began < one.ended,
    ),
  );
  return new Set(met.map(({ proposalId }) => proposalId)).size;
}

describe('the checker', () => {
  const committed = new Map([['p-1', ['t-1', 't-2']]]);
  const frame: Frame = { first: 1, last: 4, committed };
  const receipt = { kind: 'receipt', version: 3, proposalId: 'p-1', taskIds: ['t-1', 't-2'] } as const;
  const history: readonly Call[] = [
    call('a', [0, 10], { kind: 'wrote', version: 2 }),
    call('b', [5, 20], receipt),
    call('c', [12, 22], receipt),
    call('a', [25, 30], { kind: 'read', version: 3 }),
    call('b', [25, 40], { kind: 'wrote', version: 4 }),
  ];

  it('finds nothing in a history that one order explains', () => {
    expect(faultsOf(history, frame)).toEqual([]);
  });

  it.each<[string, Call, RegExp]>([
    ['a version made twice', call('d', [50, 60], { kind: 'wrote', version: 4 }), /version 4 was made twice/],
    ['a version of nobody', call('d', [50, 60], { kind: 'wrote', version: 6 }), /version 5 was made by nobody/],
    [
      'a write that the store does not know',
      call('d', [50, 60], { kind: 'wrote', version: 5 }),
      /up to 5 were acknowledged, 4 is/,
    ],
    ['a read of the past', call('d', [50, 60], { kind: 'read', version: 3 }), /saw version 3 after 4 was acknowledged/],
    ['a read of the future', call('d', [1, 2], { kind: 'read', version: 4 }), /saw version 4 before 3 was asked for/],
    ['two receipts', call('d', [50, 60], { ...receipt, taskIds: ['t-1', 't-9'] }), /p-1 has 2 receipts/],
    [
      'a receipt that the log does not know',
      call('d', [50, 60], { ...receipt, proposalId: 'p-2' }),
      /no such receipt of p-2/,
    ],
  ])('finds %s', (_, added, fault) => {
    expect(faultsOf([...history, added], frame).join('\n')).toMatch(fault);
  });

  it('finds an order against real time, a gap and a silent commit', () => {
    const turned = history.map((one, at) => (at === 4 ? { ...one, began: -20, ended: -10 } : one));
    expect(faultsOf(turned, frame).join('\n')).toMatch(/version 3 began after 4 had ended|version 2 began after 4/);
    expect(faultsOf(history.slice(1), frame).join('\n')).toMatch(/version 2 was made by nobody/);
    const silent = new Map([...committed, ['p-9', ['t-7']]]);
    expect(faultsOf(history, { ...frame, committed: silent }).join('\n')).toMatch(
      /p-9 was committed and nobody was told/,
    );
  });
});

function call(client: string, [began, ended]: readonly [number, number], effect: Effect): Call {
  return { client, operation: 'call', began, ended, refused: null, effect };
}
