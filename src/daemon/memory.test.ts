/** The flags bite in a process that runs already, on the Node that runs this. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const memory = fileURLToPath(new URL('./memory.ts', import.meta.url));

/** Bytes of the young generation after work whose results live on, as a load of 10,000 tasks does. */
function youngAfterWork(isKept: boolean): number {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { keepHeapSmall } from ${JSON.stringify(memory)};
    if (${isKept}) keepHeapSmall();
    const kept = [];
    for (let round = 0; round < 400_000; round++) kept.push({ round, text: String(round) });
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    console.log(kept.length && young.space_size);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(stderr);
  return Number(stdout);
}

const MB = 1024 * 1024;

it('the young generation does not grow', { timeout: 60_000 }, () => {
  expect(youngAfterWork(false)).toBeGreaterThan(8 * MB);
  expect(youngAfterWork(true)).toBeLessThanOrEqual(4 * MB);
});
