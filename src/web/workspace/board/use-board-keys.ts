import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { isActed } from '../../parts/act.ts';
import type { Columns } from './filter.ts';
import { arranged, type Place, placeOf, stepToCard } from './place.ts';
import { useTakenCard } from './use-taken-card.ts';

export interface BoardKeys {
  /** The columns with the taken card where it would be put down. */
  readonly columns: Columns;
  readonly takenId: string | null;
  /** The card that has, or would get, the focus. */
  readonly reachedId: string | null;
  readonly reach: (taskId: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** For the live region. */
  readonly said: string;
}

interface Options {
  readonly columns: Columns;
  readonly movable: boolean;
  readonly move: (columns: Columns, taskId: string, place: Place) => Promise<boolean>;
  readonly open: (task: Task) => void;
}

/** The board by keyboard: arrows move the focus from card to card, Enter opens, Space takes a card to move it. */
export function useBoardKeys({ columns: given, movable, move, open }: Options): BoardKeys {
  const [reachedId, setReachedId] = useState<string | null>(null);
  const { taken, said, take, press } = useTakenCard({ columns: given, movable, move });
  const columns = taken ? arranged(given, taken.task, taken.at) : given;
  useFocus(reachedId, taken?.at ?? null);

  const onKeyDown = (event: KeyboardEvent) => {
    const cardId = (event.target as HTMLElement).closest<HTMLElement>('[data-task]')?.dataset.task;
    const place = cardId ? placeOf(columns, cardId) : null;
    const task = place && columns[place.status][place.index];
    if (!task || event.ctrlKey || event.metaKey || event.altKey || !isActed(event)) return;
    const used = taken ? press(taken, event.key) : focusKeys(event.key, task, place);
    if (used) event.preventDefault();
  };

  const focusKeys = (key: string, task: Task, place: Place): boolean => {
    const next = stepToCard(columns, place, key);
    if (key === ' ') take(task, place);
    else if (key === 'Enter') open(task);
    else if (next) setReachedId(columns[next.status][next.index]?.id ?? null);
    else return key.startsWith('Arrow');
    return true;
  };

  return {
    columns,
    takenId: taken?.task.id ?? null,
    reachedId: reachedId ?? firstOf(columns),
    reach: useCallback((taskId: string) => setReachedId(taskId), []),
    onKeyDown,
    said,
  };
}

/** The focus follows the reached card, also when it moves into another column and is drawn anew there. */
function useFocus(taskId: string | null, at: Place | null): void {
  const place = at && `${at.status} ${at.index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place draws the card anew
  useEffect(() => {
    if (!taskId) return;
    const card = document.querySelector<HTMLElement>(`[data-task="${taskId}"]`);
    if (card && card !== document.activeElement) card.focus({ preventScroll: true });
  }, [taskId, place]);
}

function firstOf(columns: Columns): string | null {
  return Object.values(columns).find((tasks) => tasks.length > 0)?.[0]?.id ?? null;
}
