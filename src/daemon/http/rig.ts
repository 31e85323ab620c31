/** A daemon's edges over a real store on free ports, in this process, for the tests beside. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import { openApp } from '../../app/open.ts';
import { randomSecret, secretHash } from '../../app/secrets.ts';
import { type Client, createClient } from '../../client/client.ts';
import { makePersonKey, type Signer, signerOf } from '../../client/credential.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { visitorSecret } from '../auth/visitor-secret.ts';
import type { Log } from '../log.ts';
import { type Edges, openEdges } from './edges.ts';
import { createOriginServers, type OriginServers } from './server.ts';

export interface Rig {
  readonly app: App;
  readonly edges: Edges;
  readonly urls: { readonly workspace: string; readonly desk: string };
  readonly homeSecret: Buffer;
  readonly faults: unknown[];
  readonly stops: () => number;
  /** Milliseconds added to the clock. */
  forward(ms: number): void;
  /** Pairs the first browser; answers its signer. */
  pair(): Promise<Signer>;
  /** Another browser of the same person. */
  pairMore(): Promise<Signer>;
  desk(signer: Signer): Client;
  /** An enrolled token's secret, or a visitor's. */
  token(kind: 'agent' | 'visitor' | 'terminal', label?: string): Promise<string>;
  close(): Promise<void>;
}

export async function openRig(options: { readonly empty?: boolean; readonly pages?: string } = {}): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'sidekicks-edge-'));
  let offset = 0;
  let stops = 0;
  const clock = { now: () => Date.now() + offset };
  const store = await openSqliteStore({ file: join(folder, 'sidekicks.db') });
  const servers = { workspace: createOriginServers(), desk: createOriginServers() };
  const urls = { workspace: await listen(servers.workspace), desk: await listen(servers.desk) };
  const app = await openApp({
    store,
    clock,
    urls: { workspaceUrl: urls.workspace, deskUrl: urls.desk },
    playbooks: null,
    zone: 'UTC',
    ...(options.empty !== undefined && { empty: options.empty }),
  });
  const homeSecret = Buffer.alloc(32, 7);
  const faults: unknown[] = [];
  const log: Log = { info: () => undefined, fault: (_what, error) => faults.push(error) };
  const edges = openEdges({
    app,
    clock,
    log,
    version: '1.2.3',
    home: { path: folder, blobs: join(folder, 'blobs'), secret: () => homeSecret },
    urls,
    servers,
    pages: (origin) => join(options.pages ?? folder, origin),
    requestStop: () => stops++,
  });
  return {
    app,
    edges,
    urls,
    homeSecret,
    faults,
    stops: () => stops,
    forward: (ms) => {
      offset += ms;
    },
    ...peopleOf(app, urls, homeSecret),
    async close() {
      await edges.close();
      await app.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** "200 ok", or the status and the code of the refusal. */
export async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { readonly error?: { readonly code: string } };
  return `${response.status} ${body.error?.code ?? 'ok'}`;
}

/** Everybody who may come in. */
function peopleOf(app: App, urls: Rig['urls'], homeSecret: Buffer): Pick<Rig, 'pair' | 'pairMore' | 'desk' | 'token'> {
  return {
    async pair() {
      const key = await makePersonKey();
      const { code } = app.credentials.pairing.open({ who: 'first' });
      const body = JSON.stringify({ code, name: 'Ann', label: 'Test browser', publicKey: key.publicKey });
      const response = await fetch(`${urls.desk}/api/pair`, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
      return signerOf(key);
    },
    async pairMore() {
      const key = await makePersonKey();
      const [person] = app.state().tables.person.values();
      const by = { kind: 'desk', id: person?.id ?? '', label: 'Ann', via: 'desk' } as const;
      await app.credentials.pairMore({ personId: by.id, publicKey: key.publicKey, label: 'Another', by });
      return signerOf(key);
    },
    desk: (signer) => createClient({ baseUrl: urls.desk, credential: { kind: 'signer', signer } }),
    async token(kind, label = kind) {
      if (kind === 'visitor') return visitorSecret(homeSecret, app.state().workspace.epoch);
      const secret = randomSecret(kind);
      const made = await app.credentials.enrolToken({ kind, label, secretHash: secretHash(secret), via: 'http' });
      if (!made.ok) throw new Error(made.refusal.message);
      return secret;
    },
  };
}

function listen(servers: OriginServers): Promise<string> {
  const server = servers.make();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://localhost:${(server.address() as AddressInfo).port}`));
  });
}
