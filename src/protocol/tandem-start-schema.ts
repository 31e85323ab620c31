/**
 * The input of `tandem_start`: the given contract, byte for byte, with a description on every property. Only
 * descriptions are added; what validates is the contract's.
 */
import given from '../../contracts/tandem_start.input.json' with { type: 'json' };
import type { JsonSchema } from './operation.ts';

const words: Readonly<Record<string, string>> = {
  '\\S': 'Its value.',
  cwd: 'Absolute folder inside a root that a person gave the workspace.',
  mode: 'think = no project, analyze = read-only project, work = a git worktree of its own.',
  prompt: 'Free words. Exactly one of prompt and contract.',
  contract: 'Structured contract. Exactly one of prompt and contract.',
  acceptance: 'What must hold, one criterion each.',
  items: 'Declared criteria.',
  id: 'Identifier.',
  obligations: 'Declared clauses.',
  environment: 'Exact environment it is owed in.',
  text: 'Words.',
  revision: 'SHA-256 of {set_id, schema_version, items} in RFC 8785 form; preflight returns the right one.',
  schema_version: 'Always 1.',
  set_id: 'Name of the set.',
  artifact_ids: 'Artifacts the worker may read.',
  constraints: 'What must not be done.',
  context: 'What the worker should know.',
  advisory_rule_ids: 'Advisory rules to show in a capsule.',
  decision_ids: 'Decisions to show in a capsule.',
  delivery: 'capsule = named items, full = all. Required rules always.',
  goal: 'What to reach.',
  boundary_paths: 'Paths at the edge of the change.',
  entry_paths: 'Paths to start from.',
  live_path_evidence: 'Claims of live paths; attributed, not proven.',
  requires_shell: 'Needs a shell.',
  requires_write: 'Needs to write.',
  owned_files: 'Relative files that this run alone changes.',
  verification: 'Check ladder; null = none.',
  checks: 'Declared checks.',
  criterion_id: 'Criterion.',
  obligation_id: 'Obligation; null = the criterion.',
  command: 'Exact command; running it needs a grant of its digest.',
  criterion: 'What it checks.',
  estimated_seconds: 'Time it takes.',
  phase: 'Rung of the ladder.',
  boundaries: 'What it did not exercise.',
  digest: 'Digest of the bytes.',
  kind: 'Kind of bytes.',
  preparation_seconds: 'Time to prepare.',
  stage: 'Highest rung selected.',
  execution: 'How to run; null = defaults.',
  model: 'agent/model, or an agent; null = the default of the root.',
  thinking: 'Thinking level; null = of the profile.',
  timeout_seconds: 'Deadline of the run, seconds.',
  preflight: 'true: report what would be admitted and start nothing.',
  review_id: 'Reserved; answered review_unavailable.',
  review_stage: 'Reserved; answered review_unavailable.',
  project_context_id: 'Project context to pin for the conversation.',
  question_timeout_seconds: 'How long a question waits for its answer.',
};

type Node = { readonly [key: string]: unknown };

export const tandemStartSchema: JsonSchema = describe(given as Node) as JsonSchema;

/** `properties` maps hold schemas by name; everything else that is an object is walked as it is. */
function describe(node: Node): Node {
  const entries = Object.entries(node).map(
    ([key, value]) => [key, /^(pattern)?properties$/i.test(key) ? named(value as Node) : walk(value)] as const,
  );
  return Object.fromEntries(entries);
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  return typeof value === 'object' && value !== null ? describe(value as Node) : value;
}

function named(properties: Node): Node {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const described = describe(schema as Node);
    const description = words[name];
    return [
      name,
      'description' in described || description === undefined ? described : { ...described, description },
    ] as const;
  });
  return Object.fromEntries(entries);
}
