/** The live feed over real HTTP: resumes without a gap, ends with its credential, never grows without bound. */
import { subscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import type { FeedItem } from '../../protocol/views.ts';
import { openRig, type Rig } from './rig.ts';

let rig: Rig;
let desk: Client;
beforeEach(async () => {
  rig = await openRig();
  desk = rig.desk(await rig.pair());
});
afterEach(async () => {
  await rig.close();
  expect(rig.faults).toEqual([]);
});

async function makeTask(title: string): Promise<void> {
  const made = await desk.call('create_task', { title });
  if (!made.ok) throw new Error(made.refusal.message);
}

/** Items until one fits. */
async function until(feed: AsyncIterator<FeedItem>, fits: (item: FeedItem) => boolean): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  for (let next = await feed.next(); !next.done; next = await feed.next()) {
    items.push(next.value);
    if (fits(next.value)) return items;
  }
  throw new Error(`the feed ended: ${JSON.stringify(items.at(-1))}`);
}

/** Where a page that has just read the workspace goes on. */
function from({ app }: Rig): { readonly after: number; readonly epoch: string } {
  const { seq: after, epoch } = app.state().workspace;
  return { after, epoch };
}

const seqs = (items: readonly FeedItem[]) => items.flatMap((item) => (item.event === 'event' ? [item.seq] : []));

describe('the feed', () => {
  it('gives what is missing and then what happens, in order', async () => {
    const start = from(rig);
    const seq = start.after;
    await makeTask('one');
    const stop = new AbortController();
    const feed = desk.followFeed({ ...start, signal: stop.signal })[Symbol.asyncIterator]();
    expect(seqs(await until(feed, ({ event }) => event === 'event'))).toEqual([seq + 1]);
    await makeTask('two');
    expect(seqs(await until(feed, ({ event }) => event === 'event'))).toEqual([seq + 2]);
    stop.abort();
    expect((await feed.next()).done).toBe(true);
  });

  it('goes on after a lost connection without a gap or a repeat', async () => {
    const { seq } = rig.app.state().workspace;
    const stop = new AbortController();
    const states: string[] = [];
    const options = { ...from(rig), signal: stop.signal, onConnection: (state: string) => states.push(state) };
    const feed = desk.followFeed(options)[Symbol.asyncIterator]();
    await makeTask('one');
    const first = await until(feed, ({ event }) => event === 'event');
    const waiting = until(feed, (item) => item.event === 'event' && item.seq === seq + 3);
    await cutConnections();
    await makeTask('two');
    await makeTask('three');
    expect([...seqs(first), ...seqs(await waiting)]).toEqual([seq + 1, seq + 2, seq + 3]);
    expect(states).toEqual(['live', 'lost', 'live']);
    stop.abort();
  });

  it('ends before the next item once its key is revoked', async () => {
    const signer = await rig.pairMore();
    const other = rig.desk(signer);
    const stop = new AbortController();
    const feed = other.followFeed({ ...from(rig), signal: stop.signal })[Symbol.asyncIterator]();
    await feed.next();
    await desk.call('revoke_key', { keyId: signer.keyId });
    await makeTask('secret');
    const items = await until(feed, ({ event }) => event === 'end');
    expect(items.at(-1)).toEqual({ event: 'end', reason: 'revoked' });
    expect(seqs(items)).toEqual([]);
    expect((await feed.next()).done).toBe(true);
  });

  it('is closed to visitors of the example once a person is there', async () => {
    const fresh = await openRig();
    const token = await fresh.token('visitor');
    const page = createClient({ baseUrl: fresh.urls.workspace, credential: { kind: 'bearer', token } });
    const options = { ...from(fresh), signal: new AbortController().signal };
    const open = page.followFeed(options)[Symbol.asyncIterator]();
    expect((await open.next()).value).toMatchObject({ event: 'hello' });
    await fresh.pair();
    expect((await until(open, ({ event }) => event === 'end')).at(-1)).toEqual({ event: 'end', reason: 'revoked' });
    const url = `${fresh.urls.workspace}/api/feed?after=0`;
    const refused = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(await refused.json()).toMatchObject({ error: { code: 'not_paired' } });
    const late = page.followFeed(options)[Symbol.asyncIterator]();
    expect((await late.next()).value).toEqual({ event: 'end', reason: 'revoked' });
    await fresh.close();
  });

  it('tells a reader from the future, or without a credential, to stop', async () => {
    const stop = new AbortController();
    const ahead = desk.followFeed({ ...from(rig), after: 10_000, signal: stop.signal })[Symbol.asyncIterator]();
    expect((await ahead.next()).value).toEqual({ event: 'end', reason: 'resync' });
    const nobody = createClient({ baseUrl: rig.urls.desk, credential: { kind: 'none' } });
    const refused = nobody.followFeed({ ...from(rig), after: 0, signal: stop.signal })[Symbol.asyncIterator]();
    expect((await refused.next()).value).toEqual({ event: 'end', reason: 'revoked' });
    for (const query of ['', '?after=', '?after=-1', '?after=1.5', '?after=x']) {
      const token = await rig.token('terminal');
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${rig.urls.workspace}/api/feed${query}`, { headers })).status, query).toBe(422);
    }
  });

  it('has a reader of another epoch read anew, though its number is one that the log has', async () => {
    await makeTask('one');
    const signal = AbortSignal.timeout(5_000);
    const ours = from(rig);
    const stale = desk.followFeed({ ...ours, epoch: 'before the restore', signal })[Symbol.asyncIterator]();
    expect((await stale.next()).value).toEqual({ event: 'end', reason: 'resync' });
    expect((await stale.next()).done).toBe(true);
    const known = desk.followFeed({ ...ours, signal })[Symbol.asyncIterator]();
    expect((await known.next()).value).toMatchObject({ event: 'hello' });
    await known.return?.(undefined);
  });
});

describe('a feed that nobody reads', () => {
  /** Opens one over a plain socket; answers once its head has come. */
  async function openUnread(fresh: Rig, token: string): Promise<Socket> {
    const { port, host } = new URL(fresh.urls.workspace);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const { seq } = fresh.app.state().workspace;
    socket.write(`GET /api/feed?after=${seq} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    return socket;
  }

  const open = (fresh: Rig, token: string, method = 'GET') =>
    fetch(`${fresh.urls.workspace}/api/feed?after=0`, { method, headers: { authorization: `Bearer ${token}` } });

  it('takes one of 16 places of its credential, and gives it back', async () => {
    const fresh = await openRig();
    const token = await fresh.token('terminal');
    const other = await fresh.token('visitor');
    const sockets: Socket[] = [];
    for (let count = 0; count < 16; count++) sockets.push(await openUnread(fresh, token));
    const refused = await open(fresh, token);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect((await open(fresh, token, 'HEAD')).status).toBe(200);
    const theirs = await openUnread(fresh, other);
    sockets[0]?.destroy();
    await expect.poll(async () => (await openUnread(fresh, token)).destroy() && fresh.faults.length).toBe(0);
    for (const socket of [theirs, ...sockets]) socket.destroy();
    await fresh.close();
  });

  it.each(['has no credential any more', 'has too much waiting'])(
    'is cut once it %s',
    { timeout: 90_000 },
    async (why) => {
      const fresh = await openRig({ empty: true });
      const token = await fresh.token('terminal');
      const desk = fresh.desk(await fresh.pair());
      const access = await desk.call('read_access', {});
      const tokenId = access.ok ? (access.value.tokens[0]?.id ?? '') : '';
      const before = new Set(accepted);
      await openUnread(fresh, token);
      const mine = [...accepted].filter((socket) => !before.has(socket) && !socket.destroyed);
      expect(mine).toHaveLength(1);
      const make = async (count: number) => {
        const made = await desk.call('create_task', { title: `task ${count}`, description: 'x'.repeat(18_000) });
        expect(made.ok).toBe(true);
      };
      // More than the machine's own buffers take, and less than the bound of what waits here.
      const isStuck = () => (mine[0]?.writableLength ?? 0) > 0;
      for (let count = 0; count < 800 && !isStuck(); count++) await make(count);
      expect(isStuck()).toBe(true);
      if (why === 'has no credential any more') expect((await desk.call('revoke_token', { tokenId })).ok).toBe(true);
      // 1.4 MB; the bound is 1 MB.
      else for (let count = 0; count < 80; count++) await make(count);
      await expect.poll(() => mine[0]?.destroyed, { timeout: 20_000 }).toBe(true);
      await fresh.close();
    },
  );
});

/** Every socket that a server of this process accepted. */
const accepted = new Set<Socket>();
subscribe('net.server.socket', (message) => accepted.add((message as { readonly socket: Socket }).socket));

/** What a sleeping laptop or a killed proxy does. */
async function cutConnections(): Promise<void> {
  for (const socket of accepted) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
}
