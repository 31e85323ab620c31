/** A real Chromium with a page of the workspace, unpaired at first. */
import { chromium, type Page } from 'playwright-core';
import type { Client } from '../../src/client/client.ts';
import { findBrowser, launchArgs } from '../browser.ts';
import type { DaemonLine } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';

/** Closing its browser is the caller's. */
export async function openPage({ url }: DaemonLine): Promise<Page> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...launchArgs] });
  const page = await browser.newPage();
  await page.goto(url);
  return page;
}

/** The page asks to be let in, as it does for a person; the person at the desk enrols the key and the visitor it names. */
export async function letIn(page: Page, daemon: DaemonLine, person: Client): Promise<{ readonly keyId: string }> {
  await page.goto(daemon.url);
  await page.getByRole('button', { name: 'Go to the desk and confirm' }).click();
  await page.waitForURL(`${daemon.deskUrl}/enrol*`);
  const asked = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const [publicKey, visitorHash] = [asked.get('key') ?? '', asked.get('visitor') ?? ''];
  const enrolled = ok(await person.call('enrol_workspace_key', { publicKey, visitorHash, label: 'Test browser' }));
  await page.goto(daemon.url);
  return enrolled as { keyId: string };
}
