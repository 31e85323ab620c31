/**
 * A worker's tool call over shim, socket and MCP, beside an echo server of the same SDK that the same agent calls in turns
 * with it, inside the same jail. Publishing is durable, so the same bytes written durably stand beside it.
 */
import { join } from 'node:path';
import { grant, openScene, type Scene, settle, start } from '../../test/delegation/scene.ts';
import { root } from '../../test/rigs/daemon.ts';
import { ok } from '../../test/rigs/people.ts';
import { ms } from '../numbers.ts';
import type { Row } from '../report.ts';
import { echoServer } from './bare-agent.ts';
import { times } from './launch.ts';
import { giveAgent, onceMore, stepsOf } from './turns.ts';

interface Measured {
  readonly name: string;
  readonly size: number;
  readonly tool: number;
  readonly echo: number;
  /** Null = it writes nothing. */
  readonly durable: number | null;
}

export async function callRows(calls: number): Promise<Row[]> {
  const scene = await openScene();
  try {
    await giveAgent(scene, join(root, 'bench/delegation/agent.mjs'), [join(root, 'bench/delegation')]);
    await grant(scene);
    const prompt = onceMore(['time_calls', echoServer, calls], ['finish']);
    const { task_id } = await start(scene, prompt, { project_context_id: await contextOf(scene) });
    const { run } = await settle(scene, task_id);
    const said = (await stepsOf(scene, task_id)).filter(({ kind }) => kind === 'message').map(({ text }) => text);
    if (run.status !== 'completed') throw new Error(`the calls ended ${run.status}: ${run.reason} ${said.join('')}`);
    const [measured = '[]'] = /\[.*?\]/s.exec(said.join('')) ?? [];
    return (JSON.parse(measured) as readonly Measured[]).map(rowOf);
  } finally {
    await scene.close();
  }
}

function rowOf({ name, size, tool, echo, durable }: Measured): Row {
  return {
    budget: `${name} of a worker over shim and socket, ${size.toLocaleString('en')} characters`,
    tasks: null,
    floor: `${ms(echo)} echo${durable === null ? '' : `, ${ms(durable)} its bytes written durably`}`,
    measured: `${ms(tool)}, ${times(tool / echo)} echo, ${ms(tool - echo)} more`,
    ratio: null,
  };
}

async function contextOf(scene: Scene): Promise<string> {
  const rules = Array.from({ length: 20 }, (_, at) => ({
    id: `rule-${at}`,
    text: `Keep the shelf in order, part ${at}: nothing is put down where the next one stumbles over it.`,
    source: 'the house rules',
  }));
  const wish = { action: 'publish', name: 'House', rules } as const;
  const { context } = ok(await scene.agent().call('tandem_project_context', wish)) as unknown as {
    readonly context: { readonly context_id?: string; readonly id?: string };
  };
  return context.context_id ?? context.id ?? '';
}
