import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunLogs, Step } from '../../app/ports.ts';
import { openRunLogs } from './run-logs.ts';

let folder: string;
let logs: RunLogs;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidekicks-logs-'));
  logs = openRunLogs(folder);
});
afterEach(async () => {
  await logs.close();
  rmSync(folder, { recursive: true, force: true });
});

function step(text: string): Step {
  return { at: '2026-01-01T00:00:00.000Z', kind: 'note', text };
}

async function textsOf(from: number, limit: number): Promise<readonly string[]> {
  return (await logs.read('run', from, limit)).steps.map(({ text }) => text);
}

function appendNumbers(count: number): void {
  for (let number = 0; number < count; number++) logs.append('run', step(`step ${number}`));
}

it.each([
  [0, 3, ['step 0', 'step 1', 'step 2']],
  [199, 3, ['step 199', 'step 200', 'step 201']],
  [398, 2, ['step 398', 'step 399']],
  [999, 5, ['step 999', 'step 1000']],
  [1001, 5, []],
  [7, 0, []],
])('from step %i on, %i at most', async (from, limit, texts) => {
  appendNumbers(1001);
  expect(await textsOf(from, limit)).toEqual(texts);
  // And by one that reads the file anew.
  logs = openRunLogs(folder);
  expect(await textsOf(from, limit)).toEqual(texts);
  expect((await logs.read('run', from, limit)).total).toBe(1001);
});

it('reads what is there while more comes', async () => {
  appendNumbers(250);
  const reading = logs.read('run', 0, 500);
  appendNumbers(250);
  const { steps, total } = await reading;
  expect(steps).toHaveLength(total);
  expect(await textsOf(499, 5)).toEqual(['step 249']);
});

it('keeps a step whole whatever line its text seems to end', async () => {
  const text = 'one\u2028two\u2029three\rfour\nfive';
  logs.append('run', step(text));
  logs.append('run', step('next'));
  expect(await textsOf(0, 5)).toEqual([text, 'next']);
});

it('leaves a torn line where it is and goes on after it', async () => {
  appendFileSync(join(folder, 'run.jsonl'), `${JSON.stringify(step('whole'))}\n{"at":"2026`);
  logs.append('run', step('next'));
  expect(await textsOf(0, 5)).toEqual(['whole', 'a step that was cut off by a stop', 'next']);
});

it('leaves no file open', async () => {
  appendNumbers(2000);
  await logs.read('run', 0, 1);
  const before = readdirSync('/dev/fd').length;
  for (let at = 0; at < 20; at++) await logs.read('run', 0, 500);
  expect(readdirSync('/dev/fd').length).toBe(before);
});
