import type { ReactNode } from 'react';
import type { TaskStatus } from '../../core/workspace/task.ts';
import { StatusMark } from './marks.tsx';
import { PlainText } from './plain-text.tsx';

interface TaskRowProps {
  readonly status: TaskStatus;
  /** `T-12`. */
  readonly alias: string;
  readonly title: string;
  /** Wraps the title in the document's own kind of link. */
  readonly link?: (title: ReactNode, className: string) => ReactNode;
  /** Due, priority, buttons: what stands at the end. */
  readonly children?: ReactNode;
}

/** One task on one line. Use inside a list item. */
export function TaskRow({ status, alias, title, link, children }: TaskRowProps) {
  const words = <PlainText>{title}</PlainText>;
  return (
    <div className="task-row">
      <StatusMark status={status} shapeOnly />
      <span className="alias">{alias}</span>
      {link ? link(words, 'task-row-title') : <span className="task-row-title">{words}</span>}
      <span className="task-row-side">{children}</span>
    </div>
  );
}
