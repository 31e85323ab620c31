import { hint } from '../daemon/hint.ts';
import { homePath } from '../daemon/home.ts';
import { type Daemon, type StartOptions, startDaemon } from '../daemon/main.ts';
import { openBrowser } from './browser.ts';
import { type Command, type Given, mistake } from './command.ts';
import { addressLines, clockLines, connectLines, pairingLines } from './greeting.ts';
import { isTerminal, print, say, sayRefusal } from './terminal.ts';

export const command: Command = {
  usage: '[--port N] [--home DIR] [--no-open] [--json] [--empty]',
  summary: 'start the daemon (or find the one that runs) and open the workspace',
  options: {
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
    json: { type: 'boolean' },
    empty: { type: 'boolean' },
  },
  words: [0, 0],
  async run(given) {
    const options = { home: homePath(given.text('home')), port: portIn(given), empty: given.flag('empty') };
    return runDaemon(options, { json: given.flag('json'), open: !given.flag('no-open') });
  },
};

function portIn({ text }: Given): number | undefined {
  const port = text('port');
  if (port === undefined) return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_534)
    throw mistake(`--port ${port}: a port is a number from 1 to 65534.`);
  return Number(port);
}

export interface Shown {
  /** Machines read standard output: one line of JSON, all other words go to standard error. */
  readonly json: boolean;
  readonly open: boolean;
}

/** Starts the daemon in this process and stays until it is asked to stop; or says where it runs already. */
export async function runDaemon(options: StartOptions, shown: Shown): Promise<number> {
  const started = await startDaemon(options);
  if (!started.ok) return sayRefusal(started.refusal);
  const daemon = started.value.kind === 'started' ? started.value.daemon : null;
  const info = started.value.kind === 'started' ? started.value.daemon.info : started.value.info;
  // Before the first line: whoever reads it may end the process at once.
  const stopped = daemon ? untilStopped(daemon) : 0;
  await greet(info, daemon, shown);
  if (shown.open) openBrowser(info.url);
  return stopped;
}

async function greet(info: Daemon['info'], daemon: Daemon | null, { json }: Shown): Promise<void> {
  const { url, deskUrl, port, pid, home } = info;
  if (json) print(JSON.stringify({ url, deskUrl, port, pid, home }));
  const lines = [
    daemon ? `Sidekicks ${info.version}` : `Sidekicks runs already, process ${pid}.`,
    ...addressLines(info),
    ...clockLines(daemon?.logEndsAhead ?? null),
    ...(await pairing(daemon, info, isTerminal(json ? process.stderr : process.stdout))),
    ...connectLines(home),
    ...(daemon ? ['', 'Ctrl+C stops it. Commands go into another terminal.'] : []),
  ];
  for (const line of lines) (json ? say : print)(line);
}

/**
 * The code goes to a person's terminal and to nothing else: a pipe may end in a file or in an agent's context. Where it
 * cannot be shown while nobody has paired, the way to it is.
 */
async function pairing(
  daemon: Daemon | null,
  { deskUrl, home }: Daemon['info'],
  isShown: boolean,
): Promise<readonly string[]> {
  const code = daemon && isShown ? daemon.openPairing() : null;
  if (code) return pairingLines(code, deskUrl);
  // It may be asked to stop while it greets.
  const hello: unknown = await fetch(`${deskUrl}/api/hello`)
    .then((answer) => answer.json())
    .catch(() => null);
  return (hello as { readonly terminalPairs?: boolean } | null)?.terminalPairs
    ? ['', `Nobody is paired. In a terminal of yours: ${hint('pair', home)}`]
    : [];
}

async function untilStopped(daemon: Daemon): Promise<number> {
  let exitCode = 0;
  const stop = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    void daemon.stopRequested.then(() => {
      // Whoever sits here did not do it, and would only see the prompt come back.
      say('Sidekicks was stopped by a command in another terminal.');
      resolve();
    });
    const onFault = (error: unknown) => {
      daemon.log.fault('uncaught', error);
      exitCode = 1;
      resolve();
    };
    process.on('uncaughtException', onFault);
    process.on('unhandledRejection', onFault);
  });
  await stop;
  await daemon.close();
  return exitCode;
}
