/** The program `sidekicks`: finds the command and runs it. Commands are loaded one at a time, so that each starts fast. */
import { type Command, isMistake, readGiven } from './command.ts';
import { say, sayRefusal } from './terminal.ts';

const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  start: () => import('./start.ts'),
  mcp: () => import('./mcp.ts'),
  pair: () => import('./pair.ts'),
  status: () => import('./status.ts'),
  stop: () => import('./stop.ts'),
  doctor: () => import('./doctor.ts'),
  verify: () => import('./verify.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  recover: () => import('./recover.ts'),
  import: () => import('./import.ts'),
  tools: () => import('./tools.ts'),
  call: () => import('./call.ts'),
  help: () => import('./help.ts'),
  version: () => import('./show-version.ts'),
};

endQuietly();

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const [name, rest] = commandIn(args);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    say(`sidekicks: there is no command ${name}. Try: ${await typed('help')}`);
    return 2;
  }
  const { command } = await load();
  try {
    return await command.run(readGiven(command, rest));
  } catch (error) {
    if (isMistake(error)) {
      say(`sidekicks: ${error.message}`);
      say(`Usage: ${await typed(command.usage)}`);
      return 2;
    }
    const { refusalOfFault } = await import('../daemon/faults.ts');
    const refusal = refusalOfFault(error);
    if (refusal.code !== 'internal') return sayRefusal(refusal);
    say(`sidekicks: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/**
 * A reader that went away, as `head` does, is nobody's fault. Nothing more can be said, so the command ends; one that has
 * something to close (the daemon) does so as if its terminal had gone.
 */
function endQuietly(): void {
  let isOver = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (isOver) return;
      isOver = true;
      if (!process.emit('SIGHUP', 'SIGHUP')) process.exit();
    });
  }
}

/** Loaded only where something went wrong. */
async function typed(words: string): Promise<string> {
  const { hint } = await import('../daemon/hint.ts');
  return hint(words, undefined);
}

/** No command at all starts the daemon; options may then come first. */
function commandIn(args: readonly string[]): readonly [string, readonly string[]] {
  const [first, ...rest] = args;
  if (first === '--help' || first === '-h') return ['help', rest];
  if (first === '--version' || first === '-v') return ['version', rest];
  return first === undefined || first.startsWith('-') ? ['start', args] : [first, rest];
}
