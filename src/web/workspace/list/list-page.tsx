import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { type TaskStatus, taskStatuses } from '../../../core/workspace/task.ts';
import { counted } from '../../../kit/text.ts';
import { stateOfSession, useLive, useSession } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { statusWord } from '../../parts/marks.tsx';
import { Menu } from '../../parts/menu.tsx';
import { EmptyState } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';
import { useZone } from '../../parts/time.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { AddTask } from '../add-task.tsx';
import { wordsOf } from '../board/filter.ts';
import { useBlocked } from '../boot-context.ts';
import { useAdded } from '../use-added.ts';
import { rowsOf, type Sort } from './rows.ts';
import { TaskTable } from './task-table.tsx';
import './list.css';

type Shown = TaskStatus | 'open' | null;

const shownWords = (shown: Shown) =>
  shown === null ? 'All tasks' : shown === 'open' ? 'Open tasks' : statusWord(shown);

export function ListPage() {
  const { live } = useSession();
  const zone = useZone();
  const blocked = useBlocked();
  const at = useLive((state) => state.tasksAt);
  const [filter, setFilter] = useState('');
  const deferred = useDeferredValue(filter);
  const [status, setStatus] = useState<Shown>(null);
  const [order, setOrder] = useState<{ readonly sort: Sort; readonly descending: boolean }>({
    sort: 'place',
    descending: false,
  });
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);
  const opener = useOpener(adding);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` stands for the tasks, which are changed in place
  const rows = useMemo(() => {
    const { tasks } = stateOfSession(live);
    return rowsOf(tasks.values(), { words: wordsOf(deferred), status, ...order, closed, zone });
  }, [live, at, deferred, status, order, closed, zone]);
  const found = rows.filter((row) => !row.passing).length;

  const showPlace = useRef<((place: number) => void) | null>(null);
  const showAdded = useAdded({
    placeOf: (id) => rows.findIndex((row) => row.task.id === id),
    show: (place) => showPlace.current?.(place),
  });

  const toggle = (id: string, open: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (open) next.delete(id);
      else next.add(id);
      return next;
    });

  const sortBy = (sort: Sort) =>
    setOrder((before) => ({ sort, descending: before.sort === sort ? !before.descending : false }));

  return (
    <Page
      title="List"
      fill
      note={counted(found, 'task')}
      actions={
        <>
          <input
            type="search"
            className="input filter"
            placeholder="Filter by word, tag or T-12"
            aria-label="Filter the list"
            data-key="/"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <Menu
            label={`Shown: ${shownWords(status)}`}
            align="end"
            items={([null, 'open', ...taskStatuses] as const).map((one) => ({
              key: String(one),
              content: shownWords(one),
              checked: one === status,
              onAct: () => setStatus(one),
            }))}
          >
            {shownWords(status)}
          </Menu>
          <Button ref={opener} kind="main" blocked={blocked} data-key="c" onAct={() => setAdding(true)}>
            New task
          </Button>
        </>
      }
    >
      {adding && <AddTask status="backlog" onClose={() => setAdding(false)} onAdded={showAdded} />}
      {rows.length === 0 ? (
        <EmptyState title={filter === '' && status === null ? 'There are no tasks yet' : 'No task fits the filter'}>
          {filter === '' && status === null
            ? 'Make one here, or let an agent plan one.'
            : 'Take a word out, or show all tasks.'}
        </EmptyState>
      ) : (
        <TaskTable
          rows={rows}
          sort={order.sort}
          descending={order.descending}
          showPlace={showPlace}
          onSort={sortBy}
          onToggle={toggle}
        />
      )}
    </Page>
  );
}
