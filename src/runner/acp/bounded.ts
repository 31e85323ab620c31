/** Values of an agent made small enough to keep. */
import { cut } from '../../kit/text.ts';

/** As text of at most `length` characters. */
export function shown(value: unknown, length: number): string {
  if (typeof value === 'string') return cut(value, length);
  try {
    return cut(JSON.stringify(value) ?? '', length);
  } catch {
    return '';
  }
}

/** As it is when small, else its beginning as text. */
export function bounded(value: unknown, length: number): unknown {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cut(value, length);
  const text = JSON.stringify(value) ?? '';
  return text.length <= length ? value : cut(text, length);
}
