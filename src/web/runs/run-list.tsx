import { type CSSProperties, memo, useEffect, useRef, useSyncExternalStore } from 'react';
import type { RunCard } from '../../protocol/delegation-views.ts';
import { PlainText } from '../parts/plain-text.tsx';
import { Time } from '../parts/time.tsx';
import { useSight } from './fixed-rows.ts';
import { runPath, TaskLink, Way } from './links.tsx';
import { ClaimMark, RunMark, VerdictMark } from './marks.tsx';
import { evidenceWords, modeWords, waitWords } from './words.ts';

interface RunListProps {
  readonly runs: readonly RunCard[];
  readonly total: number;
  readonly more: (() => void) | null;
  readonly label: string;
}

/** Pixels of a row, as `runs.css` has it; on narrow screens a row has a line more. */
const ROW = 64;
const NARROW_ROW = 104;
/** Rows kept beyond each edge: two turns of a wheel. A jump draws them all at once, and each costs some 0.15 ms. */
const BEYOND = 8;

/** All runs, of which only those in sight exist; the next page is read before its rows are reached. */
export function RunList({ runs, total, more, label }: RunListProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const row = useNarrow() ? NARROW_ROW : ROW;
  const { first, end } = useSight(scroll, runs.length, row, BEYOND);

  useEffect(() => {
    if (more && end > runs.length - 20) more();
  }, [more, end, runs.length]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="run-scroll" ref={scroll} tabIndex={0} aria-label={label}>
      <ul className="run-rows" style={{ '--size': `${runs.length * row}px` } as CSSProperties}>
        {runs.slice(first, end).map((run, at) => (
          <li
            key={run.id}
            className="run-row"
            aria-setsize={total}
            aria-posinset={first + at + 1}
            style={{ '--y': `${(first + at) * row}px` } as CSSProperties}
          >
            <KeptRow run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rows that stay in sight are not drawn again for those that come. */
const KeptRow = memo(RunRow);

/** As the style sheet has it, also after the window was turned or made smaller. */
function useNarrow(): boolean {
  return useSyncExternalStore(watchWidth, () => narrow.matches);
}

const narrow = matchMedia('(max-width: 640px)');

function watchWidth(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** One run: how it stands, what for, by whom, what it waits for. */
export function RunRow({ run }: { readonly run: RunCard }) {
  return (
    <>
      <span className="run-row-text">
        <Way to={runPath(run.id)} className="row-title">
          <PlainText>{run.goal || 'A run without a goal'}</PlainText>
        </Way>
        <span className="quiet small run-row-facts">
          <PlainText>{run.agentId}</PlainText>, {modeWords[run.mode].word.toLowerCase()}
          {run.turn > 1 && `, turn ${run.turn}`}, in <PlainText>{run.rootLabel}</PlainText>, asked for by{' '}
          <PlainText>{run.startedByLabel}</PlainText>
          {run.taskId !== null && (
            <>
              , for <TaskLink taskId={run.taskId} task={run.task} />
            </>
          )}
        </span>
      </span>
      <span className="row-side run-row-side">
        <RunState run={run} />
        <Time at={run.endedAt ?? run.createdAt} />
      </span>
    </>
  );
}

export function WaitsFor({ run }: { readonly run: RunCard }) {
  const words = waitWords(run);
  return (
    words !== null && (
      <span className="quiet">
        <PlainText>{words}</PlainText>
      </span>
    )
  );
}

/** Status, then the claim, then what is shown for it, then a person's word; what it waits for while it does. */
function RunState({ run }: { readonly run: RunCard }) {
  const evidence = evidenceWords(run);
  return (
    <>
      <RunMark status={run.status} />
      {run.queuePosition !== null && <span>Place {run.queuePosition} in the queue</span>}
      <WaitsFor run={run} />
      {run.outcome !== null && <ClaimMark outcome={run.outcome} />}
      {evidence !== null && <span>{evidence}</span>}
      {run.verdict && <VerdictMark verdict={run.verdict} />}
    </>
  );
}
