/** How many feeds one credential may hold open. Each keeps up to 1 MB for its reader, and a token is easily shared. */
export interface FeedSlots {
  /** Answers how to give it back; null when all are taken. */
  take(credentialId: string): (() => void) | null;
}

/** A person's tabs of one browser share a key: browsers open six connections to an origin, other programs any number. */
export const FEEDS_PER_CREDENTIAL = 16;

export function createFeedSlots(most = FEEDS_PER_CREDENTIAL): FeedSlots {
  const taken = new Map<string, number>();
  return {
    take(id) {
      const count = taken.get(id) ?? 0;
      if (count >= most) return null;
      taken.set(id, count + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (taken.get(id) ?? 1) - 1;
        if (left > 0) taken.set(id, left);
        else taken.delete(id);
      };
    },
  };
}
