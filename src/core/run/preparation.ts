/** What comes before a root's checks, as a grant names it. Also read by pages, which hash it themselves. */
import type { Root } from './root.ts';

/** Its SHA-256 is what is granted. The command's own words; with caches, both in RFC 8785. Null = nothing is to be granted. */
export function preparationText({ prepare, caches }: Pick<Root, 'prepare' | 'caches'>): string | null {
  return caches.length === 0 ? prepare : JSON.stringify({ caches, prepare });
}
