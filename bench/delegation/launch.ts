/** Start to first prompt through the product, jail and all, beside the same agent started bare; and four runs at once. */
import { grant, openScene, type Scene, script, settle, start, view } from '../../test/delegation/scene.ts';
import { median, ms, timedAsync } from '../numbers.ts';
import type { Row } from '../report.ts';
import { bareTurn } from './bare-agent.ts';
import { onceMore, timedTurn } from './turns.ts';

export async function launchRows(turns: number): Promise<Row[]> {
  const scene = await openScene();
  try {
    await grant(scene);
    const spent = { bare: [] as number[], tools: [] as number[], analyze: [] as number[], work: [] as number[] };
    const warm: number[] = [];
    let held = '';
    // The first of each finds nothing in the machine's caches and does not count.
    for (let at = -1; at < turns; at++) {
      const bare = (await bareTurn(script(['tool']), { tools: false })).first;
      const tools = (await bareTurn(script(['tool']), { tools: true })).first;
      const analyze = await timedTurn(scene, { mode: 'analyze' });
      const second = await timedTurn(scene, { conversationId: analyze.conversationId });
      const work = await timedTurn(scene, { mode: 'work' });
      held = (await view(scene, work.runId)).run.held?.jail ?? 'nothing';
      if (at < 0) continue;
      spent.bare.push(bare);
      spent.tools.push(tools);
      spent.analyze.push(analyze.first);
      spent.work.push(work.first);
      warm.push(second.first);
    }
    const floor = median(spent.bare);
    const floors = `${ms(floor)} bare, ${ms(median(spent.tools))} bare with a tools' server of its own`;
    const row = (what: string, values: readonly number[]): Row => ({
      budget: `start to first prompt, ${what} (${held})`,
      tasks: null,
      floor: floors,
      measured: `${ms(median(values))}, ${times(median(values) / floor)} bare`,
      ratio: null,
    });
    return [
      row('analyze', spent.analyze),
      row('work, a worktree of its own', spent.work),
      row('next turn, warm', warm),
      await parallelRow(scene),
    ];
  } finally {
    await scene.close();
  }
}

const SLEEP_MS = 3000;
const AT_ONCE = 4;

/** An agent mostly waits for its model, so these sleep: what is left is what the product and the processes take. */
async function parallelRow(scene: Scene): Promise<Row> {
  const spent = { bare1: [] as number[], bare4: [] as number[], one: [] as number[], four: [] as number[] };
  const bare = () => bareTurn(script(['sleep', SLEEP_MS]), { tools: true });
  const run = async () => {
    const { task_id } = await start(scene, onceMore(['sleep', SLEEP_MS], ['finish']), { mode: 'analyze' });
    const { run } = await settle(scene, task_id);
    if (run.status !== 'completed') throw new Error(`a run of four ended ${run.status}`);
  };
  const atOnce = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: AT_ONCE }, work));
  for (let at = 0; at < 2; at++) {
    spent.bare1.push(await timedAsync(bare));
    spent.one.push(await timedAsync(run));
    spent.bare4.push(await timedAsync(() => atOnce(bare)));
    spent.four.push(await timedAsync(() => atOnce(run)));
  }
  const least = (values: readonly number[]) => Math.min(...values);
  const bareRatio = least(spent.bare4) / least(spent.bare1);
  const ratio = least(spent.four) / least(spent.one);
  return {
    budget: `${AT_ONCE} runs at once over one, each ${SLEEP_MS / 1000} s of waiting`,
    tasks: null,
    floor: `${times(bareRatio)} bare: ${ms(least(spent.bare4))} over ${ms(least(spent.bare1))}`,
    measured: `${times(ratio)}: ${ms(least(spent.four))} over ${ms(least(spent.one))}`,
    ratio: null,
  };
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} x`;
}
