import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { aliasOf } from '../../data/live-state.ts';
import { act } from '../../parts/act.ts';
import { isPlainClick, taskTarget, useGo } from '../link.tsx';
import { scrollToPlace } from '../use-added.ts';
import type { Row, Sort } from './rows.ts';
import { TaskTableRow } from './task-table-row.tsx';

interface TableProps {
  readonly rows: readonly Row[];
  readonly sort: Sort;
  readonly descending: boolean;
  /** Takes a function of the table that brings a row into sight. */
  readonly showPlace: Ref<(place: number) => void>;
  readonly onSort: (sort: Sort) => void;
  readonly onToggle: (taskId: string, open: boolean) => void;
}

const heads: readonly { readonly sort: Sort; readonly name: string }[] = [
  { sort: 'title', name: 'Task' },
  { sort: 'status', name: 'Status' },
  { sort: 'priority', name: 'Priority' },
  { sort: 'due', name: 'Due' },
  { sort: 'estimate', name: 'Estimate' },
  { sort: 'changed', name: 'Changed' },
];

const ROW_HEIGHT = 32;

/** A tree of rows, of which only those in sight exist. Arrows move between rows and open or close subtasks. */
export function TaskTable({ rows, sort, descending, showPlace, onSort, onToggle }: TableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const [reachedId, setReachedId] = useState<string | null>(null);
  const go = useGo();
  const found = rows.findIndex((row) => row.task.id === reachedId);
  const reached = Math.max(0, found);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  useImperativeHandle(showPlace, () => (place) => scrollToPlace({ rows: virtual, scroll: scroll.current }, place), [
    virtual,
  ]);

  useEffect(() => {
    if (!scroll.current?.contains(document.activeElement) || !reachedId) return;
    // The row may only exist once it is scrolled to.
    requestAnimationFrame(() => {
      scroll.current?.querySelector<HTMLElement>(`[data-row="${reachedId}"]`)?.focus({ preventScroll: true });
    });
  }, [reachedId]);

  const reach = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    virtual.scrollToIndex(rows.indexOf(row));
    setReachedId(row.task.id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[reached];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = rowAt(key, reached, page, rows);
    if (key === 'Enter') go(taskTarget(aliasOf(row.task)));
    else if (key === 'ArrowRight' && row.open === false) onToggle(row.task.id, true);
    else if (key === 'ArrowLeft' && row.open) onToggle(row.task.id, false);
    else if (next !== null) reach(next);
    else return;
    event.preventDefault();
  };

  const onClick = act((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const id = link?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = rows.find(({ task }) => task.id === id);
    if (!row || !isPlainClick(event)) return;
    event.preventDefault();
    go(taskTarget(aliasOf(row.task)));
  });

  return (
    <div className="table-scroll" ref={scroll}>
      <table
        className="table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table walked with the arrow keys is a treegrid; rows and cells keep their own meaning
        role="treegrid"
        aria-label="Tasks"
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <thead className="table-head">
          <tr className="table-row" aria-rowindex={1}>
            {heads.map((head) => (
              <th
                key={head.sort}
                scope="col"
                className={`cell cell-${head.sort}`}
                aria-sort={head.sort === sort ? (descending ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" className="sort" onClick={act(() => onSort(head.sort))}>
                  {head.name}
                  <span aria-hidden="true">{head.sort === sort ? (descending ? ' ↓' : ' ↑') : ''}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="table-body" style={{ '--size': `${virtual.getTotalSize()}px` } as CSSProperties}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <TaskTableRow
                key={row.task.id}
                row={row}
                index={item.index}
                y={item.start}
                reached={item.index === reached}
                onReach={setReachedId}
                onToggle={onToggle}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The row that a key leads to; null for a key that moves nothing. */
function rowAt(key: string, at: number, page: number, rows: readonly Row[]): number | null {
  if (key === 'ArrowDown' || key === 'ArrowRight') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'ArrowLeft') return parentIndex(rows, at);
  if (key === 'PageDown') return at + page;
  if (key === 'PageUp') return at - page;
  if (key === 'Home') return 0;
  return key === 'End' ? rows.length - 1 : null;
}

function parentIndex(rows: readonly Row[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at--) {
    if ((rows[at]?.level ?? 1) < level) return at;
  }
  return index;
}
