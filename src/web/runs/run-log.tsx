import { type CSSProperties, type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { act } from '../parts/act.ts';
import { Button } from '../parts/button.tsx';
import { showHidden } from '../parts/hidden-chars.ts';
import { EmptyState, ErrorState, Loading } from '../parts/places.tsx';
import { useZone } from '../parts/time.tsx';
import { formatOf } from '../parts/time-words.ts';
import { isAtEnd, useSight } from './fixed-rows.ts';
import { type LogPages, type LogStep, stepAt } from './log-pages.ts';
import { StepDetail } from './step-detail.tsx';
import { stepWords } from './step-words.ts';
import type { RunLog } from './use-run-log.ts';
import { grouped } from './words.ts';

/** Pixels, as `runs.css` has them. */
const ROW = 24;

interface LogViewProps {
  readonly steps: RunLog;
  readonly active: boolean;
}

/** The steps of the agent, one line each; the chosen one stands below in full. */
export function LogView({ steps, active }: LogViewProps) {
  const { log, refusal, known, again } = steps;
  if (!known) return refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="the steps" />;
  return (
    <>
      {refusal && <ErrorState title="Newer steps could not be read" refusal={refusal} retry={again} />}
      {log.total > 0 && <Steps steps={steps} active={active} />}
      {log.total === 0 && !refusal && (
        <EmptyState title={active ? 'The agent has not taken a step yet' : 'No step of the agent was kept'} />
      )}
    </>
  );
}

function Steps({ steps: { log, need }, active }: LogViewProps) {
  const { total } = log;
  const scroll = useRef<HTMLDivElement>(null);
  const { first, end } = useSight(scroll, total, ROW);
  const [chosen, setChosen] = useState<number | null>(null);
  const { follows, toEnd, onScroll } = useFollow(scroll, total);

  useEffect(() => need(first, end), [need, first, end]);

  const choose = useCallback((index: number) => {
    setChosen(index);
    const element = scroll.current;
    if (element) bringIntoSight(element, index * ROW);
  }, []);
  const onKeyDown = act((event: KeyboardEvent) => {
    const next = keyTarget(event.key, chosen ?? (follows ? total - 1 : first), total);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(total - 1, next)));
  });

  return (
    <div className="log">
      <div
        className="log-scroll"
        ref={scroll}
        role="listbox"
        tabIndex={0}
        aria-label="Steps of the agent; arrows choose one"
        aria-activedescendant={chosen === null ? undefined : `step-${chosen}`}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div
          className="log-rows"
          role="presentation"
          style={{ '--size': `${total * ROW}px`, '--y': `${first * ROW}px` } as CSSProperties}
        >
          <Rows log={log} first={first} end={end} chosen={chosen} choose={choose} />
        </div>
      </div>
      <p className="log-foot quiet small">
        <span>
          {grouped(total)} {total === 1 ? 'step' : 'steps'}
          {active && (follows ? ', following the end' : ', not following')}
        </span>
        {!follows && (
          <Button kind="quiet" small onAct={toEnd}>
            Go to the end
          </Button>
        )}
      </p>
      {chosen !== null && (
        <StepDetail step={stepAt(log, chosen)} index={chosen} total={total} close={() => setChosen(null)} />
      )}
    </div>
  );
}

function bringIntoSight(element: HTMLElement, top: number): void {
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight;
}

/** Stays at the end while the list grows, unless the person scrolled up. */
function useFollow(scroll: { readonly current: HTMLDivElement | null }, total: number) {
  const [follows, setFollows] = useState(true);
  const measure = () => {
    const element = scroll.current;
    if (!element) return true;
    return isAtEnd({ top: element.scrollTop, height: element.clientHeight, row: ROW, count: total });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves with `total`
  useEffect(() => {
    const element = scroll.current;
    if (follows && element) element.scrollTop = element.scrollHeight;
  }, [follows, total, scroll]);
  return {
    follows,
    toEnd: () => setFollows(true),
    onScroll: () => setFollows(measure()),
  };
}

function keyTarget(key: string, at: number, total: number): number | null {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'PageDown') return at + 12;
  if (key === 'PageUp') return at - 12;
  if (key === 'Home') return 0;
  return key === 'End' ? total - 1 : null;
}

interface RowsProps {
  readonly log: LogPages;
  readonly first: number;
  readonly end: number;
  readonly chosen: number | null;
  readonly choose: (index: number) => void;
}

function Rows({ log, first, end, chosen, choose }: RowsProps) {
  const zone = useZone();
  return Array.from({ length: end - first }, (_, at) => {
    const index = first + at;
    return (
      <Row
        key={index}
        step={stepAt(log, index)}
        index={index}
        total={log.total}
        chosen={index === chosen}
        choose={choose}
        zone={zone}
      />
    );
  });
}

interface RowProps {
  readonly step: LogStep | undefined;
  readonly index: number;
  readonly total: number;
  readonly chosen: boolean;
  readonly choose: (index: number) => void;
  readonly zone: string;
}

/** Drawn once: of the rows in sight, scrolling changes only those that come and go. */
const Row = memo(function Row({ step, index, total, chosen, choose, zone }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active option
    <div
      id={`step-${index}`}
      role="option"
      aria-selected={chosen}
      aria-setsize={total}
      aria-posinset={index + 1}
      className="log-row"
      data-kind={step?.kind}
      onClick={act(() => choose(index))}
    >
      {step ? (
        <>
          <span className="log-at">{formatOf(zone, clock).format(Date.parse(step.at))}</span>
          <span className="log-kind">{kindWord(step.kind)}</span>
          <span className="log-text" dir="auto">
            {showHidden(stepWords(step).slice(0, LINE).replaceAll(/\s+/g, ' '))}
          </span>
        </>
      ) : (
        <span className="quiet">…</span>
      )}
    </div>
  );
});

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Characters of a step that its line may need: a line shows no more, and long texts would be laid out in full. */
const LINE = 300;

const kinds: { readonly [kind: string]: string } = {
  message: 'says',
  thought: 'thinks',
  tool: 'tool',
  plan: 'plan',
  usage: 'usage',
  permission: 'asks',
  stderr: 'stderr',
  note: 'note',
};

function kindWord(kind: string): string {
  return kinds[kind] ?? kind;
}
