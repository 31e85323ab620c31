import { type CSSProperties, memo } from 'react';
import { durationWords } from '../../../kit/durations.ts';
import { aliasOf, blockersOf } from '../../data/live-state.ts';
import { useLive } from '../../data/use-live.ts';
import { act } from '../../parts/act.ts';
import { BlockedMark, PriorityMark, StatusMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { DueMark } from '../due-mark.tsx';
import { NewMark } from '../new-mark.tsx';
import type { Row } from './rows.ts';

interface RowProps {
  readonly row: Row;
  readonly index: number;
  /** Pixels from the top of the rows. */
  readonly y: number;
  readonly reached: boolean;
  readonly onReach: (taskId: string) => void;
  readonly onToggle: (taskId: string, open: boolean) => void;
}

export const TaskTableRow = memo(
  function TaskTableRow({ row, index, y, reached, onReach, onToggle }: RowProps) {
    const { task, level, open } = row;
    const blocked = useLive((state) => blockersOf(state, task).length > 0);
    return (
      <tr
        className="table-row"
        data-row={task.id}
        data-passing={row.passing || undefined}
        tabIndex={reached ? 0 : -1}
        aria-rowindex={index + 2}
        aria-level={level}
        aria-setsize={row.siblings}
        aria-posinset={row.place + 1}
        aria-expanded={open ?? undefined}
        style={{ '--y': `${y}px`, '--level': level - 1 } as CSSProperties}
        onFocus={() => onReach(task.id)}
      >
        <td className="cell cell-title">
          <button
            type="button"
            className="twist"
            tabIndex={-1}
            aria-label={open ? 'Close subtasks' : 'Open subtasks'}
            hidden={open === null}
            onClick={act(() => onToggle(task.id, !open))}
          >
            {open ? '▾' : '▸'}
          </button>
          <span className="alias">{aliasOf(task)}</span>
          <a href={`/task/${aliasOf(task)}`} className="task-row-title" tabIndex={-1}>
            <PlainText>{task.title}</PlainText>
          </a>
          <NewMark task={task} />
          {blocked && <BlockedMark />}
        </td>
        <td className="cell cell-status">
          <StatusMark status={task.status} />
        </td>
        <td className="cell cell-priority">
          <PriorityMark priority={task.priority} />
        </td>
        <td className="cell cell-due">
          <DueMark task={task} />
        </td>
        <td className="cell cell-estimate">{task.estimateMinutes !== null && durationWords(task.estimateMinutes)}</td>
        <td className="cell cell-changed quiet">
          <Time at={task.updatedAt} />
        </td>
      </tr>
    );
  },
  // Rows are made anew with every change of any task; most show the same.
  (before, after) =>
    before.y === after.y &&
    before.reached === after.reached &&
    before.index === after.index &&
    before.onReach === after.onReach &&
    before.row.task === after.row.task &&
    before.row.level === after.row.level &&
    before.row.open === after.row.open &&
    before.row.passing === after.row.passing &&
    before.row.siblings === after.row.siblings,
);
