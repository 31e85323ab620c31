import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';
import { showHidden } from '../../parts/hidden-chars.ts';
import { statusWord } from '../../parts/marks.tsx';
import type { Columns } from './filter.ts';
import { arranged, type Place, step } from './place.ts';

export interface TakenCard {
  readonly task: Task;
  readonly from: Place;
  readonly at: Place;
}

interface Options {
  readonly columns: Columns;
  readonly movable: boolean;
  readonly move: (columns: Columns, taskId: string, place: Place) => Promise<boolean>;
}

/** A card in the hand: Space takes it, arrows move it, Space puts it down, Escape puts it back. Each step is said. */
export function useTakenCard({ columns, movable, move }: Options) {
  const [taken, setTaken] = useState<TakenCard | null>(null);
  const [said, setSaid] = useState('');

  const take = (task: Task, from: Place) => {
    if (!movable) {
      setSaid('Pair this browser to move tasks.');
      return;
    }
    setTaken({ task, from, at: from });
    const how = 'Arrows move it, Space puts it down, Escape puts it back.';
    setSaid(`${nameOf(task)} taken. ${placeWords(columns, from)} ${how}`);
  };

  const putDown = async ({ task, from, at }: TakenCard) => {
    setTaken(null);
    if (at.status === from.status && at.index === from.index) {
      setSaid(`${nameOf(task)} put down where it was.`);
      return;
    }
    setSaid(`${nameOf(task)} put down. ${placeWords(arranged(columns, task, at), at)}`);
    if (!(await move(columns, task.id, at))) setSaid(`${nameOf(task)} was not moved.`);
  };

  const putBack = ({ task, from }: TakenCard) => {
    setTaken(null);
    setSaid(`${nameOf(task)} put back. ${placeWords(columns, from)}`);
  };

  const carry = (held: TakenCard, key: string) => {
    const next = step(arranged(columns, held.task, held.at), held.at, key);
    if (!next) return;
    setTaken({ ...held, at: next });
    setSaid(placeWords(arranged(columns, held.task, next), next));
  };

  /** Nothing else happens while a card is in the hand; Tab leaves, and puts it back. */
  const press = (held: TakenCard, key: string): boolean => {
    if (key === ' ' || key === 'Enter') void putDown(held);
    else if (key === 'Escape' || key === 'Tab') putBack(held);
    else carry(held, key);
    return key !== 'Tab';
  };

  return { taken, said, take, press };
}

function nameOf(task: Task): string {
  return `${aliasOf(task)} ${showHidden(task.title).slice(0, 80)}`;
}

function placeWords(columns: Columns, { status, index }: Place): string {
  return `${statusWord(status)}, place ${index + 1} of ${columns[status].length}.`;
}
