/** What a model reads before its first call: the definitions of the tools. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planningTools } from '../src/protocol/planning-tools.ts';
import { toolsFor } from '../src/protocol/table.ts';
import { root } from '../test/rigs/daemon.ts';
import { characters } from './numbers.ts';
import type { Row } from './report.ts';

const ALLOWED = 16_000;

export function sizeRows(): Row[] {
  const text = readFileSync(join(root, 'contracts/sidekicks.tools.json'), 'utf8');
  const given = new Set((JSON.parse(text) as { readonly name: string }[]).map(({ name }) => name));
  const tools = toolsFor('agent');
  return [
    row('the planning tools', Object.values(planningTools)),
    row(
      'the six given ones',
      tools.filter(({ name }) => given.has(name)),
    ),
  ];
}

function row(which: string, tools: ReturnType<typeof toolsFor>): Row {
  const size = tools.reduce(
    (sum, { name, description, input }) => sum + name.length + description.length + JSON.stringify(input).length,
    0,
  );
  return {
    budget: `name, description, input schema of ${which} <= ${characters(ALLOWED)}`,
    tasks: null,
    floor: '',
    measured: `${characters(size)}, ${tools.length} tools`,
    ratio: size / ALLOWED,
  };
}
