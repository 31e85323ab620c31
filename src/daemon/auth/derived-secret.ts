/**
 * The secret of a bridge or of the terminal: the same one for the same label, so that it is written nowhere. A new home
 * secret (recover) makes other ones.
 */
import { createHmac } from 'node:crypto';
import { secretOf } from '../../app/secrets.ts';

export function derivedSecret(homeSecret: Uint8Array, parts: DerivedParts): string {
  const text = ['sidekicks-token-v1', parts.workspaceId, parts.kind, parts.label].join('\n');
  return secretOf(parts.kind, createHmac('sha256', homeSecret).update(text).digest('base64url'));
}

interface DerivedParts {
  readonly workspaceId: string;
  readonly kind: 'agent' | 'terminal';
  readonly label: string;
}
