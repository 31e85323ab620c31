/** `npm run crash -- --minutes 30 [--seed N]`: the crash rig for as long as somebody wants, with its seed. */
import { parseArgs } from 'node:util';
import { newSeed } from '../rigs/random.ts';
import { crash } from './rig.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes takes a number up to a day');
const seed = values.seed === undefined ? newSeed() : Number(values.seed);
console.log(`seed ${seed}, ${minutes} minutes`);
const report = await crash({ seed, forMs: minutes * 60_000, say: console.log });
const { faults, kills, killsAtStart, writes, commits, imports } = report;
for (const fault of faults) console.error(fault);
console.log(
  `${kills} kills under load and ${killsAtStart} during a start; ${writes} acknowledged writes, ${commits} of them commits, ${imports} imports`,
);
console.log(faults.length === 0 ? 'nothing lost, torn or doubled' : `${faults.length} faults, seed ${seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
