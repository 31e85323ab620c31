import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TaskLinkProps {
  /** Alias or id. */
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function TaskLink({ to, className, children }: TaskLinkProps) {
  return (
    <Link to="/task/$taskId" params={{ taskId: to }} className={className}>
      {children}
    </Link>
  );
}
