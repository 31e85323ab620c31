/** The name of exactly one candidate in one workspace. What a person approves is this. */
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { Candidate } from './candidate.ts';
import { checkText } from './checks/bad-text.ts';

/**
 * SHA-256 (64 lower-case hex digits) over `sidekicks-plan-v1\n`, the workspace's id and a line feed, and the RFC 8785 form
 * of the candidate without `expectedWorkspaceVersion`: a newer version number makes no other plan. Nothing is filled in
 * and nothing is normalised. Throws on lone surrogates; `evaluate` reports those (`bad_text`) and digests nothing.
 */
export function planDigest(workspaceId: string, candidate: Candidate): string {
  const { expectedWorkspaceVersion: _, ...plan } = candidate;
  const text = canonicalJson(plan);
  // JSON writes a lone surrogate as an escape, and nothing else that way but a backslash of the text itself.
  if (text.includes('\\ud') && checkText(candidate).length > 0) throw new TypeError('a lone surrogate has no digest');
  return sha256(`sidekicks-plan-v1\n${workspaceId}\n${text}`);
}
