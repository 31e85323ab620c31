/** Time already promised. A fixed one blocks its hours; a flexible one takes capacity but can move. */
export interface Commitment {
  readonly id: string;
  readonly title: string;
  readonly kind: 'fixed' | 'flexible';
  /** RFC 3339 instants, start before end. */
  readonly start: string;
  readonly end: string;
  /** A person's id; null = the workspace's owner. */
  readonly ownerId: string | null;
  readonly createdAt: string;
  readonly removedAt: string | null;
}
