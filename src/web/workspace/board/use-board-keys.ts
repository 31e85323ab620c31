import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';
import { isActed } from '../../parts/act.ts';
import { showHidden } from '../../parts/hidden-chars.ts';
import { statusWord } from '../../parts/marks.tsx';
import type { Columns } from './filter.ts';
import { arranged, type Place, placeOf, step, stepToCard } from './place.ts';

interface Taken {
  readonly task: Task;
  readonly from: Place;
  readonly at: Place;
}

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

/** The board by keyboard: arrows move the focus, Space takes a card, arrows move it, Space puts it down, Escape back. */
export function useBoardKeys({ columns: given, movable, move, open }: Options): BoardKeys {
  const [reachedId, setReachedId] = useState<string | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [said, setSaid] = useState('');
  const columns = taken ? arranged(given, taken.task, taken.at) : given;
  useFocus(reachedId, taken?.at ?? null);

  const take = (task: Task, from: Place) => {
    if (!movable) {
      setSaid('Pair this browser to move tasks.');
      return;
    }
    setTaken({ task, from, at: from });
    setSaid(
      `${nameOf(task)} taken. ${placeWords(columns, from)} Arrows move it, Space puts it down, Escape puts it back.`,
    );
  };

  const putDown = async ({ task, from, at }: Taken) => {
    setTaken(null);
    if (at.status === from.status && at.index === from.index) {
      setSaid(`${nameOf(task)} put down where it was.`);
      return;
    }
    setSaid(`${nameOf(task)} put down. ${placeWords(columns, at)}`);
    if (!(await move(given, task.id, at))) setSaid(`${nameOf(task)} was not moved.`);
  };

  const carry = (held: Taken, key: string) => {
    const next = step(columns, held.at, key);
    if (!next) return;
    setTaken({ ...held, at: next });
    setSaid(placeWords(arranged(given, held.task, next), next));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const cardId = (event.target as HTMLElement).closest<HTMLElement>('[data-task]')?.dataset.task;
    const place = cardId ? placeOf(columns, cardId) : null;
    const task = place && columns[place.status][place.index];
    if (!task || !place || event.ctrlKey || event.metaKey || event.altKey || !isActed(event)) return;
    const key = event.key;
    const used = taken ? carryKeys(key, taken) : focusKeys(key, task, place);
    if (used) event.preventDefault();
  };

  const carryKeys = (key: string, held: Taken): boolean => {
    if (key === ' ' || key === 'Enter') void putDown(held);
    else if (key === 'Escape') {
      setTaken(null);
      setSaid(`${nameOf(held.task)} put back. ${placeWords(given, held.from)}`);
    } else if (isArrow(key)) carry(held, key);
    // Nothing else happens while a card is in the hand.
    return key !== 'Tab' || putBack();
  };

  const putBack = (): boolean => {
    setTaken(null);
    return false;
  };

  const focusKeys = (key: string, task: Task, place: Place): boolean => {
    if (key === ' ') take(task, place);
    else if (key === 'Enter') open(task);
    else if (isArrow(key)) {
      const next = stepToCard(columns, place, key);
      if (next) setReachedId(columns[next.status][next.index]?.id ?? null);
    } else return false;
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

function isArrow(key: string): boolean {
  return key.startsWith('Arrow') || key === 'Home' || key === 'End';
}

function firstOf(columns: Columns): string | null {
  return Object.values(columns).find((tasks) => tasks.length > 0)?.[0]?.id ?? null;
}

function nameOf(task: Task): string {
  return `${aliasOf(task)} ${showHidden(task.title).slice(0, 80)}`;
}

function placeWords(columns: Columns, { status, index }: Place): string {
  return `${statusWord(status)}, place ${index + 1} of ${columns[status].length}.`;
}
