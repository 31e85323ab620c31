/** The switch that stops every run, and the way back. */
import { expect, test } from 'vitest';
import { script, settle, start, view } from '../../delegation/scene.ts';
import { found, type Stage, showBoard, showDesk } from './stage.ts';

const SLEEPS = script(['sleep', 60_000], ['finish']);

export function stopping(stage: () => Stage): void {
  test('every run is stopped, nothing starts, and a person lets runs start again', async () => {
    const runs: string[] = [];
    for (const name of ['One', 'Two']) {
      const { task_id } = await start(stage(), `${name} that sleeps. ${SLEEPS}`, { mode: 'think' });
      runs.push(task_id);
    }
    const statuses = () => Promise.all(runs.map(async (id) => (await view(stage(), id)).run.status));
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(['running', 'running']);
    const board = await showBoard(stage(), '/runs');
    const page = await showDesk(stage(), '/runs');
    await page.getByText('2 active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop all runs' }).click();
    await page.getByRole('dialog').getByText('2 active runs will be ended').waitFor();
    expect(await found(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop all runs now' }).click();
    await page.getByText('All runs were stopped.').waitFor();
    for (const id of runs) {
      expect((await settle(stage(), id)).run).toMatchObject({ status: 'cancelled', reason: 'Stopped by Mara.' });
    }
    expect(await found(page)).toEqual([]);
    await board.getByText('All runs were stopped.').waitFor();
    const { task_id } = await start(stage(), `Three. ${script(['finish'])}`, { mode: 'think' });
    expect((await view(stage(), task_id)).run.launchedAt).toBeNull();
    await page.getByRole('button', { name: 'Let runs start again' }).click();
    await page.getByText('All runs were stopped.').waitFor({ state: 'detached' });
    await board.getByText('All runs were stopped.').waitFor({ state: 'detached' });
    expect((await settle(stage(), task_id)).run.status).toBe('completed');
  });
}
