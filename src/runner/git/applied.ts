/** The line by which a commit says which result it came from, where the result could not be taken as it was. */
export const RESULT_TRAILER = 'Sidekicks-Result';

export function appliedTrailer(commit: string): string {
  return `${RESULT_TRAILER}: ${commit}`;
}
