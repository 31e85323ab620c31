/**
 * The digest once more, in this browser and from the bytes that the page shows: what a person approves by name is then
 * what stood on the screen, and not only what the daemon says stood there. `core/plan/digest.ts` is the law.
 */
import canonicalize from 'canonicalize';
import type { Candidate } from '../../../core/plan/candidate.ts';

export async function digestHere(workspaceId: string, candidate: Candidate): Promise<string> {
  const { expectedWorkspaceVersion: _, ...plan } = candidate;
  const canonical = (canonicalize as unknown as (value: unknown) => string)(plan);
  const bytes = new TextEncoder().encode(`sidekicks-plan-v1\n${workspaceId}\n${canonical}`);
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
