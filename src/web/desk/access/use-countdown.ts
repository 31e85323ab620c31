import { useEffect, useState } from 'react';

/** Whole seconds until an instant; 0 when it is over. */
export function useCountdown(until: string): number {
  const end = Date.parse(until);
  const [now, setNow] = useState(Date.now);
  const isOver = now >= end;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((end - now) / 1000));
}
