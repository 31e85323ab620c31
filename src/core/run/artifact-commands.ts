/** Artifacts: immutable; the same name by the same maker is the next version; the same bytes again are the same one. */
import { type Refusal, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import type { Author } from '../access/author.ts';
import { created } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import { artifactKey } from '../state/index-delegation.ts';
import type { State } from '../state/state.ts';
import { type Artifact, artifactBounds } from './artifact.ts';

export type NewArtifact = Pick<Artifact, 'name' | 'mediaType' | 'sha256' | 'bytes' | 'characters'> & {
  readonly runId: string | null;
};

export function publishArtifact(state: State, input: NewArtifact, context: Context): Decision<Artifact> {
  const run = input.runId === null ? undefined : state.tables.run.get(input.runId);
  const newest = newestOf(state, input, context.author);
  if (newest && isSame(newest, input)) return decided(newest);
  const full = whyNotPublished(state, input, context.author);
  if (full) return refuse(full);
  const artifact: Artifact = {
    ...input,
    id: context.nextId(),
    version: (newest?.version ?? 0) + 1,
    conversationId: run?.conversationId ?? null,
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

/** Asked before the bytes are kept as well: what is refused leaves nothing. */
export function whyNotPublished(state: State, input: NewArtifact, author: Author): Refusal | null {
  if (author.kind === 'system') return null;
  const newest = newestOf(state, input, author);
  if (newest && isSame(newest, input)) return null;
  const made = (state.index.artifactsBy.get(author.id) ?? []).flatMap((id) => state.tables.artifact.get(id) ?? []);
  const most = artifactBounds[author.kind === 'worker' ? 'worker' : 'token'];
  const bytes = made.reduce((sum, artifact) => sum + artifact.bytes, input.bytes);
  if (made.length < most.count && bytes <= most.bytes) return null;
  const whose = author.kind === 'worker' ? 'The worker of a run' : 'A token';
  return {
    code: 'too_many_artifacts',
    message: `${whose} publishes at most ${most.count} artifacts of ${most.bytes} bytes together; ${made.length} are there.`,
    next:
      author.kind === 'worker'
        ? 'Refer to those that are there, and put the rest into the answer of tandem_finish.'
        : 'Refer to those that are there, or ask a person for another token.',
  };
}

function newestOf(state: State, { name, runId }: NewArtifact, author: Author): Artifact | undefined {
  const conversationId = state.tables.run.get(runId ?? '')?.conversationId ?? null;
  const key = artifactKey({ name, conversationId, createdBy: author.id });
  return state.tables.artifact.get(state.index.artifactsNamed.get(key)?.at(-1) ?? '');
}

function isSame(artifact: Artifact, { sha256, mediaType }: NewArtifact): boolean {
  return artifact.sha256 === sha256 && artifact.mediaType === mediaType;
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
