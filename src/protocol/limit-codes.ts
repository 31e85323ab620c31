/** Refusals of what one token, or one run, may leave behind. Part of `codes.ts`. */
export const limitCodes = {
  too_many_artifacts: {
    status: 429,
    raised: 'The token, or the worker of the run, has published as many artifacts or bytes as it may.',
    next: 'Refer to those that are there; a worker puts the rest into its answer, a person gives another token.',
  },
  too_many_contexts: {
    status: 429,
    raised: 'The token has as many project contexts, characters or revisions of a day as it may.',
    next: 'Publish a shorter revision of one that is there, wait a day, or ask for another token.',
  },
  too_many_questions: {
    status: 429,
    raised: 'The run has asked too many questions.',
    next: 'Go on without an answer, or finish as blocked.',
  },
  too_many_permissions: {
    status: 429,
    raised: 'The run has asked for too many permissions.',
    next: 'Go on without it, or finish as blocked.',
  },
  too_many_runs: {
    status: 429,
    raised: 'Too many runs of this token have not ended, or were started within a day.',
    next: 'Wait for them with tandem_wait, end some with tandem_cancel, or start the next one tomorrow.',
  },
} as const;
