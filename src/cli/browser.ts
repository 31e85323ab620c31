/** Opens one of our own addresses in the person's browser. Never through a shell, never another address. */
import { spawn } from 'node:child_process';

const OURS = /^http:\/\/localhost:\d{1,5}\/?$/;

export function openBrowser(url: string): void {
  const opener = openerFor(process.platform, process.env);
  if (!opener || !OURS.test(url)) return;
  const [program, ...args] = opener;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, shell: false });
  child.on('error', () => undefined);
  child.unref();
}

/** Null where there is no display to open it on. */
export function openerFor(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['explorer.exe'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}
