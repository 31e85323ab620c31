import { useRef } from 'react';

/** How often the value was replaced: what to ask again by, where a summary does not tell all that changed. */
export function useChanges(value: unknown): number {
  const seen = useRef({ value, count: 0 });
  if (seen.current.value !== value) seen.current = { value, count: seen.current.count + 1 };
  return seen.current.count;
}
