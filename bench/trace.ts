/**
 * Reads a Chromium trace: how long the page's main thread worked at a stretch, and in each frame. It counts the thread's
 * own time, not the clock's: what other programs take from the processor is no work of the page.
 */

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Of which the thread itself ran. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds. */
export interface Frames {
  /** Script, style and layout of each frame in which there was any. */
  readonly frames: readonly number[];
  /** Every task of the main thread. */
  readonly tasks: readonly number[];
}

/** Whatever the page's code or its layout costs. One may lie inside another; only the outermost counts. */
const worked = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'IntersectionObserverController::computeIntersections',
  'Layout',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
  'UpdateLayoutTree',
]);

const FRAME_US = 1_000_000 / 60;

export function framesOf(events: readonly TraceEvent[]): Frames {
  const main = mainThread(events);
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid);
  const byFrame = new Map<number, number>();
  for (const one of outermost(own.filter(({ name }) => worked.has(name)))) {
    const frame = Math.floor(one.ts / FRAME_US);
    byFrame.set(frame, (byFrame.get(frame) ?? 0) + spentMs(one));
  }
  const tasks = outermost(own.filter(({ name }) => name.endsWith('RunTask')));
  return { frames: [...byFrame.values()], tasks: tasks.map(spentMs) };
}

function outermost(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY;
  return [...events]
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

function spentMs({ tdur, dur = 0 }: TraceEvent): number {
  return (tdur ?? dur) / 1000;
}

/** The renderer that ran the most script: other tabs and the browser itself are in the trace, too. */
function mainThread(events: readonly TraceEvent[]): { readonly pid: number; readonly tid: number } {
  const names = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const spent = ({ pid, tid }: TraceEvent) =>
    events.reduce((sum, one) => {
      const counts = one.pid === pid && one.tid === tid && worked.has(one.name);
      return counts ? sum + (one.dur ?? 0) : sum;
    }, 0);
  const [first] = names.map((one) => ({ one, us: spent(one) })).sort((one, other) => other.us - one.us);
  if (!first) throw new Error('the trace names no main thread');
  return first.one;
}
