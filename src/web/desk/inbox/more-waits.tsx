import { type RefObject, useEffect, useRef } from 'react';
import type { InboxView } from '../../../protocol/delegation-views.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState } from '../../parts/places.tsx';
import type { Inbox } from '../../runs/use-inbox.ts';
import { unreadWords } from '../../runs/waiting.ts';
import { grouped } from '../../runs/words.ts';

interface MoreWaitsProps {
  readonly view: InboxView;
  readonly inbox: Pick<Inbox, 'more' | 'missed' | 'again'>;
  /** What is read comes below it. */
  readonly list: RefObject<HTMLUListElement | null>;
}

/** The daemon gives 100 at a time: how many more wait, of what kind, and the way to them. */
export function MoreWaits({ view, inbox: { more, missed, again }, list }: MoreWaitsProps) {
  const last = useRef<Element | null>(null);
  const count = view.items.length;

  // The button may be gone with the last page; whoever pressed it by key goes on at what came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say that something came, or that nothing will
  useEffect(() => {
    last.current?.nextElementSibling?.querySelector<HTMLElement>('a, button')?.focus();
    last.current = null;
  }, [count, missed]);

  if (view.nextCursor === null) return null;
  if (missed) return <ErrorState title="What else waits could not be read" refusal={missed} retry={again} />;
  return (
    <div className="buttons">
      <Button
        small
        busy={more === null}
        onAct={() => {
          last.current = list.current?.lastElementChild ?? null;
          more?.();
        }}
      >
        Show more
      </Button>
      <span className="quiet small">
        And {grouped(view.total - count)} more: {unreadWords(view)}.
      </span>
    </div>
  );
}
