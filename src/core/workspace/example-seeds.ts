/** The example's content: a launch week, 25 tasks in a tree with deadlines and dependencies, five commitments. */
import type { Commitment } from './commitment.ts';
import type { Priority, TaskStatus } from './task.ts';

export interface Seed {
  readonly key: string;
  readonly parent?: string;
  readonly title: string;
  readonly description?: string;
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly tags?: readonly string[];
  readonly after?: readonly string[];
  /** Days from today. */
  readonly dueIn?: number;
  readonly minutes?: number;
}

export const seeds: readonly Seed[] = [
  {
    key: 'launch',
    title: 'Launch Fernweh 1.0',
    description:
      'Fernweh is a small travel journal app. **Launch week**: everything below must be done for Friday.\n\n- one page that says what it is\n- a build that people can install\n- somebody who answers mail',
    status: 'in-progress',
    priority: 'urgent',
    tags: ['launch'],
    dueIn: 7,
  },
  {
    key: 'build',
    parent: 'launch',
    title: 'Release build',
    description: 'The signed build that goes out.',
    status: 'in-progress',
    priority: 'high',
    tags: ['release'],
    dueIn: 4,
  },
  {
    key: 'crash',
    parent: 'build',
    title: 'Fix the crash when a photo has no date',
    description: 'Seen on three phones. Steps are in the mail of Tuesday.',
    status: 'in-progress',
    priority: 'urgent',
    tags: ['bug', 'testing'],
    dueIn: 1,
    minutes: 180,
  },
  {
    key: 'smoke',
    parent: 'build',
    title: 'Test the build on the oldest phone we support',
    status: 'backlog',
    priority: 'high',
    tags: ['testing'],
    after: ['crash'],
    dueIn: 3,
    minutes: 120,
  },
  {
    key: 'sign',
    parent: 'build',
    title: 'Sign and upload the release build',
    status: 'backlog',
    priority: 'high',
    tags: ['release'],
    after: ['smoke'],
    dueIn: 4,
    minutes: 60,
  },
  {
    key: 'rollback',
    parent: 'build',
    title: 'Write down how to roll the release back',
    status: 'backlog',
    tags: ['release', 'writing'],
    dueIn: 4,
    minutes: 45,
  },
  {
    key: 'site',
    parent: 'launch',
    title: 'Launch page',
    description: 'One page: what it is, three pictures, where to get it.',
    status: 'today',
    priority: 'high',
    tags: ['web', 'design'],
    dueIn: 5,
  },
  {
    key: 'copy',
    parent: 'site',
    title: 'Write the text of the launch page',
    status: 'today',
    priority: 'high',
    tags: ['writing'],
    dueIn: 2,
    minutes: 150,
  },
  {
    key: 'shots',
    parent: 'site',
    title: 'Take the three screenshots',
    status: 'backlog',
    tags: ['design'],
    after: ['crash'],
    dueIn: 3,
    minutes: 60,
  },
  {
    key: 'layout',
    parent: 'site',
    title: 'Lay the page out for phones',
    status: 'backlog',
    tags: ['web', 'design'],
    after: ['copy'],
    dueIn: 4,
    minutes: 180,
  },
  {
    key: 'publish',
    parent: 'site',
    title: 'Publish the page behind a password',
    status: 'backlog',
    tags: ['web', 'release'],
    after: ['layout', 'shots'],
    dueIn: 5,
    minutes: 30,
  },
  { key: 'press', parent: 'launch', title: 'Press and mail', status: 'backlog', tags: ['marketing'], dueIn: 6 },
  {
    key: 'list',
    parent: 'press',
    title: 'Research twenty people who write about travel apps',
    description: 'Name, outlet, last article, mail address.',
    status: 'today',
    tags: ['research', 'marketing'],
    dueIn: 2,
    minutes: 240,
  },
  {
    key: 'note',
    parent: 'press',
    title: 'Write the press note',
    status: 'backlog',
    priority: 'high',
    tags: ['writing', 'marketing'],
    after: ['copy'],
    dueIn: 4,
    minutes: 120,
  },
  {
    key: 'send',
    parent: 'press',
    title: 'Send the press note',
    status: 'backlog',
    tags: ['marketing'],
    after: ['list', 'note'],
    dueIn: 6,
    minutes: 45,
  },
  {
    key: 'support',
    parent: 'launch',
    title: 'Support for the first week',
    status: 'backlog',
    tags: ['support'],
    dueIn: 7,
  },
  {
    key: 'answers',
    parent: 'support',
    title: 'Write ten standard answers',
    status: 'backlog',
    tags: ['writing', 'support'],
    dueIn: 5,
    minutes: 120,
  },
  {
    key: 'rota',
    parent: 'support',
    title: 'Agree who answers on which day',
    status: 'backlog',
    tags: ['meetings', 'support'],
    dueIn: 4,
    minutes: 30,
  },
  {
    key: 'privacy',
    parent: 'launch',
    title: 'Privacy check',
    description: 'Which data leaves the phone, where it goes, how it is deleted.',
    status: 'backlog',
    priority: 'high',
    tags: ['security'],
    dueIn: 3,
  },
  {
    key: 'data',
    parent: 'privacy',
    title: 'List what leaves the phone',
    status: 'done',
    tags: ['security'],
    minutes: 90,
  },
  {
    key: 'export',
    parent: 'privacy',
    title: 'Move old journals to the new storage format',
    description: 'Must be possible to go back.',
    status: 'backlog',
    priority: 'high',
    tags: ['data', 'migration'],
    after: ['data'],
    dueIn: 3,
    minutes: 300,
  },
  {
    key: 'party',
    title: 'Plan the launch evening',
    status: 'backlog',
    priority: 'low',
    tags: ['people'],
    dueIn: 7,
    minutes: 60,
  },
  {
    key: 'retro',
    title: 'Look back on the launch',
    description: 'What we would do the same way, what not.',
    status: 'backlog',
    priority: 'low',
    tags: ['meetings'],
    dueIn: 12,
    minutes: 60,
  },
  { key: 'name', title: 'Choose the name', status: 'done', tags: ['marketing'] },
  { key: 'icon', title: 'Draw the app icon', status: 'done', priority: 'high', tags: ['design'] },
];

export interface Block {
  readonly title: string;
  readonly kind: Commitment['kind'];
  readonly dayIn: number;
  readonly from: string;
  readonly minutes: number;
}

export const blocks: readonly Block[] = [
  { title: 'Team stand-up', kind: 'fixed', dayIn: 1, from: '09:30', minutes: 15 },
  { title: 'Dentist', kind: 'fixed', dayIn: 2, from: '14:00', minutes: 60 },
  { title: 'Focus: release', kind: 'flexible', dayIn: 2, from: '09:00', minutes: 120 },
  { title: 'Call with the beta testers', kind: 'fixed', dayIn: 3, from: '16:00', minutes: 45 },
  { title: 'Launch review', kind: 'fixed', dayIn: 6, from: '11:00', minutes: 60 },
];
