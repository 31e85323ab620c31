/** Turns of the rig's agent through the product, timed. */
import { join } from 'node:path';
import { type Scene, script, settle, start } from '../../test/delegation/scene.ts';
import { root } from '../../test/rigs/daemon.ts';
import { ok } from '../../test/rigs/people.ts';

export interface LogStep {
  readonly at: string;
  readonly kind: string;
  readonly text: string;
}

export async function stepsOf(scene: Scene, runId: string): Promise<readonly LogStep[]> {
  const view = ok(await scene.desk().call('read_run_log', { runId, from: 0, limit: 500 }));
  return (view as { readonly steps: readonly LogStep[] }).steps;
}

let count = 0;

/** Another text each time: the same start by the same token would be the same run. */
export function onceMore(...steps: readonly unknown[]): string {
  count += 1;
  return `Turn ${count}. ${script(...steps)}`;
}

export interface Turn {
  readonly runId: string;
  readonly conversationId: string;
  /** Milliseconds from the call to the agent's first step, which it takes when it has the prompt. */
  readonly first: number;
}

/** `conversationId`: the next turn of it, instead of a conversation of its own. */
export async function timedTurn(scene: Scene, wish: { readonly mode: string } | { readonly conversationId: string }) {
  const prompt = onceMore(['tool'], ['finish']);
  const began = Date.now();
  const started = 'mode' in wish ? await start(scene, prompt, wish) : await next(scene, wish.conversationId, prompt);
  const { task_id: runId, conversation_id: conversationId } = started;
  const { run } = await settle(scene, runId);
  if (run.status !== 'completed') throw new Error(`the run ended ${run.status}: ${run.reason}`);
  const step = (await stepsOf(scene, runId)).find(({ kind }) => kind === 'tool');
  return { runId, conversationId, first: Date.parse(step?.at ?? '') - began } satisfies Turn;
}

async function next(scene: Scene, conversation_id: string, prompt: string) {
  const answer = ok(await scene.agent().call('tandem_continue', { conversation_id, prompt }));
  return answer as { readonly task_id: string; readonly conversation_id: string };
}

/** From now on the scene's agent is another program; the jail shows these folders beside. */
export async function giveAgent(scene: Scene, program: string, folders: readonly string[]): Promise<void> {
  const entry = {
    agentId: 'rig',
    base: 'custom',
    allowed: true,
    argv: [process.execPath, program],
    readOnly: [join(root, 'test/rigs'), join(root, 'node_modules'), ...folders],
  } as const;
  ok(await scene.desk().call('set_agent', entry));
}
