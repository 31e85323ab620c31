import { type MouseEvent, useDeferredValue, useMemo, useState } from 'react';
import { taskStatuses } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';
import { stateOfSession, useLive, useSession } from '../../data/use-live.ts';
import { act } from '../../parts/act.ts';
import { Page } from '../../parts/shell.tsx';
import { useBlocked } from '../boot-context.ts';
import { isPlainClick, taskTarget, useGo } from '../link.tsx';
import { AgentsNow } from './agents-now.tsx';
import { Column } from './column.tsx';
import { filterColumns } from './filter.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { type Dropped, useDrops } from './use-card-drag.ts';
import { useMove } from './use-move.ts';
import { WaitingProposals } from './waiting-proposals.tsx';
import './board.css';

export function BoardPage() {
  const all = useLive((state) => state.columns);
  const [filter, setFilter] = useState('');
  const deferred = useDeferredValue(filter);
  const filtered = useMemo(() => filterColumns(all, deferred), [all, deferred]);
  const blocked = useBlocked();
  const move = useMove();
  const go = useGo();
  const { live } = useSession();
  const open = (id: string) => {
    const task = stateOfSession(live).tasks.get(id);
    if (task) go(taskTarget(aliasOf(task)));
  };
  const keys = useBoardKeys({
    columns: filtered,
    movable: !blocked,
    move,
    open: (task) => open(task.id),
  });

  useDrops(({ taskId, status, beside }: Dropped) => {
    const others = filtered[status].filter((task) => task.id !== taskId);
    const at = beside ? others.findIndex((task) => task.id === beside.taskId) : -1;
    const index = at < 0 ? others.length : at + (beside?.edge === 'bottom' ? 1 : 0);
    void move(filtered, taskId, { status, index });
  });

  return (
    <Page
      title="Board"
      fill
      actions={
        <input
          type="search"
          className="input filter"
          placeholder="Filter by word, tag or T-12"
          aria-label="Filter the board"
          data-key="/"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      }
    >
      <WaitingProposals />
      <AgentsNow />
      <p className="visually-hidden" id="board-help">
        Press Space to take the card and move it with the arrow keys.
      </p>
      <div className="visually-hidden" role="status" aria-live="assertive">
        {keys.said}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards inside take the keys; one place hears them all */}
      <div
        className="board"
        onClick={act((event: MouseEvent) => {
          const id = cardOf(event.target);
          if (!id || !isPlainClick(event)) return;
          event.preventDefault();
          open(id);
        })}
        onKeyDown={keys.onKeyDown}
        onFocus={(event) => {
          const id = cardOf(event.target);
          if (id) keys.reach(id);
        }}
      >
        {taskStatuses.map((status) => (
          <Column
            key={status}
            status={status}
            tasks={keys.columns[status]}
            reachedId={keys.reachedId}
            takenId={keys.takenId}
            filtered={deferred.trim() !== ''}
          />
        ))}
      </div>
    </Page>
  );
}

function cardOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-task]')?.dataset.task : undefined;
}
