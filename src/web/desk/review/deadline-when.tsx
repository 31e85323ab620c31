import { When } from '../../parts/time.tsx';
import { dayWords } from '../../parts/time-words.ts';
import { useReview } from './review-context.ts';

/** When the task is due, as it states it: a date ends with its day, and its instant would name the next one. */
export function DeadlineWhen({ at }: { readonly at: string }) {
  const due = useReview().view.parent?.due;
  return due && 'date' in due ? `${dayWords(due.date)}, end of the day` : <When at={at} />;
}
