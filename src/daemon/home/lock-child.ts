/** A would-be daemon, for tests: at every line on its input it tries to take the lock of the home, and says who has it. */
import { createInterface } from 'node:readline';
import { openHome } from './folder.ts';
import { takeLock } from './lock.ts';

const opened = openHome(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.refusal.message);
const home = opened.value;

console.log('ready');
for await (const line of createInterface(process.stdin)) {
  const result = takeLock(home, line);
  console.log(result.taken ? process.pid : result.holder.pid);
}
