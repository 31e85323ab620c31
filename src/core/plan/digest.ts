/** The name of exactly one candidate in one workspace. What a person approves is this. */
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { Candidate } from './candidate.ts';

/**
 * SHA-256 (64 lower-case hex digits) over `sidekicks-plan-v1\n`, the workspace's id and a line feed, and the RFC 8785 form
 * of the candidate without `expectedWorkspaceVersion`: a newer version number makes no other plan. Nothing is filled in
 * and nothing is normalised. Throws on lone surrogates; `evaluate` reports those (`bad_text`) and digests nothing.
 */
export function planDigest(workspaceId: string, candidate: Candidate): string {
  const { expectedWorkspaceVersion: _, ...plan } = candidate;
  return sha256(`sidekicks-plan-v1\n${workspaceId}\n${canonicalJson(plan)}`);
}
