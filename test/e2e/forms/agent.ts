/** The form of an agent: what a person types arrives, and what they empty goes. */
import { expect, test } from 'vitest';
import type { DelegationView } from '../../../src/protocol/delegation-views.ts';
import { ok } from '../../rigs/people.ts';
import { show } from '../show.ts';
import type { Forms } from './stage.ts';

export function agent(forms: () => Forms): void {
  test('the time and the files of an agent come through the form, and an emptied time is the agent’s own again', async () => {
    const { world, desk, at } = forms();
    await show(desk, at(desk, '/delegation'));
    await desk.getByRole('button', { name: 'Set up an agent' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Which').selectOption('custom');
    await dialog.getByLabel('Name', { exact: true }).fill('mine');
    await dialog.getByLabel('Program and arguments').fill(process.execPath);
    const seconds = dialog.getByLabel('Time to come up, seconds');
    await seconds.fill('601');
    await dialog.getByText('from 1 to 600 seconds').waitFor();
    await seconds.fill('90');
    await dialog.getByRole('button', { name: 'Add a file' }).click();
    await dialog.getByLabel('Path of file 1').fill('.config/agent.json');
    await dialog.getByLabel('Text of file 1').fill('{"level": 1}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await desk.getByText('Files in its home: .config/agent.json. Comes up within 90 s.').waitFor();
    const agents = async () => (ok(await world.person.call('read_delegation', {})) as DelegationView).agents;
    expect(await agents()).toMatchObject([
      { id: 'mine', startSeconds: 90, files: { '.config/agent.json': '{"level": 1}' } },
    ]);
    await desk.getByRole('button', { name: 'Change mine' }).click();
    expect(await dialog.getByLabel('Text of file 1').inputValue()).toBe('{"level": 1}');
    await seconds.fill('');
    await dialog.getByRole('button', { name: 'Remove file 1' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await agents()).toMatchObject([{ id: 'mine', startSeconds: null, files: {} }]);
  });
}
