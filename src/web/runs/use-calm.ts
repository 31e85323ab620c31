import { useEffect, useRef, useState } from 'react';

/** The value, at most once in a while: a burst of events makes one question, not one each. */
export function useCalm<T>(value: T, pauseMs = 250): T {
  const [calm, setCalm] = useState(value);
  const toldAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, toldAt.current + pauseMs - performance.now());
    const timer = setTimeout(() => {
      toldAt.current = performance.now();
      setCalm(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return calm;
}
