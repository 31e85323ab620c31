/** Artifacts: immutable; the same name by the same maker is the next version; the same bytes again are the same one. */

import { cut } from '../../kit/text.ts';
import { created } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import { artifactKey } from '../state/index-delegation.ts';
import type { State } from '../state/state.ts';
import type { Artifact } from './artifact.ts';

export type NewArtifact = Pick<Artifact, 'name' | 'mediaType' | 'sha256' | 'bytes' | 'characters'> & {
  readonly runId: string | null;
};

export function publishArtifact(state: State, input: NewArtifact, context: Context): Decision<Artifact> {
  const run = input.runId === null ? undefined : state.tables.run.get(input.runId);
  const conversationId = run?.conversationId ?? null;
  const key = artifactKey({ name: input.name, conversationId, createdBy: context.author.id });
  const newest = state.tables.artifact.get(state.index.artifactsNamed.get(key)?.at(-1) ?? '');
  if (newest && newest.sha256 === input.sha256 && newest.mediaType === input.mediaType) return decided(newest);
  const artifact: Artifact = {
    ...input,
    id: context.nextId(),
    version: (newest?.version ?? 0) + 1,
    conversationId,
    createdBy: context.author.id,
    createdAt: context.at,
    provisional: run !== undefined && run.report === null,
  };
  return decided(artifact, {
    type: 'artifact.published',
    summary: `published ${cut(artifact.name, 80)}, version ${artifact.version}`,
    changes: [created('artifact', artifact)],
    raisesVersion: false,
  });
}

/**
 * A token reads what it made and what runs of its own made; a worker what its run made, its contract names and its
 * conversation made; a person everything.
 */
export function mayReadArtifact(
  state: State,
  artifact: Artifact,
  reader: { readonly kind: 'person' | 'token' | 'worker'; readonly id: string },
  named: readonly string[],
): boolean {
  if (reader.kind === 'person') return true;
  if (artifact.createdBy === reader.id) return true;
  const run = artifact.runId === null ? undefined : state.tables.run.get(artifact.runId);
  if (reader.kind === 'token') return run?.startedBy === reader.id;
  const own = state.tables.run.get(reader.id);
  return named.includes(artifact.id) || (own !== undefined && artifact.conversationId === own.conversationId);
}
