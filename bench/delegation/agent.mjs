/**
 * The rig's agent with one more step: `["time_calls", echo server, times]` calls the worker's tools and an echo server in
 * turns, from the same place with the same client, and says the medians as JSON. Publishing is durable, so what it
 * publishes is also written durably, in turns with it, on the same file system.
 */
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { steps } from '../../test/rigs/acp-agent/steps.mjs';

const CHARACTERS = 2000;

/** @param {import('../../test/rigs/acp-agent/steps.mjs').Turn} turn @param {string} server @param {number} times */
steps.time_calls = async (turn, server, times) => {
  const echo = new Client({ name: 'scripted', version: '1' });
  await echo.connect(new StdioClientTransport({ command: process.execPath, args: [server], stderr: 'ignore' }));
  const content = 'x'.repeat(CHARACTERS);
  const { artifact_id } = await turn.call('tandem_publish_artifact', { name: 'read', content });
  /** @type {[string, (at: number) => object][]} */
  const subjects = [
    ['tandem_publish_artifact', (at) => ({ name: 'bench', content: `${at} ${content}` })],
    ['tandem_read_artifact', () => ({ artifact_id })],
    ['tandem_context_read', () => ({})],
  ];
  const measured = [];
  for (const [name, inputOf] of subjects) {
    const size = JSON.stringify(await turn.call(name, inputOf(0))).length;
    const spent = { tool: nothing(), echo: nothing(), durable: nothing() };
    for (let at = 1; at <= times; at++) {
      const input = inputOf(at);
      spent.tool.push(await timed(() => turn.call(name, input)));
      const same = { characters: size, padding: JSON.stringify(input) };
      spent.echo.push(await timed(() => echo.callTool({ name: 'echo', arguments: same })));
      if (name === 'tandem_publish_artifact') spent.durable.push(await timed(() => writeDurably(at, content)));
    }
    const [tool, floor, durable] = [median(spent.tool), median(spent.echo), median(spent.durable)];
    measured.push({ name, size, tool, echo: floor, durable: durable ?? null });
  }
  await echo.close();
  const text = JSON.stringify(measured);
  await turn.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
};

/** @returns {number[]} */
function nothing() {
  return [];
}

/** As a blob is written: a fresh file, its flush, the rename, the folder's flush. @param {number} at @param {string} text */
async function writeDurably(at, text) {
  const folder = join(homedir(), 'durable');
  mkdirSync(folder, { recursive: true });
  const file = await open(join(folder, 'fresh'), 'w');
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(join(folder, 'fresh'), join(folder, String(at)));
  const place = await open(folder, 'r');
  await place.sync();
  await place.close();
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** @param {number[]} values */
function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

await import('../../test/rigs/acp-agent/agent.mjs');
