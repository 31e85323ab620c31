import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { type RefObject, useEffect, useRef } from 'react';
import type { TaskStatus } from '../../../core/workspace/task.ts';
import { isDropped } from '../../parts/act.ts';

/**
 * Dragging writes its marks straight onto the elements: while a card is dragged the pointer moves 60 times a second, and
 * rendering a column for each would cost more than all the rest.
 */
export function useCardDrag(ref: RefObject<HTMLElement | null>, taskId: string, movable: boolean): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || !movable) return;
    const mark = (edge: string | null) => {
      if (edge) element.dataset.edge = edge;
      else delete element.dataset.edge;
    };
    return combine(
      draggable({
        element,
        getInitialData: () => ({ taskId }),
        onDragStart: () => {
          element.dataset.dragged = '';
        },
        onDrop: () => {
          delete element.dataset.dragged;
        },
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.taskId !== taskId,
        getData: ({ input }) => attachClosestEdge({ taskId }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => mark(extractClosestEdge(self.data)),
        onDragLeave: () => mark(null),
        onDrop: () => mark(null),
      }),
    );
  }, [ref, taskId, movable]);
}

export function useColumnDrop(ref: RefObject<HTMLElement | null>, status: TaskStatus): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const unmark = () => {
      delete element.dataset.over;
    };
    return dropTargetForElements({
      element,
      getData: () => ({ status }),
      onDragEnter: () => {
        element.dataset.over = '';
      },
      onDragLeave: unmark,
      onDrop: unmark,
    });
  }, [ref, status]);
}

export interface Dropped {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** Beside this card; null = at the end of the column. */
  readonly beside: { readonly taskId: string; readonly edge: 'top' | 'bottom' } | null;
}

/** Calls back for a drop that a person made. */
export function useDrops(onDropped: (dropped: Dropped) => void): void {
  const latest = useRef(onDropped);
  latest.current = onDropped;
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const { taskId } = source.data;
          const targets = location.current.dropTargets;
          const column = targets.find((target) => 'status' in target.data);
          if (!isDropped() || typeof taskId !== 'string' || !column) return;
          const card = targets.find((target) => 'taskId' in target.data);
          const edge = card && extractClosestEdge(card.data);
          latest.current({
            taskId,
            status: column.data.status as TaskStatus,
            beside: card ? { taskId: String(card.data.taskId), edge: edge === 'top' ? 'top' : 'bottom' } : null,
          });
        },
      }),
    [],
  );
}
