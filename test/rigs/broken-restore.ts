/**
 * `broken-restore.ts HOME FILE`: a restore with a planted bug. It takes the old database away before the new one is in
 * its place, so that a kill in between leaves a home without any, or with half of one.
 */
import { appendFileSync, copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [home = '', file = ''] = process.argv.slice(2);
const database = join(home, 'sidekicks.db');
copyFileSync(file, join(home, 'restoring.db'));
for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
const bytes = readFileSync(file);
for (let at = 0; at < bytes.length; at += 65_536) {
  await sleep(20);
  appendFileSync(database, bytes.subarray(at, at + 65_536), { mode: 0o600 });
}
rmSync(join(home, 'restoring.db'));
