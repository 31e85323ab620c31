/** Where runs may work, and who: nothing of it is there before a person gives it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rig } from '../../delegation/scene.ts';
import { root } from '../../rigs/daemon.ts';
import { entry, found, makeGrant, type Stage, section, showBoard, showDesk } from './stage.ts';

export function giving(stage: () => Stage): void {
  test.each([
    ['/delegation', 'No folder was given'],
    ['/runs', 'Nothing was delegated yet'],
    ['/usage', 'Nothing was used yet'],
  ])('the desk page %s while nothing is there', async (path, words) => {
    const page = await showDesk(stage(), path);
    await page.getByText(words).waitFor();
    expect(await found(page)).toEqual([]);
  });

  test.each([
    ['/runs', 'Nothing was delegated yet'],
    ['/usage', 'Nothing was used yet'],
  ])('the workspace page %s while nothing is there', async (path, words) => {
    const page = await showBoard(stage(), path);
    await page.getByText(words).waitFor();
    expect(await found(page)).toEqual([]);
  });

  test('a folder is given; a wrong one is refused, and what was typed stays', async () => {
    const page = await showDesk(stage(), '/delegation');
    await page.getByRole('button', { name: 'Give a folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give a folder' });
    const path = dialog.getByLabel('Absolute path');
    await path.fill('/does/not/exist');
    await dialog.getByLabel('Name', { exact: true }).fill('Sums');
    await dialog.getByLabel('Test paths, one to a line').fill('test');
    await dialog.getByRole('button', { name: 'Give it' }).click();
    await dialog.getByRole('alert').getByText('It was not given.').waitFor();
    expect(await path.inputValue()).toBe('/does/not/exist');
    expect(await found(page)).toEqual([]);
    await path.fill(stage().project);
    await dialog.getByRole('button', { name: 'Give it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await entry(page, 'Sums').getByText('1 test path').waitFor();
  });

  test('a folder within a repository: mode work shows all of it, which is said as it is given and where it stands', async () => {
    const page = await showDesk(stage(), '/delegation');
    await page.getByRole('button', { name: 'Give a folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give a folder' });
    await dialog.getByLabel('Absolute path').fill(join(stage().project, 'src'));
    await dialog.getByRole('button', { name: 'Give it' }).click();
    await dialog.waitFor({ state: 'detached' });
    const told = `Mode work shows the peer all of ${stage().project}, not only this folder`;
    await page.getByRole('region', { name: 'Notices' }).getByText(told).waitFor();
    const words = `Mode work shows a peer all of ${stage().project}, not only this folder.`;
    await section(page, 'Folders').getByRole('listitem').filter({ hasText: words }).waitFor();
    expect(await section(page, 'Folders').getByText('Mode work').count()).toBe(1);
    expect(await found(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take back src' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await entry(page, words).waitFor({ state: 'detached' });
  });

  test('a prepare command that names what no jail shows: it is said as it is saved, and stands with the folder', async () => {
    const page = await showDesk(stage(), '/delegation');
    const save = async (command: string) => {
      await page.getByRole('button', { name: 'Change Sums' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change the folder' });
      await dialog.getByLabel('Prepare command').fill(command);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await save('ls /var/lib/nobody/tools');
    const words = 'The jail does not show /var/lib/nobody/tools, which the prepare command names';
    await page.getByRole('region', { name: 'Notices' }).getByText(`The folder was changed. ${words}`).waitFor();
    await entry(page, 'Sums').getByText(words).waitFor();
    expect(await found(page)).toEqual([]);
    await save('');
    await entry(page, 'Sums').getByText(words).waitFor({ state: 'detached' });
  });

  test('an agent is set up, and counts once it is allowed', async () => {
    const page = await showDesk(stage(), '/delegation');
    await page.getByRole('button', { name: 'Set up an agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an agent' });
    await dialog.getByLabel('Which').selectOption('custom');
    await dialog.getByLabel('Name', { exact: true }).fill('rig');
    await dialog.getByLabel('Allowed').uncheck();
    await dialog.getByLabel('Program and arguments').fill([process.execPath, rig].join('\n'));
    await dialog
      .getByLabel('Folders that the jail shows it')
      .fill([`${root}test/rigs`, `${root}node_modules`].join('\n'));
    expect(await found(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = section(page, 'Agents').getByRole('listitem').filter({ hasText: 'rig' });
    await row.getByText('Not allowed').waitFor();
    await row.getByText('Available').waitFor();
    await row.getByText('Whether it can run commands is not known.').waitFor();
    await row.getByText('Not known to heed the relay').waitFor();
    await row.getByText(`The jail shows it ${root}test/rigs, ${root}node_modules.`).waitFor();
    await row.getByRole('button', { name: 'Allow rig' }).click();
    await row.getByRole('button', { name: 'Disallow rig' }).waitFor();
    await page.getByRole('button', { name: 'Change Sums' }).click();
    await page.getByRole('dialog').getByLabel('Default agent').selectOption('rig');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await entry(page, 'Sums').getByText('Default agent rig').waitFor();
  });

  test('a standing grant says what it allows before it counts, and is revoked', async () => {
    const page = await showDesk(stage(), '/delegation');
    await page.getByRole('button', { name: 'Make a standing grant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Open network.').click();
    await dialog.getByLabel('Launches, all together').fill('1');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Nothing counts yet.').waitFor();
    await dialog.getByText(/^Dangerous:/).waitFor();
    expect(await found(page)).toEqual([]);
    // Seen and left: it is no grant.
    await page.keyboard.press('Escape');
    await page.getByText('No grant was made').or(section(page, 'Grants')).first().waitFor();
    expect(await page.getByRole('button', { name: 'Revoke…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Make a standing grant' }).click();
    expect(await dialog.getByRole('button', { name: 'Make the grant' }).count()).toBe(0);
    await makeGrant(page);
    const row = section(page, 'Grants').getByRole('listitem').filter({ hasText: 'Standing' });
    await row.getByText('0 of 10 launches used').waitFor();
    await row.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('1 grant that counted once').click();
    await row.getByText('Revoked', { exact: true }).waitFor();
    expect(await found(page)).toEqual([]);
  });
}
