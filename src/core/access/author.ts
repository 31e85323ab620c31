/** Who did something. Always made from the credential of the request, never from its content. */
export type PrincipalKind = 'desk' | 'workspace' | 'terminal' | 'agent' | 'visitor' | 'worker' | 'system';

/**
 * `desk` and `workspace` are a person's two keys; `terminal`, `agent` and `visitor` are tokens; `worker` is the
 * peer of one run, dead when the run ends; `system` is the daemon itself (the example, a clock).
 */
export interface Author {
  readonly kind: PrincipalKind;
  /** The person's id (desk, workspace), the token's id (terminal, agent, visitor), the run's id (worker), or 'system'. */
  readonly id: string;
  /** Name for people: the person's name or the token's label. */
  readonly label: string;
  /** The key that signed (desk, workspace). */
  readonly keyId?: string;
  /** How it came in. */
  readonly via: 'desk' | 'page' | 'mcp-http' | 'mcp-stdio' | 'http' | 'webmcp' | 'cli' | 'worker' | 'daemon';
}

export function isPerson(author: Author): boolean {
  return author.kind === 'desk' || author.kind === 'workspace';
}

export const systemAuthor: Author = { kind: 'system', id: 'system', label: 'Sidekicks', via: 'daemon' };
