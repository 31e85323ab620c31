/** Immutable, versioned material, named by the SHA-256 of its bytes. The bytes are a blob. */
export const mediaTypes = ['text/plain', 'text/markdown', 'application/json', 'text/x-diff'] as const;
export type MediaType = (typeof mediaTypes)[number];

export const ARTIFACT_BYTES = 4 * 1024 * 1024;

/** What one maker may leave behind: nothing takes an artifact away again. What the daemon makes itself is not counted. */
export const artifactBounds = {
  worker: { count: 100, bytes: 64 * 1024 * 1024 },
  token: { count: 1000, bytes: 256 * 1024 * 1024 },
} as const;

export interface Artifact {
  readonly id: string;
  readonly name: string;
  /** 1, 2, ... of the same name by the same maker (a token, or a conversation). */
  readonly version: number;
  readonly mediaType: MediaType;
  readonly sha256: string;
  readonly bytes: number;
  readonly characters: number;
  readonly runId: string | null;
  readonly conversationId: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
  /** True until a report names it: material of a run that never finished. */
  readonly provisional: boolean;
}
