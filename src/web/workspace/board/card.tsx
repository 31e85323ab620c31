import { memo, useRef } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { counted } from '../../../kit/text.ts';
import { aliasOf, blockersOf, type LiveState } from '../../data/live-state.ts';
import { useLive } from '../../data/use-live.ts';
import { BlockedMark, PriorityMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Tag } from '../../parts/tag.tsx';
import { DueMark } from '../due-mark.tsx';
import { NewMark } from '../new-mark.tsx';
import { CardRun } from '../runs/card-run.tsx';
import { useCardDrag } from './use-card-drag.ts';

interface CardProps {
  readonly task: Task;
  /** The one card of the board that the Tab key reaches. */
  readonly reached: boolean;
  readonly taken: boolean;
  readonly movable: boolean;
}

/** One task on the board: a link, so that it opens as every link does (`isPlainClick` says why it is a bare one). */
export const Card = memo(function Card({ task, reached, taken, movable }: CardProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  useCardDrag(ref, task.id, movable);
  const blocked = useLive((state) => blockersOf(state, task).length);
  const subtasks = useLive((state) => progressOf(state, task.id));
  const parent = useLive((state) => (task.parentId === null ? null : (state.tasks.get(task.parentId)?.title ?? null)));
  return (
    <a
      ref={ref}
      href={`/task/${aliasOf(task)}`}
      className="card"
      data-task={task.id}
      data-taken={taken || undefined}
      tabIndex={reached ? 0 : -1}
      aria-describedby={movable ? 'board-help' : undefined}
    >
      <span className="card-head">
        <span className="alias">{aliasOf(task)}</span>
        <NewMark task={task} />
        {parent !== null && (
          <span className="card-parent">
            <PlainText>{parent}</PlainText>
          </span>
        )}
        <PriorityMark priority={task.priority} shapeOnly />
      </span>
      <span className="card-title">
        <PlainText>{task.title}</PlainText>
      </span>
      <CardRun taskId={task.id} />
      <span className="card-foot">
        {blocked > 0 && <BlockedMark />}
        <DueMark task={task} />
        {subtasks !== '' && <span className="quiet">{subtasks} done</span>}
        {task.tags.slice(0, 2).map((tag) => (
          <Tag key={tag}>
            <PlainText>{tag}</PlainText>
          </Tag>
        ))}
        {task.tags.length > 2 && <span className="quiet">+{counted(task.tags.length - 2, 'tag')}</span>}
      </span>
    </a>
  );
});

/** "2 of 5", or nothing without subtasks. A string, so that it compares. */
function progressOf(state: LiveState, taskId: string): string {
  const children = state.childrenOf.get(taskId);
  if (!children || children.length === 0) return '';
  return `${children.filter((child) => child.status === 'done').length} of ${children.length}`;
}
