/**
 * Two blocks of one owner at once. The subtasks of a plan have one owner, the parent's. Blocks within the plan are
 * reported in groups that hang together; against scheduled open tasks, one issue for each subtask.
 */
import { aliasOf } from '../../state/state.ts';
import { dayAt, type Span } from '../../workspace/calendar-day.ts';
import type { Task } from '../../workspace/task.ts';
import type { Facts } from '../facts.ts';
import { inZone, moment, nameAt, namesAt } from '../words.ts';
import { at, idAt, idsAt, quote, type Raised, WORKSPACE } from './check.ts';

interface PlannedBlock extends Span {
  readonly position: number;
}

export function plannedBlocks({ times }: Pick<Facts, 'times'>): readonly PlannedBlock[] {
  const blocks: PlannedBlock[] = [];
  for (const [position, { startMs, endMs }] of times.entries()) {
    if (startMs !== null && endMs !== null) blocks.push({ position, from: startMs, to: endMs });
  }
  return blocks.sort((one, other) => one.from - other.from || one.to - other.to);
}

export function checkOverlap(facts: Facts): readonly Raised[] {
  const blocks = plannedBlocks(facts);
  return [...withinPlan(facts, blocks), ...withTasks(facts, blocks)];
}

/** Sorted by start, a block belongs to the group before it when that group is not over yet. */
function withinPlan(facts: Facts, blocks: readonly PlannedBlock[]): readonly Raised[] {
  const groups: { positions: number[]; from: number; to: number }[] = [];
  for (const { position, from, to } of blocks) {
    const group = groups.at(-1);
    if (group && from < group.to) {
      group.positions.push(position);
      group.to = Math.max(group.to, to);
    } else {
      groups.push({ positions: [position], from, to });
    }
  }
  return groups
    .filter(({ positions }) => positions.length > 1)
    .map(({ positions, from, to }) => {
      const ids = idsAt(facts, positions);
      return {
        code: 'overlapping_blocks',
        message: `${positions.length} blocks run at once between ${moment(facts, from)} and ${moment(facts, to)} ${inZone(facts)}: ${namesAt(facts, positions)}.`,
        raisedBy: WORKSPACE,
        path: at(positions[1] as number, 'plannedStart'),
        candidateIds: ids,
        key: `plan ${from}`,
      };
    });
}

function withTasks(facts: Facts, blocks: readonly PlannedBlock[]): readonly Raised[] {
  const raised: Raised[] = [];
  for (const block of blocks) {
    const others = tasksDuring(facts, block);
    const first = others[0];
    if (!first) continue;
    const more = others.length > 1 ? ` and ${others.length - 1} more` : '';
    raised.push({
      code: 'overlapping_blocks',
      message: `${nameAt(facts, block.position)} runs at the same time as ${aliasOf(first)} ${quote(first.title)}${more}.`,
      raisedBy: WORKSPACE,
      path: at(block.position, 'plannedStart'),
      candidateIds: [idAt(facts, block.position)],
      key: `tasks ${block.from}`,
    });
  }
  return raised;
}

function tasksDuring({ calendar, owner }: Facts, span: Span): readonly Task[] {
  const found = new Set<Task>();
  const last = dayAt(calendar, span.to - 1);
  for (let day = dayAt(calendar, span.from); day <= last; day += 1) {
    for (const { task, from, to } of owner.blocksOn(day)) if (from < span.to && span.from < to) found.add(task);
  }
  return [...found];
}
