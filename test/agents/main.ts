/**
 * `npm run agents -- opencode claude codex omp`: real agents, installed outside the project, driven through the product
 * itself against the project's own scripted model. No account, and no network beyond the package registry.
 *
 * A line for each check with its time, a table for the README, and one last line with the sum. An agent that the registry
 * refuses is skipped, with the registry's words; whatever else is missing has failed.
 */

import { logOf } from '../delegation/scene.ts';
import { type RealAgent, realAgents } from './agents.ts';
import { type Check, checks, seconds } from './checks.ts';
import { install } from './install.ts';
import { openWorld, type World } from './world.ts';

interface Row {
  readonly agent: RealAgent;
  readonly version: string;
  /** By the name of the check; a check without an entry was not reached. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

interface Outcome {
  readonly passed: boolean;
  readonly ms: number;
  readonly said: string;
}

await main(process.argv.slice(2));

async function main(wanted: readonly string[]): Promise<void> {
  const names = wanted.length > 0 ? wanted : ['opencode', 'claude'];
  const unknown = names.filter((name) => !realAgents.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`there is no agent ${unknown.join(', ')} here`);
  const rows: Row[] = [];
  for (const agent of realAgents.filter(({ id }) => names.includes(id))) rows.push(await drive(agent));
  console.log(`\n${table(rows)}\n`);
  const outcomes = rows.flatMap((row) => [...row.outcomes.values()]);
  const skipped = rows.filter(({ outcomes: { size } }) => size === 0);
  if (skipped.length > 0) console.log(`${skipped.length} skipped, refused by the registry`);
  const failed = outcomes.filter(({ passed }) => !passed).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

async function drive(agent: RealAgent): Promise<Row> {
  console.log(`\n== ${agent.title}`);
  const outcomes = new Map<string, Outcome>();
  const installed = install(agent.id, agent.packages);
  if (installed.kind === 'refused') {
    console.log(`skipped: the registry refuses ${agent.packages.join(' ')}\n${installed.words}`);
    return { agent, version: 'refused by the registry', outcomes };
  }
  if (installed.kind === 'failed') {
    note(outcomes, 'install', { passed: false, ms: 0, said: installed.words });
    return { agent, version: 'not installed', outcomes };
  }
  console.log(`${agent.packages.join(' ')}${installed.ms > 0 ? `, installed in ${seconds(installed.ms)}` : ''}`);
  let world: World;
  try {
    world = await openWorld(agent, installed.folder);
  } catch (error) {
    note(outcomes, 'set up', { passed: false, ms: 0, said: String(error) });
    return { agent, version: 'not started', outcomes };
  }
  try {
    for (const check of checks) note(outcomes, check.name, await attempt(check, world));
    return { agent, version: versionsOf(agent), outcomes };
  } finally {
    await world.close();
  }
}

async function attempt(check: Check, world: World): Promise<Outcome> {
  const began = performance.now();
  try {
    const said = (await check.run(world)) ?? '';
    return { passed: true, ms: performance.now() - began, said };
  } catch (error) {
    const ms = performance.now() - began;
    const log = world.current === null ? '' : await logOf(world, world.current).catch(String);
    const why = error instanceof Error ? error.message : String(error);
    return { passed: false, ms, said: `${why}\n${log.slice(-6000)}`.trim() };
  }
}

function note(outcomes: Map<string, Outcome>, name: string, outcome: Outcome): void {
  outcomes.set(name, outcome);
  const { passed, ms, said } = outcome;
  console.log(`${passed ? 'pass' : 'FAIL'} ${name}, ${seconds(ms)}${said === '' ? '' : `: ${said}`}`);
}

function versionsOf({ packages }: RealAgent): string {
  return packages.map((wanted) => wanted.replace(/^@[^/]+\//, '').replace('@', ' ')).join(', ');
}

/** An agent is a column: a row of so many cells would not be read. */
function table(rows: readonly Row[]): string {
  const line = (head: string, cellOf: (row: Row) => string) => `| ${[head, ...rows.map(cellOf)].join(' | ')} |`;
  const resultOf = ({ outcomes }: Row, name: string) => {
    const outcome = outcomes.get(name);
    return outcome === undefined ? '-' : `${outcome.passed ? 'pass' : 'FAIL'}, ${seconds(outcome.ms)}`;
  };
  return [
    line('', ({ agent }) => agent.title),
    line('---', () => '---'),
    line('version', ({ version }) => version),
    line('start to first prompt', ({ outcomes }) => /\d+\.\d s/.exec(outcomes.get('think')?.said ?? '')?.[0] ?? '-'),
    ...checks.map(({ name }) => line(name, (row) => resultOf(row, name))),
  ].join('\n');
}
