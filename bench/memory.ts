/** `RSS <= 150 MB after 10,000 mixed calls`: the calls of the race, from one process of clients. */
import { execFileSync } from 'node:child_process';
import { openBoard } from '../test/race/board.ts';
import { type Racer, race } from '../test/race/clients.ts';
import { startDaemon } from '../test/rigs/daemon.ts';
import { agentClient, makeAgent, ok, pairPerson } from '../test/rigs/people.ts';
import { randomOf } from '../test/rigs/random.ts';
import type { Row } from './report.ts';

const ALLOWED_MB = 150;
const AGENTS = 6;
const PARENTS = 40;

export async function memoryRows(home: string, tasks: number, calls: number): Promise<Row[]> {
  const daemon = await startDaemon(home);
  try {
    const before = residentMb(daemon.pid);
    const person = (await pairPerson(daemon)).at(daemon);
    const parents: string[] = [];
    for (let at = 0; at < PARENTS; at++) {
      parents.push((ok(await person.call('create_task', { title: `Shelf ${at + 1}` })) as { id: string }).id);
    }
    const shared = { board: openBoard(parents), version: 0, commitments: [] };
    const racers: Racer[] = [];
    for (let at = 0; at < AGENTS; at++) {
      const token = await makeAgent(person, `agent ${at + 1}`);
      racers.push(racerOf(shared, { name: token.label, client: agentClient(daemon, token), tokenId: token.id }, at));
    }
    racers.push(racerOf(shared, { name: 'Mara', client: person, tokenId: null }, AGENTS));
    await Promise.all(racers.map((racer) => race(racer, Math.ceil(calls / racers.length))));
    const after = residentMb(daemon.pid);
    return [
      {
        budget: `RSS <= ${ALLOWED_MB} MB after ${calls.toLocaleString('en')} mixed calls`,
        tasks,
        floor: `${before.toFixed(0)} MB when ready`,
        measured: `${after.toFixed(0)} MB`,
        ratio: after / ALLOWED_MB,
      },
    ];
  } finally {
    await daemon.stop();
  }
}

function racerOf(
  shared: Pick<Racer, 'board' | 'version' | 'commitments'>,
  who: Pick<Racer, 'name' | 'client' | 'tokenId'>,
  seed: number,
): Racer {
  return { ...shared, ...who, random: randomOf(seed), tell: (news) => shared.board.take(news), calls: [] };
}

/** Resident set, as every system with `ps` tells it. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
