/** Refusals of worktrees: making, reading and removing them. Part of `codes.ts`. */
export const worktreeCodes = {
  worktree_exists: {
    status: 409,
    raised: 'There is already a worktree or branch of that name.',
    next: 'Use another name, or remove the old one first.',
  },
  worktree_going: {
    status: 409,
    raised: 'The worktree of the conversation is being removed.',
    next: 'Wait a moment and call again: the next turn begins in a new worktree.',
  },
  worktree_gone: {
    status: 409,
    raised: 'The repository knows no worktree there.',
    next: 'Start the work anew; its branch may still be in the repository.',
  },
  worktree_tampered: {
    status: 409,
    raised: "The worktree's .git is not the file that it was made with.",
    next: 'Look at it by hand; nothing was read from it or deleted.',
  },
  worktree_unmerged: {
    status: 409,
    raised: "The worktree holds work that the folder's own checkout does not.",
    next: 'Apply the result, or merge it there, then remove the worktree.',
  },
  worktree_unreadable: {
    status: 409,
    raised: 'git cannot take the working tree as it is.',
    next: 'Make every file readable and named so that git accepts it, and finish again.',
  },
} as const;
