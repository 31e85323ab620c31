import { readHello } from '../data/connect.ts';
import { toast } from './toast.tsx';

/**
 * For a chunk that did not come: some browsers remember a module that failed for as long as the document lives. Without an
 * answer the document stays, or the browser's own error page would stand in its place.
 */
export async function loadAgain(): Promise<void> {
  const answer = await readHello();
  if (answer.ok) location.reload();
  else toast({ tone: 'bad', text: 'Sidekicks still does not answer. Check that it runs, then try again.' });
}
