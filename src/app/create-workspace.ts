/** The first write of a home: the workspace, the shipped playbooks (active in a new home) and the example. */

import { systemAuthor as author } from '../core/access/author.ts';
import { apply, created } from '../core/state/apply.ts';
import type { Change, EventDraft } from '../core/state/event.ts';
import { seal } from '../core/state/seal.ts';
import { exampleChanges } from '../core/workspace/example.ts';
import { EXAMPLE_NAME, PLAIN_NAME } from '../core/workspace/example-content.ts';
import type { Calendar, Workspace } from '../core/workspace/workspace.ts';
import { contextOf } from './kernel.ts';
import type { Clock, Ids, Store } from './ports.ts';
import { readShipped } from './shipped.ts';

const nineToFive = [{ from: '09:00', to: '17:00' }];

function defaultCalendar(zone: string): Calendar {
  const hours = {
    mon: nineToFive,
    tue: nineToFive,
    wed: nineToFive,
    thu: nineToFive,
    fri: nineToFive,
    sat: [],
    sun: [],
  };
  return { zone, hours };
}

export async function createWorkspace(options: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly playbooks: string | null;
  readonly empty?: boolean;
  readonly zone?: string;
}): Promise<string> {
  const clockMs = options.clock.now();
  const context = contextOf({ author, nowMs: clockMs, clockMs, ids: options.ids });
  const id = context.nextId();
  const zone = options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
  const example = options.empty !== true;
  const workspace: Workspace = {
    id,
    name: example ? EXAMPLE_NAME : PLAIN_NAME,
    version: 0,
    seq: 0,
    head: '',
    epoch: context.nextId(),
    calendar: defaultCalendar(zone),
    ownerId: null,
    hadPerson: false,
    example,
    recoveredAt: null,
    createdAt: context.at,
  };
  const changes: Change[] = [created('workspace', workspace)];
  for (const { playbook, yaml, skill, hash } of options.playbooks === null
    ? []
    : await readShipped(options.playbooks)) {
    const active = { number: 1, hash, playbook, yaml, skill, at: context.at, by: author.label };
    changes.push(
      created('sidekick', {
        id: playbook.id,
        source: 'shipped',
        enabled: true,
        mandatory: false,
        active,
        offered: null,
        broken: [],
      }),
    );
  }
  if (example) changes.push(...exampleChanges(zone, context));
  const draft: EventDraft = { type: 'workspace.created', summary: 'made the workspace', changes, raisesVersion: true };
  const events = seal({ workspaceId: id, seq: 0, version: 0, hash: '' }, [draft], author, context.at);
  await options.store.create(id, {
    events,
    touched: apply(
      null,
      events.map((event) => event.payload),
    ),
  });
  return id;
}
