import { describe, expect, it } from 'vitest';
import type { Entity } from '../../core/state/entity.ts';
import type { StoredEvent } from '../../core/state/event.ts';
import { hashOfHeader } from '../../core/state/seal.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { StoredEntity } from '../ports.ts';
import { draft, liveThrough, withEvent, withRow } from './sample.ts';
import { workspaceId } from './sample-entities.ts';
import { found } from './sample-problems.ts';
import { verifyWorkspace } from './verify.ts';

const life = liveThrough();

const ofEvents = (events: readonly StoredEvent[]) => found(life.source({ events }));
const ofRows = (entities: readonly StoredEntity[]) => found(life.source({ entities }));

describe('a store that nobody touched', () => {
  it('has no problem, and everything in it was looked at', async () => {
    expect(await verifyWorkspace(life.source(), workspaceId)).toEqual({
      problems: [],
      counts: { events: 6, redactedEvents: 0, entities: 9, approvals: 1, plannedTasks: 2, runs: 0, problems: 0 },
      notComparable: [],
      end: { seq: 6, hash: life.events.at(-1)?.hash, at: life.events.at(-1)?.header.at },
    });
  });

  it('is read through to the end when it grows meanwhile', async () => {
    const whole = life.source();
    let calls = 0;
    const growing: Parameters<typeof verifyWorkspace>[0] = {
      ...whole,
      async events(id, query) {
        const isEarly = calls++ < 2;
        return (await whole.events(id, query)).filter(({ header }) => !isEarly || header.seq < 4);
      },
    };
    expect(await found(growing)).toEqual([]);
  });
});

describe('what is no longer anything', () => {
  const notJson = () =>
    Promise.reject(Object.assign(new Error('the row task:launch is not JSON'), { code: 'unreadable_row' }));

  it('a workspace without events', async () => {
    const empty = {
      ...life.source({ events: [], entities: [] }),
      position: async () => ({ seq: 0, version: 0, head: '' }),
    };
    expect(await found(empty)).toEqual([`workspace workspace:${workspaceId}`]);
  });

  it('an event that is no JSON is named, and those after it are read', async () => {
    const whole = life.source();
    const damaged: typeof whole = {
      ...whole,
      events: async (id, query) => {
        const page = await whole.events(id, query);
        return page.some(({ header }) => header.seq === 3) ? notJson() : page;
      },
    };
    const { problems, counts } = await verifyWorkspace(damaged, workspaceId);
    expect(problems[0]).toEqual({ what: 'payload', where: 'event 3', message: 'the row task:launch is not JSON' });
    expect(counts.events).toBe(6);
    expect(problems.filter(({ what }) => what === 'chain' || what === 'sequence')).toEqual([]);
  });

  it('rows that are no JSON', async () => {
    const { problems } = await verifyWorkspace({ ...life.source(), load: notJson }, workspaceId);
    expect(problems).toEqual([
      {
        what: 'entity',
        where: `workspace:${workspaceId}`,
        message: 'the row task:launch is not JSON; no row was compared',
      },
    ]);
  });

  it('a disk that fails is a fault, no finding', async () => {
    const failing = { ...life.source(), load: () => Promise.reject(new Error('EIO')) };
    await expect(verifyWorkspace(failing, workspaceId)).rejects.toThrow('EIO');
  });

  const garbage: readonly unknown[] = [null, 7, 'x', [], {}, { id: 7 }, { header: null }];
  const kinds = ['task', 'approval', 'proposal', 'revision', 'key', 'workspace'] as const;
  it.each(garbage.map((one) => [JSON.stringify(one), one]))('a body or an event that is %s', async (_, value) => {
    const whole = life.source();
    for (const kind of kinds) {
      const { id } = life.entities.find((row) => row.kind === kind) ?? { id: '' };
      expect(await ofRows(withRow(life, kind, id, () => value))).toContain(`entity ${kind}:${id}`);
    }
    for (const part of ['header', 'payload'] as const) {
      const events = withEvent(life, 3, (event) => ({ ...event, [part]: value }) as StoredEvent);
      // A store pages by its own column, whatever the header says.
      const page: typeof whole.events = async (_id, { afterSeq = 0, limit }) =>
        events.slice(afterSeq, afterSeq + limit);
      const said = await found({ ...whole, events: page });
      expect(said.join()).toContain('payload event 3');
    }
  });
});

describe('the log', () => {
  it('with an edited payload', async () => {
    const events = withEvent(life, 6, (event) => ({ ...event, payload: { summary: 'edited', changes: [] } }));
    expect(await ofEvents(events)).toEqual(['payload event 6']);
  });

  it('with a payload that is gone though nobody redacted it', async () => {
    expect(await ofEvents(withEvent(life, 6, (event) => ({ ...event, payload: null })))).toEqual(['payload event 6']);
  });

  it('with a redaction of a person', async () => {
    const redacted = liveThrough({ redaction: 6 });
    expect(await verifyWorkspace(redacted.source(), workspaceId)).toMatchObject({
      problems: [],
      counts: { events: 7, redactedEvents: 1 },
      notComparable: ['task:launch'],
    });
  });

  it('with a redaction that no person wrote', async () => {
    const redacted = liveThrough({ meanwhile: () => [draft('event.redacted', [], false, { seq: 7 })] });
    const events = withEvent(redacted, 7, (event) => ({ ...event, payload: null }));
    expect(await found(redacted.source({ events }))).toEqual(['payload event 7']);
  });

  it('with an edited header', async () => {
    const events = withEvent(life, 3, (event) => ({ ...event, header: { ...event.header, type: 'task.edited' } }));
    expect(await ofEvents(events)).toEqual(['header event 3']);
  });

  it('with an edited hash', async () => {
    expect(await ofEvents(withEvent(life, 3, (event) => ({ ...event, hash: '0'.repeat(64) })))).toEqual([
      'header event 3',
    ]);
  });

  it('with an edited link', async () => {
    const events = withEvent(life, 4, (event) => rehashed(event, { previousHash: 'f'.repeat(64) }));
    expect(await ofEvents(events)).toEqual(['chain event 4', 'chain event 5']);
  });

  it('with a forged author whose hash was made anew', async () => {
    const events = withEvent(life, 4, (event) => rehashed(event, { author: { ...event.header.author, id: 'eve' } }));
    expect(await ofEvents(events)).toEqual(['approval approval:a-1', 'chain event 5']);
  });

  it('with an event cut out of it', async () => {
    const events = life.events.filter(({ header }) => header.seq !== 6);
    expect(await ofEvents(events)).toEqual(['workspace workspace:w-1', 'entity task:launch']);
    const middle = life.events.filter(({ header }) => header.seq !== 3);
    expect(await ofEvents(middle)).toEqual(expect.arrayContaining(['chain event 4', 'sequence event 4']));
  });

  it('with a version that falls or leaps', async () => {
    const fall = withEvent(life, 6, (event) => rehashed(event, { version: 1 }));
    expect(await ofEvents(fall)).toContain('version event 6');
    const leap = withEvent(life, 6, (event) => rehashed(event, { version: 4 }));
    expect(await ofEvents(leap)).toContain('version event 6');
  });

  it('with a number that leads in circles ends all the same', async () => {
    const events = withEvent(life, 6, (event) => rehashed(event, { seq: 2 }));
    expect(await ofEvents(events)).toContain('sequence event 2');
  });

  it('with changes that do not fit what was', async () => {
    const twice = life.events.at(-1)?.payload?.changes ?? [];
    const events = withEvent(life, 6, (event) =>
      repaid(
        event,
        twice.map((change) => ({ ...change, was: null }) as typeof change),
      ),
    );
    expect(await ofEvents(events)).toContain('replay event 6');
  });
});

describe('rows', () => {
  it('of a task that was edited behind the log', async () => {
    const entities = withRow(life, 'task', 'launch', (task) => ({ ...task, title: 'Cancel it' }));
    const { problems } = await verifyWorkspace(life.source({ entities }), workspaceId);
    expect(problems).toEqual([{ what: 'entity', where: 'task:launch', message: 'the log makes another title of it' }]);
  });

  it('that are missing, or that the log never made', async () => {
    const launch = life.entities.find(({ id }) => id === 'launch') as StoredEntity;
    expect(await ofRows(life.entities.filter((row) => row !== launch))).toEqual(['entity task:launch']);
    const extra = { ...launch, id: 'extra', entity: { ...launch.entity, id: 'extra' } as Entity };
    expect(await ofRows([...life.entities, extra])).toEqual(['entity task:extra']);
  });

  it('of the workspace, except for what moves with every write', async () => {
    const moved = withRow(life, 'workspace', workspaceId, (row) => ({ ...row, seq: 99, version: 99, head: 'x' }));
    expect(await ofRows(moved)).toEqual([]);
    const other = withRow(life, 'workspace', workspaceId, (row) => ({ ...row, epoch: 'epoch-9' }));
    expect(await ofRows(other)).toEqual(['entity workspace:w-1']);
  });

  it('of where the log stands', async () => {
    const right = await life.source().position(workspaceId);
    for (const wrong of [{ seq: 5 }, { version: 9 }, { head: 'f'.repeat(64) }]) {
      const source = { ...life.source(), position: async () => right && { ...right, ...wrong } };
      expect(await found(source)).toEqual(['workspace workspace:w-1']);
    }
    expect(await found({ ...life.source(), position: async () => null })).toEqual(['workspace workspace:w-1']);
  });
});

function rehashed(event: StoredEvent, fields: Partial<StoredEvent['header']>): StoredEvent {
  const header = { ...event.header, ...fields };
  return { ...event, header, hash: hashOfHeader(header) };
}

function repaid(event: StoredEvent, changes: NonNullable<StoredEvent['payload']>['changes']): StoredEvent {
  const payload = { summary: 'again', changes };
  return rehashed({ ...event, payload }, { payloadHash: sha256(canonicalJson(payload)) });
}
