/** Tasks that a program wants to bring in. It waits, with its report, until a person decides at the desk. */
import type { Author } from '../access/author.ts';

/** A task as a source gives it; references are the source's own ids. */
export interface ImportedTask {
  readonly sourceId: string;
  readonly title: string;
  readonly description: string;
  readonly status: 'backlog' | 'today' | 'in-progress' | 'done';
  readonly priority: 'low' | 'medium' | 'high' | 'urgent';
  readonly tags: readonly string[];
  readonly parentSourceId: string | null;
  readonly dependsOnSourceIds: readonly string[];
  readonly dueDate: string | null;
  readonly checklist: readonly { readonly text: string; readonly done: boolean }[];
}

/** What could not be kept, and where it was. Nothing is dropped silently. */
export interface ImportLoss {
  readonly file: string;
  readonly field: string;
  readonly message: string;
}

export interface ImportRecord {
  readonly id: string;
  readonly format: 'backlog-md';
  readonly source: string;
  /** `accepting`: its first chunk is in; it goes on until all are, also after a crash. */
  readonly status: 'waiting' | 'accepting' | 'accepted' | 'rejected';
  /** Each with the id that its task gets: fixed here, so that no two acceptances make it twice. */
  readonly tasks: readonly (ImportedTask & { readonly id: string })[];
  readonly losses: readonly ImportLoss[];
  readonly author: Author;
  readonly at: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
}
