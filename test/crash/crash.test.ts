import { describe, expect, it } from 'vitest';
import type { EventHeader, StoredEvent } from '../../src/core/state/event.ts';
import { startBrokenDaemon } from '../rigs/daemon.ts';
import { newSeed } from '../rigs/random.ts';
import { type Acknowledged, type Found, faultsOf, faultsOfLoad } from './history.ts';
import { crash } from './rig.ts';

const FOR_MS = 15_000;

it('loses, tears and doubles nothing when it is killed under load', async () => {
  const seed = newSeed();
  const { faults, kills, killsAtStart, writes, commits, imports } = await crash({ seed, forMs: FOR_MS });
  const load = `${writes} acknowledged writes, ${commits} commits, ${imports} imports`;
  console.log(`seed ${seed}: ${kills} + ${killsAtStart} kills, ${load}`);
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(imports, `seed ${seed}`).toBeGreaterThan(0);
});

it('finds a store that acknowledges before its transaction', async () => {
  const seed = newSeed();
  const { faults } = await crash({ seed, forMs: FOR_MS, start: (home) => startBrokenDaemon(home, 'hasty') });
  expect(
    faults.filter((fault) => fault.startsWith('lost: ')),
    `seed ${seed}`,
  ).not.toEqual([]);
});

describe('the comparison', () => {
  const acknowledged: readonly Acknowledged[] = [
    { what: 'created', version: 2, taskId: 't-1', title: 'Shelf' },
    { what: 'edited', version: 3, taskId: 't-1', title: 'Shelf, painted' },
    { what: 'committed', version: 4, proposalId: 'p-1', subtasks: 2, taskIds: ['t-2', 't-3'] },
    { what: 'imported', version: 5, importId: 'i-1', tasks: 2 },
  ];

  it('finds nothing where everything is', () => {
    expect(faultsOf(acknowledged, found())).toEqual([]);
  });

  it.each<[string, (found: Doctored) => void, string]>([
    ['a lost task of a plan', ({ tasks }) => tasks.delete('t-3'), 'lost: task t-3 of p-1'],
    ['a lost write', ({ events }) => events.splice(1, 1), 'lost: version 3, edited task:t-1'],
    [
      'a doubled commit',
      ({ events }) => events.push(event(6, 'proposal.committed', 'proposal:p-1')),
      'p-1 was committed 2 times',
    ],
    [
      'another receipt',
      ({ proposals }) => proposals.set('p-1', proposal(['t-2', 't-9'])),
      'the receipt of p-1 is not the one acknowledged',
    ],
    [
      'tasks without a receipt',
      ({ proposals }) => proposals.set('p-1', { receipt: null }),
      'p-1 has 2 tasks, its receipt 0',
    ],
    ['a task of a plan too many', ({ tasks }) => tasks.set('t-4', planned), 'p-1 has 3 tasks, its receipt 2'],
    ['a lost task of an import', ({ tasks }) => tasks.delete('t-6'), 'the import i-1, accepted, has 1 of 2 tasks'],
    ['a lost import', ({ imports }) => imports.delete('i-1'), 'lost: the import i-1 is gone'],
    ['the write of an import', ({ events }) => events.pop(), 'lost: version 5, imported import:i-1'],
    [
      'an import that nobody let in',
      ({ imports }) => imports.set('i-1', { ...brought, status: 'rejected' }),
      'the import i-1, rejected, has 2 of 2 tasks',
    ],
    [
      'an import that no start ended',
      ({ imports, tasks }) => {
        imports.set('i-1', { ...brought, status: 'accepting' });
        tasks.delete('t-6');
      },
      'the import i-1 was left half-way, at 1 of 2 tasks',
    ],
    [
      'another write at that version',
      ({ events }) => events.splice(1, 1, event(3, 'task.edited', 'task:t-1', 'Ladder')),
      'version 3 is not the write of "Shelf, painted"',
    ],
  ])('finds %s', (_, doctor, fault) => {
    const doctored = found();
    doctor(doctored as unknown as Doctored);
    expect(faultsOf(acknowledged, doctored)).toContain(fault);
  });

  it('finds a version that was given to two', () => {
    const twice: Acknowledged = { what: 'created', version: 3, taskId: 't-7', title: 'Ladder' };
    expect(faultsOf([...acknowledged, twice], found())[0]).toMatch(/^version 3 was acknowledged for /);
  });

  it('finds a rig that kills an idle daemon', () => {
    const round = (writes: number, commits = 1) => ({ writes, commits, imports: 0 });
    expect(faultsOfLoad([])).toEqual(['the daemon was never killed']);
    expect(faultsOfLoad([round(5), round(50, 4)])).toEqual([]);
    // 27 on average, and yet the second killed next to nothing.
    expect(faultsOfLoad([round(50), round(4)])).toEqual(['kill 2 came after 4 acknowledged writes']);
    expect(faultsOfLoad([round(50, 4), round(50, 0)])).toEqual(['kill 2 came before a commit was acknowledged']);
  });
});

interface Doctored {
  readonly events: StoredEvent[];
  readonly tasks: Map<string, unknown>;
  readonly proposals: Map<string, unknown>;
  readonly imports: Map<string, unknown>;
}

const planned = { id: 't-4', origin: { from: 'plan', proposalId: 'p-1' } };

const broughtIn = { origin: { from: 'import', importId: 'i-1' } };
const brought = { id: 'i-1', status: 'accepted', taskCount: 2 };

function found(): Found {
  const tasks = new Map<string, unknown>([
    ['t-1', { id: 't-1', origin: { from: 'person' } }],
    ['t-2', { ...planned, id: 't-2' }],
    ['t-3', { ...planned, id: 't-3' }],
    ['t-5', { ...broughtIn, id: 't-5' }],
    ['t-6', { ...broughtIn, id: 't-6' }],
  ]);
  const doctored: Doctored = {
    events: [
      event(2, 'task.created', 'task:t-1', 'Shelf'),
      event(3, 'task.edited', 'task:t-1', 'Shelf, painted'),
      event(4, 'proposal.committed', 'proposal:p-1'),
      event(5, 'import.accepted', 'import:i-1'),
    ],
    tasks,
    proposals: new Map([['p-1', proposal(['t-2', 't-3'])]]),
    imports: new Map([['i-1', brought]]),
  };
  return doctored as unknown as Found;
}

function proposal(taskIds: readonly string[]) {
  return { receipt: { tasks: taskIds.map((taskId) => ({ taskId })) } };
}

function event(version: number, type: EventHeader['type'], subject: string, title?: string): StoredEvent {
  const changes = title === undefined ? [] : [{ kind: 'task', set: { title } }];
  return { header: { version, type, subjects: [subject] }, payload: { changes } } as unknown as StoredEvent;
}
