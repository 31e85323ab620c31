/**
 * Owns `src/protocol/*.gen.ts`: every operation's schemas, compiled ahead of time, so that no process pays for Ajv at
 * start and no page needs `unsafe-eval`. The generated files never enter git.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

interface Operation {
  readonly name: string;
  readonly input?: object;
  readonly output?: object;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const protocol = join(root, 'src/protocol');

/** Writes `validators.gen.ts` (inputs) and `outputs.gen.ts` (outputs, for tests); answers how many operations there are. */
export async function writeValidators(): Promise<number> {
  const table = join(protocol, 'table.ts');
  if (!existsSync(table)) return 0;
  const { operations } = (await import(pathToFileURL(table).href)) as { operations: readonly Operation[] };
  write('validators.gen.ts', 'inputs', schemasOf(operations, 'input'));
  write('outputs.gen.ts', 'outputs', schemasOf(operations, 'output'));
  return operations.length;
}

function schemasOf(operations: readonly Operation[], side: 'input' | 'output'): ReadonlyMap<string, object> {
  return new Map(operations.flatMap(({ name, [side]: schema }) => (schema ? [[name, schema]] : [])));
}

function write(file: string, exported: string, schemas: ReadonlyMap<string, object>): void {
  const path = join(protocol, file);
  const text = moduleText(exported, schemas);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  // Two test runs may write at once: a reader must see the old file or the new one, never half of one.
  const fresh = `${path}.${process.pid}.tmp`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}

function moduleText(exported: string, schemas: ReadonlyMap<string, object>): string {
  const ajv = new Ajv2020({
    allErrors: true,
    // The given contracts use plain JSON Schema that Ajv's strict mode frowns upon.
    strict: false,
    // Core reads instants with Temporal and refuses with its own words; a format here would answer first and differently.
    validateFormats: false,
    code: { source: true, esm: true, lines: true },
  });
  const names = new Map<string, string>();
  let index = 0;
  for (const [name, schema] of schemas) {
    const id = `v${index++}`;
    ajv.addSchema({ ...schema, $id: id });
    names.set(name, id);
  }
  const code = standalone.default(ajv, Object.fromEntries([...names.values()].map((id) => [id, id])));
  const entries = [...names].map(([name, id]) => `  ${JSON.stringify(name)}: ${id},`).join('\n');
  return `// @ts-nocheck Written by scripts/validators.ts from the table of operations; do not edit.
import type { ErrorObject } from 'ajv';
${importRuntime(code)}
/** Fills \`errors\` with every fault found when it answers false. */
export type Validate = ((data: unknown) => boolean) & { readonly errors?: readonly ErrorObject[] | null };

export const ${exported}: Readonly<Record<string, Validate>> = {
${entries}
};
`;
}

/**
 * Ajv's ESM output still calls `require` for its runtime helpers (unicode length, deep equality): make them imports.
 * They are CommonJS, and Node, Rolldown and Vitest disagree on what the default import of such a module is: take both.
 */
function importRuntime(code: string): string {
  const helpers = new Map<string, string>();
  const body = code
    .replace(/^"use strict";\s*/, '')
    .replace(/^export const (v\d+) = /gm, 'const $1 = ')
    .replace(/require\("(ajv\/dist\/runtime\/\w+)"\)\.default/g, (_, path: string) => {
      const helper = helpers.get(path) ?? `helper${helpers.size}`;
      helpers.set(path, helper);
      return `${helper}.default ?? ${helper}`;
    });
  if (body.includes('require(')) throw new Error('a validator still calls require(): teach importRuntime about it');
  return [...[...helpers].map(([path, helper]) => `import ${helper} from '${path}.js';`), body].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = await writeValidators();
  console.log(count === 0 ? 'no operations yet, no validators' : `validators for ${count} operations`);
}
