/** Refusals in words for people. The daemon's own are for agents too, and name tools that no person calls. */
import { ownProblems, type Refusal } from '../../kit/result.ts';

const forPeople: { readonly [code: string]: string } = {
  unknown_task: 'That task is in the trash, or there is none of that name.',
  unknown_proposal: 'There is no such proposal.',
  unknown_sidekick: 'There is no such sidekick any more.',
  not_found: 'It does not exist any more. Load the page again.',
  unauthenticated: 'This browser was shut out. Pair it again at the desk.',
  not_paired: 'This browser is not paired. Pair it at the desk.',
  forbidden: 'This page may not do that. Go to the desk.',
  preview_needed:
    'This is not what was previewed: the grant, or the runs that it would start, are others now. Preview it again and read what it allows.',
  nonce_expired: 'The connection was interrupted. Try again.',
  bad_signature: 'The key of this page does not fit. Load the page again.',
};

/** What went wrong and what to do, in one or two sentences. */
export function refusalWords(refusal: Refusal): string {
  const { code, message, next } = refusal;
  const [first] = ownProblems(refusal);
  if (first) return `${first.message} ${first.fix}`;
  return forPeople[code] ?? `${message} ${next}`;
}
