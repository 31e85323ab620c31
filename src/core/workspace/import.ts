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
  /**
   * `gathering`: its parts are being stored; nobody decides yet. `accepting`: its first chunk is in; it goes on until all
   * are, also after a crash.
   */
  readonly status: 'gathering' | 'waiting' | 'accepting' | 'accepted' | 'rejected';
  readonly taskCount: number;
  readonly lossCount: number;
  readonly partCount: number;
  /** Of all its texts. */
  readonly characters: number;
  readonly author: Author;
  readonly at: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
}

/** A piece of an import that is stored in one short transaction: 10 MB in one event stalled the event loop for half a second. */
export interface ImportPart {
  /** `<importId>.<number>`. */
  readonly id: string;
  readonly importId: string;
  /** From 1. */
  readonly number: number;
  /** Each with the id that its task gets: fixed here, so that no two acceptances make it twice. */
  readonly tasks: readonly (ImportedTask & { readonly id: string })[];
  readonly losses: readonly ImportLoss[];
}
