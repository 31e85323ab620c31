/** What the shipped sidekicks ask about a task of which nothing is known: an agent believes what a question says. */
import { describe, expect, it } from 'vitest';
import { readShipped } from '../../src/app/shipped.ts';
import { taskOf } from '../../src/core/plan/fixture/world.ts';
import { askAbout, factNames } from '../../src/core/playbook/task-facts.ts';
import { emptyState } from '../../src/core/state/absorb.ts';
import type { Workspace } from '../../src/core/workspace/workspace.ts';
import { playbooksFolder } from '../../src/daemon/place.ts';

const shipped = await readShipped(playbooksFolder);
const state = emptyState({ calendar: { zone: 'UTC' }, ownerId: null } as unknown as Workspace);
const bare = taskOf({ id: 'task', number: 12, title: 'Tidy up', rank: 1, createdAt: '', updatedAt: '' });
/** Those that every task has. */
const always = ['title', 'alias', 'status', 'priority'];

const questions = shipped.flatMap(({ playbook }) =>
  playbook.questions.map(({ id, text }) => [playbook.id, id, text] as const),
);

describe('a shipped question', () => {
  it.each(questions)('%s/%s claims nothing', (_sidekick, _id, text) => {
    const asked = askAbout(text, state, bare, 0);
    expect(asked).toContain('?');
    expect(asked).not.toMatch(/\b(It|Its|The (task|whole|deadline)) (waits|is|belongs|builds|depends|subtasks)\b/);
    expect(asked).not.toMatch(/\b(nobody (yet|has)|no (other|larger) task|no (tags|checklist|subtasks))\b/);
  });

  it.each(questions)('%s/%s asks in a sentence that needs no fact', (_sidekick, _id, text) => {
    const facts = factNames.filter((name) => !always.includes(name));
    const asking = text.split(/(?<=[.?!]) +/).filter((sentence) => sentence.endsWith('?'));
    expect(asking.some((sentence) => !facts.some((name) => sentence.includes(`{task.${name}}`)))).toBe(true);
  });
});
