/**
 * Finds a browser that really has WebMCP, once per machine. A version number proves nothing (the flag may be missing or
 * renamed), so each candidate is asked: does a page on http://localhost have `document.modelContext`?
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { installFromDebian } from './debian.ts';

/** Chromium refuses its sandbox to root, so only root goes without one. */
export const launchArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // Traffic must stay on TCP, where the tests can see and cut it.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-features=WebMCP',
];

/**
 * The path of the first browser with WebMCP; throws with what to do when there is none. Tests ask it in hooks, from files
 * that run side by side: so it looks, and installs nothing.
 */
export async function findBrowser(): Promise<string> {
  const passedOver: string[] = [];
  const found = await lookFor(passedOver);
  if (found) return found;
  throw new Error(words('`npm test -- machine` looks again, and installs one where it can.', passedOver));
}

/** The same, and where it may it installs one. For one caller at a time: two `apt-get` lock each other out. */
export async function findOrInstallBrowser(): Promise<string> {
  const passedOver: string[] = [];
  const found =
    (await lookFor(passedOver)) ??
    (installFromDebian('chromium') || downloaded() ? await lookFor(passedOver) : undefined);
  if (found) return found;
  const how =
    'Install one: on Debian `apt-get install chromium`, elsewhere `npx playwright-core install chromium` or a current ' +
    'Google Chrome, or set SIDEKICKS_CHROMIUM to the path of one.';
  throw new Error(words(how, passedOver));
}

async function lookFor(passedOver: string[]): Promise<string | undefined> {
  return (
    readCache() ??
    kept((await firstFit(installedBrowsers(), passedOver)) ?? (await firstFit([chromium.executablePath()], passedOver)))
  );
}

function kept(path: string | undefined): string | undefined {
  if (path !== undefined) writeCache(path);
  return path;
}

function words(how: string, passedOver: readonly string[]): string {
  const reasons = passedOver.length > 0 ? `\nPassed over:\n${passedOver.join('\n')}` : '';
  return `No Chrome or Chromium with WebMCP (document.modelContext) was found. ${how}${reasons}`;
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'google-chrome-beta', 'chrome'];

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/opt/google/chrome-beta/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function installedBrowsers(): readonly string[] {
  const chosen = process.env.SIDEKICKS_CHROMIUM;
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...new Set([...(chosen ? [chosen] : []), ...onPath, ...usualPlaces])];
}

async function firstFit(candidates: readonly string[], passedOver: string[]): Promise<string | undefined> {
  for (const path of candidates.filter(isExecutable)) {
    const fault = await whyUnfit(path);
    if (!fault) return path;
    const line = `${path} (${versionOf(path)}): ${fault}`;
    passedOver.push(line);
    console.error(`passed over ${line}`);
  }
  return undefined;
}

async function whyUnfit(executablePath: string): Promise<string | undefined> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>probe</title>');
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  try {
    const browser = await chromium.launch({ executablePath, args: [...launchArgs], timeout: 30_000 });
    try {
      const page = await browser.newPage();
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      const hasIt = await page.evaluate('Boolean(document.modelContext)');
      return hasIt ? undefined : 'no document.modelContext';
    } finally {
      await browser.close();
    }
  } catch (error) {
    return `does not start: ${String(error).split('\n')[0]}`;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Playwright's own; it says itself what stands in its way. */
function downloaded(): boolean {
  console.error('no fit browser found: downloading Playwright’s own');
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  return spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] }).status === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000, stdio: 'pipe' }).trim();
  } catch {
    return 'unknown version';
  }
}

const cacheFile = fileURLToPath(new URL('../.cache/browser.json', import.meta.url));

/** What the answer was true of; an upgrade or another SIDEKICKS_CHROMIUM asks again. */
function keyOf(path: string): object {
  const { mtimeMs, size } = statSync(path);
  return { path, mtimeMs, size, chosen: process.env.SIDEKICKS_CHROMIUM ?? null, launchArgs };
}

function readCache(): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(cacheFile, 'utf8')) as { readonly path: string };
    return JSON.stringify(kept) === JSON.stringify(keyOf(kept.path)) ? kept.path : undefined;
  } catch {
    return undefined; // no answer yet, or its browser is gone
  }
}

function writeCache(path: string): void {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, `${JSON.stringify(keyOf(path), null, 2)}\n`);
}
