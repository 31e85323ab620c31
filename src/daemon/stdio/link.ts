/**
 * The bridge's way to the daemon: found or started by the first call, enrolled once, found again when it is gone. Every
 * tool may be repeated without further effect, so a call that was cut off is simply made again, once.
 */
import { type Client, createClient } from '../../client/client.ts';
import { done, type Result } from '../../kit/result.ts';
import { derivedSecret } from '../auth/derived-secret.ts';
import { hint } from '../hint.ts';
import type { Enrolled } from '../http/local-routes.ts';
import { askLocal, type Reached, reachDaemon } from '../reach.ts';
import { refused } from '../refusals.ts';

export interface LinkOptions {
  readonly home: string;
  readonly label: string;
  readonly version: string;
  /** One line to standard error. */
  readonly say: (line: string) => void;
}

export interface Link {
  call(name: string, input: unknown, signal: AbortSignal): Promise<Result<unknown>>;
}

export function createLink(options: LinkOptions): Link {
  let connection: Promise<Result<Client>> | null = null;

  const connected = () => {
    connection ??= connect(options);
    return connection;
  };

  const callOnce = async (name: string, input: unknown, signal: AbortSignal): Promise<Result<unknown> | 'lost'> => {
    const mine = connected();
    /** Another call may have connected anew meanwhile. */
    const forget = () => {
      if (connection === mine) connection = null;
    };
    try {
      const client = await mine;
      if (!client.ok) {
        forget();
        return client;
      }
      const result = await client.value.callByName(name, input, { signal });
      // A new daemon, or a new home secret: what was enrolled is not known there.
      if (!result.ok && ['unauthenticated', 'version_mismatch'].includes(result.refusal.code)) forget();
      return result;
    } catch (error) {
      forget();
      if (signal.aborted) throw error;
      options.say(`lost the daemon: ${messageOf(error)}`);
      return 'lost';
    }
  };

  return {
    async call(name, input, signal) {
      const first = await callOnce(name, input, signal);
      if (first !== 'lost' && (first.ok || first.refusal.code !== 'unauthenticated')) return first;
      const second = await callOnce(name, input, signal);
      return second === 'lost' ? unreachable('The daemon could not be reached.', options.home) : second;
    },
  };
}

async function connect(options: LinkOptions): Promise<Result<Client>> {
  const { home, label, version, say } = options;
  const reached = await reachDaemon({ home, start: true, say });
  if (!reached.ok) return reached;
  const daemon = reached.value;
  if (daemon.version !== version) {
    return refused('version_mismatch', { message: `This bridge is version ${version}, the daemon ${daemon.version}.` });
  }
  const enrolled = await enrol(daemon, label);
  if (!enrolled.ok) return enrolled;
  say(`connected to ${daemon.url} as ${label}`);
  const token = derivedSecret(daemon.secret, { workspaceId: enrolled.value.workspaceId, kind: 'agent', label });
  const headers = { 'x-sidekicks-version': version };
  return done(createClient({ baseUrl: daemon.address, credential: { kind: 'bearer', token }, headers }));
}

function enrol(daemon: Reached, label: string): Promise<Result<Enrolled>> {
  return askLocal<Enrolled>(daemon, 'enrol', { kind: 'agent', label });
}

function unreachable(message: string, home: string) {
  return refused('internal', { message, next: `Run ${hint('doctor', home)} in a terminal, then call again.` });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
