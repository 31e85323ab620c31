/** The line by which a commit says which result it came from, where the result could not be taken as it was. */
export function appliedTrailer(commit: string): string {
  return `Sidekicks-Result: ${commit}`;
}
