/** The tools as lists show them: `sidekicks tools --json`, the page "What agents can do here", MCP and WebMCP. */
import type { Operation } from './operation.ts';
import { operations } from './table.ts';

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** All four, from one definition. Nothing here deletes, and nothing reaches beyond the workspace. */
export function annotationsOf(row: Operation): ToolAnnotations {
  return {
    readOnlyHint: row.kind === 'answer',
    destructiveHint: false,
    idempotentHint: row.idempotent,
    openWorldHint: false,
  };
}

export type Surface = 'mcp' | 'webmcp' | 'cli' | 'worker';

function surfacesOf(row: Operation): readonly Surface[] {
  const surfaces: Surface[] = [];
  if (row.tool && row.who.includes('agent')) surfaces.push('mcp');
  if (row.tool && row.who.includes('visitor')) surfaces.push('webmcp');
  if (row.who.includes('terminal')) surfaces.push('cli');
  if (row.tool && row.who.includes('worker')) surfaces.push('worker');
  return surfaces;
}

export function describeTools() {
  return operations
    .filter((row) => row.tool)
    .map((row) => ({
      name: row.name,
      title: row.title,
      kind: row.kind,
      impl: 'imperative' as const,
      description: row.description,
      inputSchema: row.input,
      outputSchema: row.output,
      annotations: annotationsOf(row),
      surfaces: surfacesOf(row),
    }));
}
