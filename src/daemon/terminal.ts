/** The terminal's own credential: a token derived from the home secret, enrolled like a bridge's. */
import { type Client, createClient } from '../client/client.ts';
import { done, type Result } from '../kit/result.ts';
import { derivedSecret } from './auth/derived-secret.ts';
import type { Enrolled } from './http/local-routes.ts';
import { askLocal, reachDaemon } from './reach.ts';
import { version } from './version.ts';

const LABEL = 'Terminal';

/** A client for `sidekicks call` and its kin; starts the daemon when there is none, and says so. */
export async function openTerminal(home: string, say?: (line: string) => void): Promise<Result<Client>> {
  const reached = await reachDaemon({ home, start: true, ...(say && { say }) });
  if (!reached.ok) return reached;
  const { address, secret } = reached.value;
  const enrolled = await askLocal<Enrolled>(reached.value, 'enrol', { kind: 'terminal', label: LABEL });
  if (!enrolled.ok) return enrolled;
  const { workspaceId } = enrolled.value;
  const token = derivedSecret(secret, { workspaceId, kind: 'terminal', label: LABEL });
  const headers = { 'x-sidekicks-version': version };
  return done(createClient({ baseUrl: address, credential: { kind: 'bearer', token }, headers }));
}
