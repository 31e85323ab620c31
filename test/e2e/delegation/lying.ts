/** What agents write may lie: goals, steps, questions, answers, files, artifacts, contexts. All of it shows as text. */
import { expect, test } from 'vitest';
import { script, settle, start } from '../../delegation/scene.ts';
import { agentClient, makeAgent, ok } from '../../rigs/people.ts';
import { BELL_AND_RED, expectHarmlessAt, expectHarmlessHere, IMAGE, LIE, MARKDOWN } from '../harmless.ts';
import { show } from '../show.ts';
import { seen } from '../world.ts';
import { entry, runOf, type Stage, section, showDesk } from './stage.ts';

const words = `${LIE} ${IMAGE} ${BELL_AND_RED}`;
const long = `${words} ${'Donaudampfschiff'.repeat(40)}`;

const lies = script(
  ['message', MARKDOWN],
  ['thought', words],
  ['tool', long.slice(0, 400), 'execute', words],
  ['plan', [words, long.slice(0, 300)]],
  ['permission', 'execute', long.slice(0, 400)],
  ['ask', `${words}\n${MARKDOWN}`, { options: [`${LIE} ${IMAGE}`, 'x'.repeat(200)] }],
  ['write', 'hello.txt', `${words}\n${MARKDOWN}\n${'y'.repeat(500)}\n`],
  ['write', `${'z'.repeat(120)}<img src=x>.txt`, 'z\n'],
  ['publish', `${LIE} ${IMAGE}`.slice(0, 90), MARKDOWN],
  ['finish', 'partial', { summary: MARKDOWN, answer: MARKDOWN, blockers: [long], changed_files: [`${IMAGE}.txt`] }],
);

export function lying(stage: () => Stage): void {
  test('texts that lie, in a question and a permission of the inbox, are shown as what they are', async () => {
    const { world } = stage();
    const liar = agentClient(world.daemon, await makeAgent(world.person, `liar ${words}`.slice(0, 60)));
    const theirs = { agent: () => liar, project: stage().project };
    const { task_id } = await start(theirs, `${long}\n${lies}`, { mode: 'work' });
    stage().runs.set('lies', task_id);
    const context = {
      action: 'publish',
      name: `${LIE} ${IMAGE}`,
      rules: [{ id: 'r', text: `${words} ${MARKDOWN}`, source: `${LIE} ${IMAGE}` }],
    };
    ok(await liar.callByName('tandem_project_context', context));
    const page = await showDesk(stage(), '/');
    await entry(page, 'It wants to run a command').getByRole('button', { name: 'Allow once' }).waitFor();
    await expectHarmlessHere(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await entry(page, 'It wants to run a command').getByRole('button', { name: 'Allow once' }).click();
    const asked = entry(page, 'Or in your own words');
    await asked.waitFor();
    await expectHarmlessHere(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await asked.getByLabel('Or in your own words').fill(`Mine: ${words} ${MARKDOWN}`);
    await asked.getByRole('button', { name: 'Answer' }).click();
    expect((await settle(theirs, task_id)).run).toMatchObject({ status: 'completed', outcome: 'partial' });
  });

  test.each(['/runs', '/run/lies', '/usage'])('on the page %s of both', async (path) => {
    const { world, atDesk, atBoard } = stage();
    const at = path.replace('lies', runOf(stage(), 'lies'));
    await expectHarmlessAt(atBoard, `${world.daemon.url}${at}`);
    await expectHarmlessAt(atDesk, `${world.daemon.deskUrl}${at}`);
  });

  test('opened: its steps, its artifact, its diff, what it published of the project', async () => {
    const { world, atDesk: page } = stage();
    await show(page, `${world.daemon.deskUrl}/run/${runOf(stage(), 'lies')}`, { anew: true });
    await section(page, 'Artifacts')
      .getByRole('button', { name: /^Read / })
      .click();
    await section(page, 'Artifacts').locator('.markdown').waitFor();
    const log = page.getByRole('listbox', { name: /^Steps/ });
    await log.focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
      await page.locator('.step-detail').waitFor();
      await expectHarmlessHere(page);
    }
    const diff = await seen(section(page, 'Result'));
    for (const shown of [IMAGE, 'U+202E', '<img src=x>.txt']) expect(diff).toContain(shown);
    expect(await seen(page.locator('blockquote').first())).toContain(`Mine: Delete allU+202Etxt.efasU+200B ${IMAGE}`);
    await show(page, `${world.daemon.deskUrl}/delegation`, { anew: true });
    await page.locator('details.context summary').filter({ hasText: 'U+202E' }).click();
    await expectHarmlessHere(page);
  });
}
