/** How long something still waits, in words that a glance takes in. */

/** "9 s", "4 min 05 s", "3 h 10 min", "2 days"; null when it is over. */
export function leftWords(ms: number): string | null {
  if (ms <= 0) return null;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** How the words should be said: in the last minute they are urgent. */
export function urgencyOf(ms: number): 'over' | 'urgent' | 'calm' {
  if (ms <= 0) return 'over';
  return ms <= 60_000 ? 'urgent' : 'calm';
}

/** Milliseconds until the words change: whole seconds below an hour, half a minute above. */
export function nextTick(ms: number): number {
  if (ms <= 0) return Number.POSITIVE_INFINITY;
  if (ms > 3_600_000) return 30_000;
  return ms % 1000 || 1000;
}
