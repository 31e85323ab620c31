import type { ReactNode } from 'react';
import type { Refusal } from '../../kit/result.ts';
import { Button } from './button.tsx';
import { refusalWords } from './refusal-words.ts';

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do about it: buttons. */
  readonly action?: ReactNode;
}

/** Nothing is here, and that is fine. */
export function EmptyState({ title, children, action }: EmptyProps) {
  return (
    <div className="place">
      <p className="place-title">{title}</p>
      {children && <p className="place-text">{children}</p>}
      {action && <div className="buttons">{action}</div>}
    </div>
  );
}

interface ErrorProps {
  readonly refusal: Refusal;
  readonly retry?: (() => void) | undefined;
  readonly title?: string;
}

/** Something could not be read: what happened, what to do. */
export function ErrorState({ refusal, retry, title = 'This could not be read' }: ErrorProps) {
  return (
    <div className="place" role="alert">
      <p className="place-title">{title}</p>
      <p className="place-text">{refusalWords(refusal)}</p>
      <div className="buttons">
        {retry && <Button onAct={retry}>Try again</Button>}
        <code className="quiet small">{refusal.code}</code>
      </div>
    </div>
  );
}

/** For what takes longer than a moment; what is quick shows nothing (styles/words.css). */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p className="loading" role="status">
      Loading {what}…
    </p>
  );
}

interface BannerProps {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'warn' | 'bad';
  readonly action?: ReactNode;
}

/** A line above the page that stays until its cause is gone. */
export function Banner({ children, tone = 'plain', action }: BannerProps) {
  return (
    <div className="banner" data-tone={tone}>
      <div className="banner-text">{children}</div>
      {action}
    </div>
  );
}

interface OfflineProps {
  readonly offline: boolean;
  /** The line that starts Sidekicks. */
  readonly start: string | undefined;
}

/** Mount it always: the words must arrive in a live region that exists. */
export function OfflineBanner({ offline, start }: OfflineProps) {
  return (
    <div role="status">
      {offline && (
        <Banner tone="warn">
          The connection to Sidekicks is lost. If it was stopped, start it in a terminal
          {start !== undefined && (
            <>
              : <code>{start}</code>
            </>
          )}
          . What you see may be out of date; it catches up by itself.
        </Banner>
      )}
    </div>
  );
}
