/** What the workspace page asks for, in the fragment of the address: no log and no server ever sees that. Pure. */

export interface EnrolRequest {
  /** SPKI of the page's key, base64url. */
  readonly publicKey: string;
  /** SHA-256 of the secret of the page's visitor, hex. */
  readonly visitorHash: string | null;
  /** Where the person came from; only ever an address of the workspace. */
  readonly back: string;
}

/** Null when there is no usable request. An address that is not the workspace's own is replaced by its start. */
export function readRequest(hash: string, workspaceUrl: string): EnrolRequest | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const publicKey = fields.get('key') ?? '';
  if (!/^[A-Za-z0-9_-]{80,200}$/.test(publicKey)) return null;
  const visitorHash = fields.get('visitor') ?? '';
  return {
    publicKey,
    visitorHash: /^[0-9a-f]{64}$/.test(visitorHash) ? visitorHash : null,
    back: safeBack(fields.get('back'), workspaceUrl),
  };
}

function safeBack(back: string | null, workspaceUrl: string): string {
  try {
    const url = new URL(back ?? '');
    return url.origin === new URL(workspaceUrl).origin ? url.href : workspaceUrl;
  } catch {
    return workspaceUrl;
  }
}
