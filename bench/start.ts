/** `daemon ready <= node -e 0 + 350 ms`, in turns. */
import { spawnSync } from 'node:child_process';
import { startDaemon } from '../test/rigs/daemon.ts';
import { median, ms, timed } from './numbers.ts';
import type { Row } from './report.ts';

const ALLOWED_MS = 350;

export async function startRows(home: string, tasks: number, runs: number): Promise<Row[]> {
  const ready: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < runs; run++) {
    bare.push(...timed(1, () => spawnSync(process.execPath, ['-e', '0'])));
    const daemon = await startDaemon(home);
    ready.push(daemon.readyMs);
    await daemon.stop();
  }
  const floor = median(bare);
  return [
    {
      budget: `daemon ready <= node -e 0 + ${ms(ALLOWED_MS)}, p50`,
      tasks,
      floor: ms(floor),
      measured: ms(median(ready)),
      ratio: median(ready) / (floor + ALLOWED_MS),
    },
  ];
}
