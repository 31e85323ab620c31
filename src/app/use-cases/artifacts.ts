/** Artifacts and project contexts. */
import { ARTIFACT_BYTES, type MediaType } from '../../core/run/artifact.ts';
import {
  mayReadArtifact,
  type NewArtifact,
  publishArtifact,
  whyNotPublished,
} from '../../core/run/artifact-commands.ts';
import { confirmContext as confirm, publishContext, unknownContext } from '../../core/run/context-commands.ts';
import type { ProjectContext } from '../../core/run/project-context.ts';
import { sha256 } from '../../kit/json.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { isBlank } from '../../kit/text.ts';
import type { Call } from '../app.ts';
import type { Delegation } from '../delegation/delegation.ts';
import { delegationOf } from '../delegation/parts.ts';
import { snapshotHash, snapshotText } from '../delegation/pinned.ts';
import { readInput } from '../delegation/run-input.ts';
import { type Parts, stateOf, type UseCase } from '../parts.ts';
import { inRoom, listPart } from '../views/room.ts';
import { pageOf } from '../views/text-page.ts';

const unknownArtifact: Refusal = {
  code: 'unknown_artifact',
  message: 'No artifact that you may read has that id.',
  next: 'Use an artifact_id of a run of yours, or publish it first.',
};

export const tandemPublishArtifact: UseCase<'tandem_publish_artifact'> = async (parts, call, input) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const bytes = Buffer.from(input.content);
  if (bytes.length > ARTIFACT_BYTES) {
    return refuse({
      code: 'too_large',
      message: `The content has ${bytes.length} bytes; ${ARTIFACT_BYTES} fit.`,
      next: 'Split it into several artifacts.',
    });
  }
  const mediaType: MediaType = input.media_type ?? 'text/markdown';
  if (mediaType === 'application/json' && !isJson(input.content)) {
    return refuse({
      code: 'not_json',
      message: 'The content is no JSON.',
      next: 'Correct it, or publish it as text/plain.',
    });
  }
  if (isBlank(input.name)) {
    return refuse({
      code: 'invalid_input',
      message: 'The name shows nothing.',
      next: 'Give it a name that people can read.',
    });
  }
  const given: NewArtifact = {
    name: input.name,
    mediaType,
    sha256: sha256(bytes),
    bytes: bytes.length,
    characters: [...input.content].length,
    runId: call.author.kind === 'worker' ? call.author.id : null,
  };
  const full = whyNotPublished(stateOf(parts), given, call.author);
  if (full) return refuse(full);
  await delegation.value.blobs.put(bytes);
  const result = await parts.kernel.execute(call.author, (state, context) => publishArtifact(state, given, context));
  if (!result.ok) return result;
  const { id, name, version, bytes: size, characters, provisional } = result.value.value;
  return done({ artifact_id: id, name, version, sha256: given.sha256, bytes: size, characters, provisional });
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const tandemReadArtifact: UseCase<'tandem_read_artifact'> = async (parts, call, input) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const state = stateOf(parts);
  const artifact = state.tables.artifact.get(input.artifact_id);
  const named = await namedFor(parts, call, delegation.value);
  if (!artifact || !mayReadArtifact(state, artifact, readerOf(call), named)) return refuse(unknownArtifact);
  const bytes = await delegation.value.blobs.get(artifact.sha256);
  if (bytes === null) {
    return refuse({
      code: 'artifact_damaged',
      message: 'Its bytes are gone or are not what their name says.',
      next: 'Publish it again; sidekicks verify names the file.',
    });
  }
  const page = pageOf(bytes.toString('utf8'), input.offset ?? 0, { points: input.max_characters });
  const { id, name, version, mediaType, sha256 } = artifact;
  return done({
    artifact_id: id,
    name,
    version,
    media_type: mediaType,
    sha256,
    content: page.text,
    characters: page.total,
    next_offset: page.next,
  });
};

function readerOf({ author }: Call) {
  const kind =
    author.kind === 'worker' ? 'worker' : author.kind === 'desk' || author.kind === 'workspace' ? 'person' : 'token';
  return { kind, id: author.id } as const;
}

/** What a worker's contract names. */
async function namedFor(parts: Parts, call: Call, { blobs }: Delegation): Promise<readonly string[]> {
  const run = call.author.kind === 'worker' ? stateOf(parts).tables.run.get(call.author.id) : undefined;
  const input = run && (await readInput(blobs, run));
  return input?.contract?.artifact_ids ?? [];
}

export const tandemProjectContext: UseCase<'tandem_project_context'> = async (parts, call, input) => {
  const { context } = stateOf(parts).tables;
  if (input.action === 'list')
    return done(
      inRoom({
        contexts: listPart(listed([...context.values()], call.author.id).map(brief), { of: context.size }),
        context: null,
      }),
    );
  if (input.action === 'get') {
    const found = context.get(input.context_id ?? '');
    return found ? done(inRoom({ contexts: [], context: fitting(found) })) : refuse(unknownContext);
  }
  return publish(parts, call, input);
};

const LISTED = 100;

/** The caller's own first, then of each publisher the newest, the second newest, ...: no one pushes the others out. */
function listed(contexts: readonly ProjectContext[], callerId: string): readonly ProjectContext[] {
  const ranks = new Map<string, number>();
  const ranked = contexts.toReversed().map((one) => {
    const rank = ranks.get(one.createdBy) ?? 0;
    ranks.set(one.createdBy, rank + 1);
    return { one, rank: one.createdBy === callerId ? -1 : rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, LISTED)
    .map(({ one }) => one);
}

type ContextInput = Parameters<UseCase<'tandem_project_context'>>[2];

async function publish(parts: Parts, call: Call, input: ContextInput): Promise<Result<unknown>> {
  if (input.name === undefined || isBlank(input.name)) {
    return refuse({
      code: 'invalid_input',
      message: 'A name is needed to publish.',
      next: 'Add name, rules and decisions.',
    });
  }
  const wanted = {
    contextId: input.context_id ?? null,
    expectedRevision: input.expected_revision ?? null,
    name: input.name,
    rules: (input.rules ?? []).map((rule) => ({ ...rule, required: rule.required ?? false })),
    decisions: (input.decisions ?? []).map((one) => ({
      ...one,
      status: one.status ?? ('proposed' as const),
      supersedes: one.supersedes ?? [],
    })),
    hashOf: snapshotHash,
  };
  const result = await parts.kernel.execute(call.author, (state, context) => publishContext(state, wanted, context));
  if (!result.ok) return result;
  const published = result.value.value;
  return done(inRoom({ contexts: [], context: fitting(published) }));
}

function brief({ id, name, revision, hash, rules, decisions }: ProjectContext) {
  return { context_id: id, name, revision, sha256: hash, rules: rules.length, decisions: decisions.length };
}

/** The whole when it is short, else the brief and the way to the rest. */
function fitting(context: ProjectContext) {
  const { rules, decisions } = context;
  const whole = { ...brief(context), rules, decisions };
  return JSON.stringify(whole).length <= 16_000
    ? whole
    : { ...brief(context), rest: 'Read it with tandem_context_read.' };
}

export const tandemContextRead: UseCase<'tandem_context_read'> = async (parts, call, input) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const found = snapshotFor(parts, call, input.context_id);
  const row = stateOf(parts).tables.context.get(found?.contextId ?? '');
  // The newest revision is the row itself; an older one is what a conversation pinned.
  const text =
    row && row.hash === found?.hash
      ? snapshotText(row)
      : (await delegation.value.blobs.get(found?.hash ?? ''))?.toString('utf8');
  if (!found || text === undefined) return refuse(unknownContext);
  const page = pageOf(text, input.offset ?? 0);
  return done({
    context_id: found.contextId,
    revision: found.revision,
    sha256: found.hash,
    content: page.text,
    characters: page.total,
    next_offset: page.next,
  });
};

/** A worker reads what its conversation pinned, whatever was published since. */
function snapshotFor(parts: Parts, { author }: Call, id: string | undefined) {
  const { run, conversation, context } = stateOf(parts).tables;
  if (author.kind === 'worker') {
    const pin = conversation.get(run.get(author.id)?.conversationId ?? '')?.pin ?? null;
    return id === undefined || id === pin?.contextId ? pin : null;
  }
  const found = context.get(id ?? '');
  return found ? { contextId: found.id, revision: found.revision, hash: found.hash } : null;
}

export const confirmContext: UseCase<'confirm_context'> = async (parts, call, input) => {
  const wanted = {
    contextId: input.contextId,
    expectedRevision: input.expectedRevision,
    ids: input.ids,
    required: input.required ?? false,
    hashOf: snapshotHash,
  };
  const result = await parts.kernel.execute(call.author, (state, context) => confirm(state, wanted, context));
  if (!result.ok) return result;
  return done({ seq: result.value.seq, version: result.value.version });
};
