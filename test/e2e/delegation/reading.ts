/** What stays to be read: runs, usage, artifacts, the ground that runs were given. */
import { expect, test } from 'vitest';
import { ok } from '../../rigs/people.ts';
import { seen } from '../world.ts';
import { entry, found, runOf, type Stage, section, showBoard, showDesk } from './stage.ts';

export function reading(stage: () => Stage): void {
  test('usage: what an agent told is summed, and what none told is unknown', async () => {
    for (const show of [showDesk, showBoard]) {
      const page = await show(stage(), '/usage');
      const all = section(page, 'All').getByRole('row', { name: /^All runs/ });
      const words = (await seen(all)).replaceAll(/\s+/g, ' ');
      expect(words).toMatch(/at least 0\.03 US dollars \d+ of \d+ runs unknown/);
      expect(words).toMatch(/at least 12,345/);
      const unknown = section(page, 'By run, newest first').getByRole('row', { name: /Greet/ });
      expect(await seen(unknown)).toMatch(/unknown\s+unknown\s+unknown/);
      await section(page, 'By task')
        .getByRole('row', { name: /Repair the sum/ })
        .waitFor();
      expect(await found(page)).toEqual([]);
    }
  });

  test('artifacts: each version is read, as what it is', async () => {
    const page = await showBoard(stage(), `/run/${runOf(stage(), 'repair')}`);
    const artifacts = section(page, 'Artifacts');
    await artifacts.getByRole('button', { name: 'Read notes.md, version 1' }).click();
    await artifacts.getByRole('heading', { name: 'What I saw' }).waitFor();
    await artifacts.getByRole('button', { name: 'Read notes.md, version 2' }).click();
    await artifacts.getByRole('cell', { name: '2', exact: true }).waitFor();
    await artifacts.getByRole('button', { name: 'Read data, version 1' }).click();
    expect(await seen(artifacts.locator('pre'))).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
    expect(await found(page)).toEqual([]);
  });

  test('runs: all of them, or those that are active', async () => {
    for (const show of [showDesk, showBoard]) {
      const page = await show(stage(), '/runs');
      await entry(page, 'Repair the sum').getByText('Sent back by Mara').waitFor();
      expect(await found(page)).toEqual([]);
      await page.getByRole('button', { name: 'Active', exact: true }).click();
      await page.getByText('No run is active').waitFor();
      await page.getByRole('button', { name: 'All', exact: true }).click();
    }
  });

  test('what an agent published about the project is advisory until a person confirms it', async () => {
    const context = {
      action: 'publish',
      name: 'House rules',
      rules: [{ id: 'tests', text: 'Tests first.', source: 'CONTRIBUTING.md' }],
      decisions: [
        { id: 'store', text: 'SQLite.', source: 'docs/decisions/1', status: 'accepted' },
        { id: 'older', text: 'Plain files.', source: 'docs/decisions/0' },
        { id: 'cache', text: 'No cache.', source: 'docs/decisions/2', supersedes: ['older'] },
      ],
    };
    ok(await stage().agent().callByName('tandem_project_context', context));
    const page = await showDesk(stage(), '/delegation');
    await page.getByText('House rules').click();
    await page.getByText('Tests first.').click();
    await entry(page, 'No cache.').getByText('replaces Plain files.').click();
    await page.getByText('The rules among them are required').click();
    expect(await found(page)).toEqual([]);
    await page.getByRole('button', { name: /^Confirm/ }).click();
    const rule = entry(page, 'Tests first.');
    await rule.getByText('Confirmed by Mara').waitFor();
    await rule.getByText('required rule').waitFor();
    await entry(page, 'SQLite.').getByText('Advisory').waitFor();
    await entry(page, 'No cache.').getByText('Decision, accepted').waitFor();
    await entry(page, /^Plain files/)
      .getByText('Decision, superseded')
      .waitFor();
  });
}
