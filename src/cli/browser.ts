/** Opens one of our own addresses in the person's browser. Never through a shell, never another address. */
import { spawn } from 'node:child_process';

const OURS = /^http:\/\/localhost:\d{1,5}\/?$/;

export function openBrowser(url: string): void {
  const [program, ...args] = openerFor(url, process.platform, process.env);
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: 'ignore', detached: true, shell: false });
  child.on('error', () => undefined);
  child.unref();
}

/** Program and arguments; empty where there is no display to open it on, or the address is not ours. */
export function openerFor(url: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (!OURS.test(url)) return [];
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['explorer.exe', url];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', url] : [];
}
