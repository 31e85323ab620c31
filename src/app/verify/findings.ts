/** What `verify` found: problems in the order in which they were met, and how much was looked at. */

export type ProblemKind =
  /** A payload is not the one that its header names, or is gone without a redaction. */
  | 'payload'
  /** A header is not the one that its hash is of. */
  | 'header'
  /** An event does not name the hash of the one before. */
  | 'chain'
  /** A number is missing, doubled or out of order. */
  | 'sequence'
  | 'version'
  /** An event contradicts the state that the log before it makes. */
  | 'replay'
  /** A row is not what the log makes of it. */
  | 'entity'
  /** The workspace's row is not where the log ends. */
  | 'workspace'
  /** An approval is not what a person's key signed. */
  | 'approval'
  /** A planned task that no approved revision explains. */
  | 'plan'
  /** A run that no grant explains, or a decision that was not a person's. */
  | 'run'
  /** The bytes of an artifact, contract or answer are gone or damaged. */
  | 'bytes';

export interface Problem {
  readonly what: ProblemKind;
  /** `event 17`, `task:<id>`, `approval:<id>`. */
  readonly where: string;
  readonly message: string;
}

export interface Counts {
  events: number;
  redactedEvents: number;
  entities: number;
  approvals: number;
  plannedTasks: number;
  runs: number;
  /** Also those that are too many to be listed. */
  problems: number;
}

/** So that a ruined store does not fill the memory with what is wrong with it. */
export const LISTED = 1000;

export interface Findings {
  readonly problems: Problem[];
  readonly counts: Counts;
  report(what: ProblemKind, where: string, message: string): void;
  /** Runs a check of one thing; one that does not even have the shape of what it should be is a problem of its own. */
  guarded(what: ProblemKind, where: string, check: () => void): void;
}

export function openFindings(): Findings {
  const problems: Problem[] = [];
  const counts: Counts = {
    events: 0,
    redactedEvents: 0,
    entities: 0,
    approvals: 0,
    plannedTasks: 0,
    runs: 0,
    problems: 0,
  };
  const report = (what: ProblemKind, where: string, message: string): void => {
    counts.problems += 1;
    if (problems.length < LISTED) problems.push({ what, where, message });
  };
  return {
    problems,
    counts,
    report,
    guarded(what, where, check) {
      try {
        check();
      } catch (error) {
        report(what, where, `it cannot be checked: ${(error as Error).message}`);
      }
    },
  };
}
