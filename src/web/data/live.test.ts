import { expect, it } from 'vitest';
import type { Task } from '../../core/workspace/task.ts';
import type { FeedItem, WorkspaceView } from '../../protocol/views.ts';
import type { Api, FollowEnd, FollowOptions } from './api.ts';
import { createLive } from './live.ts';

it('follows from where it read, and goes on from the last event after a resync', async () => {
  const daemon = fakeDaemon();
  const live = createLive(daemon.api);
  await live.start(daemon.stop.signal);
  daemon.say(event(8, { title: 'renamed' }));
  expect(live.get().state?.tasks.get('a')?.title).toBe('renamed');
  daemon.end({ reason: 'resync' });
  await daemon.followed(2);
  expect(daemon.follows.map(({ after, epoch }) => [after, epoch])).toEqual([
    [7, 'e1'],
    [7, 'e1'],
  ]);
  expect(live.get().state?.tasks.get('a')?.title).toBe('first');
  daemon.stop.abort();
});

it('tells its listeners once for a burst of events', async () => {
  const daemon = fakeDaemon();
  const live = createLive(daemon.api);
  await live.start(daemon.stop.signal);
  await Promise.resolve();
  let told = 0;
  live.subscribe(() => told++);
  for (let seq = 8; seq < 40; seq++) daemon.say(event(seq, { rank: seq }));
  await Promise.resolve();
  expect(told).toBe(1);
  daemon.stop.abort();
});

it('takes a refused change back, but not what somebody else made of it meanwhile', async () => {
  const daemon = fakeDaemon();
  const live = createLive(daemon.api);
  await live.start(daemon.stop.signal);
  const takeBack = live.expect('a', { title: 'hoped', rank: 5 });
  expect(live.get().state?.tasks.get('a')).toMatchObject({ title: 'hoped', rank: 5 });
  daemon.say(event(8, { title: 'theirs' }));
  takeBack();
  expect(live.get().state?.tasks.get('a')).toMatchObject({ title: 'theirs', rank: 0 });
  daemon.stop.abort();
});

it('remembers the reader’s own last change as what undo would undo', async () => {
  const daemon = fakeDaemon();
  const live = createLive(daemon.api);
  await live.start(daemon.stop.signal);
  daemon.say(event(8, {}, 'somebody else'));
  expect(live.get().state?.undoable).toBeNull();
  daemon.say(event(9, {}, 'me'));
  expect(live.get().state?.undoable).toEqual({ seq: 9, summary: 'did 9' });
  daemon.stop.abort();
});

it('says that it was shut out, and does not ask again', async () => {
  const daemon = fakeDaemon();
  const live = createLive(daemon.api);
  await live.start(daemon.stop.signal);
  const refusal = { code: 'unauthenticated', message: 'Shut out.', next: 'Pair again.' };
  daemon.end({ reason: 'revoked', refusal });
  await new Promise((next) => setTimeout(next, 5));
  expect(live.get()).toMatchObject({ connected: false, refusal });
  expect(daemon.follows).toHaveLength(1);
});

it('follows the version, at which what depends on it is read anew', async () => {
  const daemon = fakeDaemon();
  const live = createLive(daemon.api);
  await live.start(daemon.stop.signal);
  const before = live.get().state?.workspace;
  daemon.say({ ...event(8, {}), version: 3 } as FeedItem);
  const after = live.get().state?.workspace;
  expect(after).toEqual({ epoch: 'e1', version: 3 });
  expect(after).not.toBe(before);
  daemon.say({ ...event(9, {}), version: 3 } as FeedItem);
  expect(live.get().state?.workspace).toBe(after);
  daemon.stop.abort();
});

/** A daemon whose feed the test speaks. */
function fakeDaemon() {
  const follows: FollowOptions[] = [];
  let end: (end: FollowEnd) => void = () => undefined;
  const api: Api = {
    call: async () => ({ ok: true, value: view() }) as never,
    follow: (options) => {
      follows.push(options);
      return new Promise((resolve) => {
        end = resolve;
        options.signal.addEventListener('abort', () => resolve({ reason: 'resync' }));
      });
    },
  };
  return {
    api,
    follows,
    stop: new AbortController(),
    say: (item: FeedItem) => follows.at(-1)?.onItem(item),
    end: (how: FollowEnd) => end(how),
    followed: async (times: number) => {
      while (follows.length < times) await new Promise((next) => setTimeout(next, 1));
    },
  };
}

function view(): WorkspaceView {
  const task = {
    id: 'a',
    number: 1,
    title: 'first',
    status: 'backlog',
    rank: 0,
    parentId: null,
    dependsOn: [],
    trashedAt: null,
  };
  return {
    seq: 7,
    workspace: { epoch: 'e1' },
    tasks: [task as unknown as Task],
    commitments: [],
    undoable: null,
    me: { personId: 'me' },
  } as unknown as WorkspaceView;
}

function event(seq: number, set: object, author = 'other'): FeedItem {
  const entry = {
    seq,
    at: '',
    type: 'task.edited',
    author: { id: author },
    summary: `did ${seq}`,
    subjects: [],
    redacted: false,
  };
  const changes = [{ kind: 'task', id: 'a', set, isNew: false }];
  return { event: 'event', seq, version: seq, entry, changes } as unknown as FeedItem;
}
