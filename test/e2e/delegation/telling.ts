/** Notices of the browser: asked for by a press of a person, then given when something new waits unseen. */
import { expect, test } from 'vitest';
import { script, settle, start } from '../../delegation/scene.ts';
import { pressByScript } from '../attacks.ts';
import type { Stage } from './stage.ts';

interface Told {
  asked: number;
  told: string[];
}

export function telling(stage: () => Stage): void {
  test('a notice comes only after a person pressed for notices, once for each thing that waits', async () => {
    const { world } = stage();
    const page = await world.context.newPage();
    // The system's own notices are nowhere to be seen from here, so what the page asks of them is written down.
    await page.addInitScript(() => {
      const log: Told = { asked: 0, told: [] };
      let permission = 'default';
      class Notice {
        static get permission() {
          return permission;
        }
        static async requestPermission() {
          log.asked += 1;
          permission = 'granted';
          return permission;
        }
        constructor(_title: string, { body }: { readonly body: string }) {
          if (permission === 'granted') log.told.push(body);
        }
        close(): void {}
      }
      Object.assign(window, { Notification: Notice, log });
      document.hasFocus = () => false;
    });
    const log = () => page.evaluate(() => (window as unknown as { log: Told }).log);
    await page.goto(world.daemon.deskUrl);
    const turnOn = page.getByRole('button', { name: 'Turn on notices' });
    await turnOn.evaluate(pressByScript);
    const first = await start(stage(), `Before. ${script(['ask_until', 'Is it late?'], ['finish'])}`, {
      mode: 'think',
    });
    await page.getByText('Is it late?', { exact: true }).waitFor();
    expect(await log()).toEqual({ asked: 0, told: [] });
    await turnOn.click();
    await page.getByText('Notices are on').waitFor();
    expect(await log()).toEqual({ asked: 1, told: [] });
    const second = await start(stage(), `After. ${script(['ask_until', 'Is it early?'], ['finish'])}`, {
      mode: 'think',
    });
    await expect.poll(log, { timeout: 20_000 }).toEqual({ asked: 1, told: ['A worker asks: Is it early?'] });
    expect(await page.title()).toMatch(/^\(\d+\) /);
    for (const words of ['Is it late?', 'Is it early?']) {
      const asked = page.getByRole('main').getByRole('listitem').filter({ hasText: words });
      await asked.getByLabel('Your answer').fill('No.');
      await asked.getByRole('button', { name: 'Answer' }).click();
    }
    for (const { task_id } of [first, second]) await settle(stage(), task_id);
    await page.close();
  });
}
