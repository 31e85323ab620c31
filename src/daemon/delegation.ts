/** Wires what carries runs out: the runner, the bytes and the logs of the home, and the worker's tools. */
import { join } from 'node:path';
import type { App } from '../app/app.ts';
import type { OpenDelegation } from '../app/delegation/open.ts';
import { openRunner } from '../runner/runner.ts';
import { openBlobs } from '../store/files/blobs.ts';
import { openRunLogs } from '../store/files/run-logs.ts';
import type { Home } from './home/folder.ts';
import type { Log } from './log.ts';
import { serveWorker } from './mcp/worker.ts';
import { version } from './version.ts';

export async function openDelegationParts(home: Home, log: Log, app: () => App | null): Promise<OpenDelegation> {
  const onFault = (error: unknown) => log.fault('worker', error);
  const runner = await openRunner({
    stateDir: home.path,
    runtimeDir: join(home.path, 'runs'),
    serveWorker: (conversationId, stream) => serveWorker({ version, app, onFault }, conversationId, stream),
    log: (message, facts) => log.info(facts ? `${message} ${JSON.stringify(facts)}` : message),
  });
  return {
    runner,
    blobs: openBlobs(home.blobs),
    logs: openRunLogs(join(home.path, 'run-logs')),
    stateFolder: home.path,
    log: (message) => log.info(message),
  };
}
