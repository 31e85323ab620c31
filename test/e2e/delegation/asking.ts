/** What a run waits for comes to the inbox, and is answered there: a grant, questions, permissions. */
import { expect, test } from 'vitest';
import { approvedTask } from '../../delegation/approved-task.ts';
import { logOf, script, settle, start, view } from '../../delegation/scene.ts';
import { tabTo } from '../keys.ts';
import { seen } from '../world.ts';
import { delegate, entry, found, live, runOf, type Stage, section, showBoard, showDesk } from './stage.ts';

const command = `node -e "process.exit(require('./src/sum.js').sum(2, 3) === 5 ? 0 : 1)"`;

const checks = [{ id: 'check-1', status: 'passed', exit_code: 0 }];
const repair = script(
  ['thought', 'The sum subtracts.'],
  ['plan', ['Read src/sum.js', 'Repair the sum']],
  ['tool', 'Read src/sum.js', 'read', 'exports.sum = (a, b) => a - b;'],
  ['ask', 'Add or multiply?', { options: ['Add', 'Multiply'] }],
  ['message', 'So I add.'],
  ['write', 'src/sum.js', 'exports.sum = (a, b) => a + b;\n\n/** Twice. */\nexports.twice = (a) => a * 2;\n'],
  ['exec', 'mkdir docs'],
  ['write', 'docs/notes.md', '# Notes\n\n- it adds\n'],
  ['publish', 'notes.md', '# What I saw\n'],
  ['publish', 'notes.md', '# What I did\n\n- repaired **sum**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ['call', 'tandem_publish_artifact', { name: 'data', content: '{"a":[1,2]}', media_type: 'application/json' }],
  ['usage', { input: 12345, output: 678, cost: 0.0321 }],
  ['finish', 'success', { summary: 'Repaired `sum`: it **adds** now.', changed_files: ['src/sum.js'], checks }],
);

const description = [
  'Make sum add.',
  repair,
  `Files:\n- src/sum.js\n- docs`,
  `Checks:\n- \`${command}\` covers 1, 2\n`,
].join('\n\n');

export function asking(stage: () => Stage): void {
  test('a run that no grant covers waits for one, on the board too', async () => {
    const checklist = ['sum adds two numbers', 'the sum of nothing is nothing'];
    const task = await approvedTask(stage(), { title: 'Repair the sum', description, checklist });
    stage().runs.set('task', task.id);
    stage().runs.set('repair', await delegate(stage(), task.id));
    const page = await showDesk(stage(), '/');
    await entry(page, 'Repair the sum').getByText('Waits for a grant').waitFor();
    expect(await found(page)).toEqual([]);
    const board = await showBoard(stage(), '/');
    await board.locator('.card-run').getByText('Waits for a grant').waitFor();
  });

  test('its grant counts only once the preview was seen, and starts it', async () => {
    const page = await showDesk(stage(), '/');
    const dialog = page.getByRole('dialog');
    const grants = async () => live(stage());
    await page.getByRole('button', { name: /^Grant / }).click();
    await dialog.getByText('would start once, in the mode work').waitFor();
    expect(await dialog.getByRole('button', { name: 'Make the grant' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 waiting run starts at once').waitFor();
    expect(await found(page)).toEqual([]);
    expect(await grants()).toEqual([]);
    // What is changed after it was seen is seen anew.
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await dialog.getByLabel('Cost ceiling').fill('5');
    expect(await dialog.getByRole('button', { name: 'Make the grant' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText(/5(\.00)? US dollars/).waitFor();
    await dialog.getByRole('button', { name: 'Make the grant' }).click();
    await entry(page, 'Add or multiply?').waitFor();
    expect(await grants()).toMatchObject([{ runId: runOf(stage(), 'repair'), costCeilingUsd: 5, maxLaunches: 1 }]);
  });

  test('its question is answered in the inbox by keyboard alone, and its steps go on at once where they are read', async () => {
    const board = await showBoard(stage(), `/run/${runOf(stage(), 'repair')}`);
    const log = board.getByRole('listbox', { name: /^Steps/ });
    await log.getByText('The sum subtracts.').waitFor();
    expect(await log.getByText('So I add.').count()).toBe(0);
    expect(await found(board)).toEqual([]);
    const page = await showDesk(stage(), '/');
    expect(await found(page)).toEqual([]);
    const asked = entry(page, 'Add or multiply?');
    await tabTo(page, asked.getByRole('button', { name: 'Multiply' }));
    await tabTo(page, asked.getByLabel('Or in your own words'));
    await page.keyboard.type('Add, please.');
    await tabTo(page, asked.getByRole('button', { name: 'Answer' }));
    await page.keyboard.press('Enter');
    await page.getByText('Answered. The run goes on.').waitFor();
    await board.bringToFront();
    await log.getByText('So I add.').waitFor();
    await board.getByText('Add, please.').first().waitFor();
    const { run } = await settle(stage(), runOf(stage(), 'repair'));
    expect(run).toMatchObject({ status: 'completed', outcome: 'success' });
    expect(await logOf(stage(), runOf(stage(), 'repair'))).toContain('Add, please.');
  });

  test('a permission is allowed once and denied; a question that times out is no yes, and a late answer is late', async () => {
    await standing();
    const think = (...steps: readonly unknown[]) =>
      start(stage(), script(...steps, ['finish']), { mode: 'think', question_timeout_seconds: 4 });
    const shelf = await think(['ask', 'Which shelf?']);
    const one = await think(['permission', 'execute', 'rm -rf build']);
    const other = await think(['permission', 'fetch', 'https://example.org']);
    const page = await showDesk(stage(), '/');
    const typed = entry(page, 'Which shelf?').getByLabel('Your answer');
    await typed.fill('Both.');
    await entry(page, 'rm -rf build').getByRole('button', { name: 'Allow once' }).click();
    await entry(page, 'https://example.org').getByRole('button', { name: 'Deny' }).click();
    const gone = section(page, 'No longer waiting');
    await gone.getByText('Timed out', { exact: true }).waitFor();
    await gone.getByText('which is no consent').waitFor();
    expect(await typed.inputValue()).toBe('Both.');
    expect(await found(page)).toEqual([]);
    await gone.getByRole('button', { name: 'Leave a late answer' }).click();
    await gone.getByText('Answered too late').waitFor();
    expect(await seen(gone)).toContain('It came too late: the worker went on without it.');
    const said = async ({ task_id }: { readonly task_id: string }) => {
      await settle(stage(), task_id);
      return logOf(stage(), task_id);
    };
    expect(await said(one)).toContain('permission execute: allow_once');
    expect(await said(other)).toContain('permission fetch: reject_once');
    expect(await said(shelf)).toContain('TIMED_OUT');
    expect(await said(shelf)).not.toContain('Both.');
    expect((await view(stage(), shelf.task_id)).questions).toMatchObject([{ status: 'late', answer: 'Both.' }]);
  });

  /** For everything that follows: it asks the person for each permission. */
  async function standing(): Promise<void> {
    const page = await showDesk(stage(), '/delegation');
    await page.getByRole('button', { name: 'Make a standing grant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Work: changes files').check();
    await dialog.getByLabel('Launches, all together').fill('100');
    await dialog.getByLabel('Ask me').check();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('It starts nothing by itself now.').waitFor();
    // What it would start is another thing now than what was read.
    const { task_id } = await start(stage(), `Meanwhile. ${script(['finish'])}`, { mode: 'think' });
    await dialog.getByRole('button', { name: 'Make the grant' }).click();
    await dialog.getByRole('alert').getByText('This is not what was previewed').waitFor();
    expect(await dialog.getByRole('button', { name: 'Make the grant' }).count()).toBe(0);
    expect(await live(stage())).not.toContainEqual(expect.objectContaining({ runId: null }));
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 waiting run starts at once').waitFor();
    await dialog.getByRole('button', { name: 'Make the grant' }).click();
    await dialog.waitFor({ state: 'detached' });
    await settle(stage(), task_id);
    await section(page, 'Grants').getByText('asks you for each permission').first().waitFor();
  }
}
