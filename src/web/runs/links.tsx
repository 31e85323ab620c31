/** Ways between pages that both documents have. Each has its own router; these addresses are the same in both. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { aliasOf } from '../data/live-state.ts';
import { useLive } from '../data/use-live.ts';
import { PlainText } from '../parts/plain-text.tsx';

interface WayProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To an address of this document. */
export function Way({ to, className, children }: WayProps) {
  const whole: string = to;
  return (
    <Link to={whole} className={className}>
      {children}
    </Link>
  );
}

export function runPath(runId: string): string {
  return `/run/${encodeURIComponent(runId)}`;
}

interface TaskLinkProps {
  readonly taskId: string | null;
  /** "T-12 Write the press note", as the daemon words it; for a task that this page does not hold. */
  readonly task: string | null;
}

/** The task that a run carries out. Tasks are shown in the workspace, so the desk leads over there. */
export function TaskLink({ taskId, task }: TaskLinkProps) {
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  const found = useLive((state) => (taskId === null ? undefined : state.tasks.get(taskId)));
  if (!found) return task === null ? null : <PlainText>{task}</PlainText>;
  const path = `/task/${aliasOf(found)}`;
  const words = (
    <>
      <span className="alias">{aliasOf(found)}</span> <PlainText>{found.title}</PlainText>
    </>
  );
  if (new URL(workspaceUrl).origin === location.origin) return <Way to={path}>{words}</Way>;
  return <a href={`${workspaceUrl}${path}`}>{words}</a>;
}
