/** What we publish is what was given: the planning contract holds exactly, and its files are byte for byte the given ones. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import given from '../../contracts/sidekicks.tools.json' with { type: 'json' };
import givenStart from '../../contracts/tandem_start.input.json' with { type: 'json' };
import { tools } from '../../src/daemon/mcp/build.ts';
import { describeTools } from '../../src/protocol/describe.ts';
import { operations, toolsFor } from '../../src/protocol/table.ts';
import { bare } from './schema-walk.ts';

const contracts = join(import.meta.dirname, '../../contracts');

test.each([
  ['sidekicks.tools.json', '81fdcdc05f25f9a9aeac663bb45dcbd35070c1329c6baf0e371d769d059b684f'],
  ['tandem_start.input.json', '6d7461f83fae4884b50e1211d58871bb2d9a1f529e25919695758fee40121b4a'],
])('%s has the bytes that were given', (file, hash) => {
  const bytes = readFileSync(join(contracts, file));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
});

describe.each(given)('$name', ({ name, kind, impl, inputSchema }) => {
  /** As each list says it, after the way through JSON. */
  const published = {
    table: operations.find((row) => row.name === name)?.input,
    mcp: tools.find((tool) => tool.name === name)?.inputSchema,
    description: describeTools().find((tool) => tool.name === name)?.inputSchema,
  };

  test.each(Object.entries(published))('validates what the given schema validates (%s)', (_, schema) => {
    expect(bare(asJson(schema))).toStrictEqual(inputSchema);
  });

  test('is of the given kind', () => {
    const tool = describeTools().find((one) => one.name === name);
    expect(tool).toMatchObject({ kind, impl });
    // An act leaves a trace that people see, so its client may never take it for a mere reading.
    expect(tool?.annotations.readOnlyHint).toBe(kind === 'answer');
  });

  test('is a tool of agents and of visitors', () => {
    for (const caller of ['agent', 'visitor'] as const) {
      expect(toolsFor(caller).map((row) => row.name)).toContain(name);
    }
  });
});

describe('tandem_start', () => {
  const input = bare(givenStart);
  const published = {
    table: operations.find((row) => row.name === 'tandem_start')?.input,
    mcp: tools.find((tool) => tool.name === 'tandem_start')?.inputSchema,
  };

  test.each(Object.entries(published))('validates what the given schema validates (%s)', (_, schema) => {
    expect(bare(asJson(schema))).toStrictEqual(input);
  });

  test('and a bound more would be seen', () => {
    const planted = asJson(published.table) as { properties: { timeout_seconds: { anyOf: { maximum?: number }[] } } };
    const [whole] = planted.properties.timeout_seconds.anyOf;
    if (whole) whole.maximum = 7201;
    expect(bare(planted)).not.toEqual(input);
  });
});

describe('the comparison bites', () => {
  const stage = given.find(({ name }) => name === 'stage_task_plan');
  const published = () => asJson(operations.find((row) => row.name === 'stage_task_plan')?.input) as Planted;

  interface Planted {
    description?: string;
    properties: { subtasks: { items: { properties: Record<string, { maxLength?: number; title?: string }> } } };
  }

  const subtask = (schema: Planted) => schema.properties.subtasks.items.properties;

  test('a title of 121 characters', () => {
    const planted = published();
    subtask(planted).title = { ...subtask(planted).title, maxLength: 121 };
    expect(bare(planted)).not.toEqual(stage?.inputSchema);
  });

  test.each(['title', 'description'])('a property named %s that is missing', (name) => {
    const planted = published();
    delete subtask(planted)[name];
    expect(bare(planted)).not.toEqual(stage?.inputSchema);
  });

  test('words alone change nothing', () => {
    const planted = published();
    planted.description = 'Other words.';
    subtask(planted).title = { ...subtask(planted).title, title: 'The title of a title' };
    expect(bare(planted)).toStrictEqual(stage?.inputSchema);
  });
});

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
