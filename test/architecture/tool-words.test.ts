/** What a model reads before it calls anything: names, titles, descriptions, annotations, sizes. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tools } from '../../src/daemon/mcp/build.ts';
import { instructions } from '../../src/daemon/mcp/instructions.ts';
import { describeTools } from '../../src/protocol/describe.ts';
import type { Caller } from '../../src/protocol/operation.ts';
import { operations, toolsFor } from '../../src/protocol/table.ts';
import { propertiesIn, stringsIn } from './schema-walk.ts';

const ASCII = /^[\x20-\x7e]*$/;

/** Imperatives that name what a tool does. */
const verbs =
  'Read Select Evaluate Stage Create Withdraw Find Start Continue Wait Answer Cancel List Publish Keep Delegate'.split(
    ' ',
  );

/** The set that plans; the budget of 16,000 characters is its. */
const planning = tools.filter(({ name }) => !/^(tandem_|delegate_)/.test(name));

const callers: readonly Caller[] = [...new Set(operations.flatMap((row) => row.who))];

describe.each(tools)('$name', (tool) => {
  const description = tool.description ?? '';

  test('has a name and a title', () => {
    expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(tool.name.length).toBeLessThanOrEqual(30);
    expect(tool.title).toMatch(/^[A-Z][\x20-\x7e]{3,59}$/);
  });

  test('is described: at most 500 ASCII characters, verb first, a sibling named', () => {
    expect(description.length).toBeLessThanOrEqual(500);
    expect(description).toMatch(ASCII);
    expect(verbs).toContain(description.split(' ')[0]);
    const siblings = tools.filter(({ name }) => name !== tool.name && description.includes(name));
    expect(siblings.length).toBeGreaterThan(0);
  });

  test('says when to use it, what it changes and how it fails', () => {
    expect(description).toMatch(/\bUse it\b/);
    expect(description).toMatch(/\b(changes|creates?|stages|records|stays?|void)\b/i);
    expect(description).toMatch(/\bFails\b/);
  });

  test('describes every property of its input and output', () => {
    const { inputSchema, outputSchema } = tool;
    const silent = [...propertiesIn(inputSchema, '/input'), ...propertiesIn(outputSchema, '/output')].filter(
      ({ schema }) => typeof schema.description !== 'string' || schema.description.length < 3,
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test('has an output schema, four annotations and only ASCII', () => {
    expect(tool.outputSchema).toMatchObject({ type: 'object' });
    expect(Object.values(tool.annotations ?? {}).filter((hint) => typeof hint === 'boolean')).toHaveLength(4);
    // Chromium drops an input schema with a Latin-1 character in it from what outside agents see.
    expect(stringsIn([tool.inputSchema, tool.outputSchema, tool.title]).filter((text) => !ASCII.test(text))).toEqual(
      [],
    );
  });
});

test('every other operation is described in ASCII too', () => {
  for (const { name, title, description } of operations) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(name.length).toBeLessThanOrEqual(30);
    expect(`${title} ${description}`).toMatch(ASCII);
  }
});

test('the planning definitions fit into 16,000 characters, the instructions into 1,500', () => {
  const definitions = planning.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const size = JSON.stringify(definitions).length;
  console.log(`planning definitions: ${size} characters; instructions: ${instructions.length}`);
  expect(size).toBeLessThanOrEqual(16_000);
  expect(instructions.length).toBeLessThan(1_500);
  expect(instructions.replaceAll('\n', '')).toMatch(ASCII);
});

test('the instructions name only tools that exist', () => {
  const named = Array.from(instructions.matchAll(/\b[a-z]+_[a-z_]+\b/g), ([word]) => word);
  const known = new Set([...tools.map(({ name }) => name), 'changes_requested', 'version_conflict', 'stale_plan']);
  expect(named.filter((word) => !known.has(word))).toEqual([]);
  expect(planning.filter(({ name }) => !named.includes(name)).map(({ name }) => name)).toEqual(['withdraw_proposal']);
});

test.each(callers)('the tools of the caller %s hold no verb of the desk', (caller) => {
  /** What only a person does, and whatever sounds like it. */
  const decides =
    /approv|accept|reject|decide|request_ch|review|confirm|grant|allow|pair|enrol|recover|restore|token|key|redact|activat|revoke/;
  expect(toolsFor(caller).filter(({ name }) => decides.test(name))).toEqual([]);
  expect(tools.filter(({ name }) => decides.test(name))).toEqual([]);
});

test('the list of tools has one order and one text', () => {
  expect(tools.map(({ name }) => name)).toEqual(
    describeTools()
      .filter(({ surfaces }) => surfaces.includes('mcp'))
      .map(({ name }) => name),
  );
  expect(tools.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "get_workspace_state",
      "match_sidekicks_to_task",
      "consult_sidekick",
      "evaluate_task_plan",
      "stage_task_plan",
      "commit_task_plan",
      "get_proposal",
      "withdraw_proposal",
      "get_task",
      "search_tasks",
      "tandem_start",
      "tandem_continue",
      "tandem_result",
      "tandem_wait",
      "tandem_reply",
      "tandem_cancel",
      "tandem_list",
      "tandem_scope",
      "tandem_publish_artifact",
      "tandem_read_artifact",
      "tandem_project_context",
      "tandem_context_read",
      "delegate_task",
    ]
  `);
  // Agents cache this text and people vet it: a change has to be meant. Run vitest with -u when it is.
  expect(createHash('sha256').update(JSON.stringify(tools)).digest('hex')).toMatchInlineSnapshot(
    `"4132b064cb725234f4051fe7a32519853f76da65f05043befc1a33d368348f85"`,
  );
});
