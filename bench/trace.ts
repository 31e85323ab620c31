/** Reads a Chromium trace: how long the page's main thread worked at a stretch, and in each frame. */

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds. */
export interface Frames {
  /** Script, style and layout of each frame in which there was any. */
  readonly frames: readonly number[];
  /** Every task of the main thread. */
  readonly tasks: readonly number[];
}

/** Whatever the page's code or its layout costs; each may lie inside another, so the time is that of their union. */
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
  const tasks = own.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');
  const byFrame = new Map<number, number>();
  let end = 0;
  for (const { ts, dur = 0 } of own.filter(({ name }) => worked.has(name)).sort((one, other) => one.ts - other.ts)) {
    const from = Math.max(ts, end);
    const fresh = ts + dur - from;
    if (fresh <= 0) continue;
    end = ts + dur;
    const frame = Math.floor(ts / FRAME_US);
    byFrame.set(frame, (byFrame.get(frame) ?? 0) + fresh / 1000);
  }
  return { frames: [...byFrame.values()], tasks: tasks.map(({ dur = 0 }) => dur / 1000) };
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
