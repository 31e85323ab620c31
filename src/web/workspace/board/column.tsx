import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useCallback, useEffect, useRef, useState } from 'react';
import type { Task, TaskStatus } from '../../../core/workspace/task.ts';
import { Button } from '../../parts/button.tsx';
import { StatusMark, statusWord } from '../../parts/marks.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { AddTask } from '../add-task.tsx';
import { useBlocked } from '../boot-context.ts';
import { scrollToPlace, useAdded } from '../use-added.ts';
import { Card } from './card.tsx';
import { useColumnDrop } from './use-card-drag.ts';

interface ColumnProps {
  readonly status: TaskStatus;
  readonly tasks: readonly Task[];
  readonly reachedId: string | null;
  readonly takenId: string | null;
  readonly filtered: boolean;
}

/** One column of the board. Only the cards in sight exist, and the one that has the focus. */
export const Column = memo(function Column({ status, tasks, reachedId, takenId, filtered }: ColumnProps) {
  const blocked = useBlocked();
  const [adding, setAdding] = useState(false);
  const opener = useOpener(adding);
  const place = useRef<HTMLElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  useColumnDrop(place, status);
  const reached = reachedId === null ? -1 : tasks.findIndex((task) => task.id === reachedId);
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroll.current,
    estimateSize: useCallback((index: number) => heightOf(tasks[index]), [tasks]),
    getItemKey: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    overscan: 6,
    rangeExtractor: useCallback((range: Range) => withReached(range, reached), [reached]),
  });

  useEffect(() => {
    if (reached >= 0 && scroll.current?.contains(document.activeElement)) rows.scrollToIndex(reached);
  }, [rows, reached]);

  const showAdded = useAdded({
    placeOf: (id) => tasks.findIndex((task) => task.id === id),
    show: (place) => scrollToPlace({ rows, scroll: scroll.current }, place),
  });

  return (
    <section className="column" ref={place} aria-labelledby={`column-${status}`}>
      <header className="column-head">
        <h2 id={`column-${status}`}>
          <StatusMark status={status} /> <span className="quiet">{tasks.length}</span>
        </h2>
        <Button
          ref={opener}
          kind="quiet"
          small
          icon
          blocked={blocked}
          aria-label={`New task in ${statusWord(status)}`}
          data-key={status === 'backlog' ? 'c' : undefined}
          onAct={() => setAdding(true)}
        >
          +
        </Button>
      </header>
      {adding && <AddTask status={status} onClose={() => setAdding(false)} onAdded={showAdded} />}
      <div className="column-scroll" ref={scroll}>
        {tasks.length === 0 && (
          <p className="column-empty">{filtered ? 'Nothing fits the filter.' : emptyWords[status]}</p>
        )}
        <ul className="column-cards" style={{ '--size': `${rows.getTotalSize()}px` } as CSSProperties}>
          {rows.getVirtualItems().map((row) => {
            const task = tasks[row.index];
            if (!task) return null;
            return (
              <li
                key={row.key}
                className="column-card"
                ref={rows.measureElement}
                data-index={row.index}
                aria-setsize={tasks.length}
                aria-posinset={row.index + 1}
                style={{ '--y': `${row.start}px` } as CSSProperties}
              >
                <Card task={task} reached={task.id === reachedId} taken={task.id === takenId} movable={!blocked} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
});

const emptyWords: { readonly [S in TaskStatus]: string } = {
  backlog: 'Nothing waits.',
  today: 'Nothing is planned for today.',
  'in-progress': 'Nothing is in progress.',
  done: 'Nothing is done yet.',
};

/** The focused card must not vanish when it is scrolled out of sight: the focus would be lost. */
function withReached(range: Range, reached: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (reached < 0 || shown.includes(reached)) return shown;
  return [...shown, reached].sort((one, other) => one - other);
}

/** Pixels, guessed from what a card holds: a good guess moves nothing when the real height comes. */
function heightOf(task: Task | undefined): number {
  if (!task) return 0;
  const lines = Math.min(3, Math.ceil(task.title.length / 32));
  const foot = task.due || task.tags.length > 0 ? 22 : 0;
  return 36 + lines * 20 + foot;
}
