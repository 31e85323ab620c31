/** What `set_agent` takes of an entry. A file of its own, so that a page that says it beforehand loads no schema. */
export const agentBounds = {
  id: '^[a-z0-9][a-z0-9-]{0,59}$',
  variable: '^[A-Za-z_][A-Za-z0-9_]{0,99}$',
  host: '^[A-Za-z0-9.-]{1,253}:[0-9]{1,5}$',
  files: 20,
  path: 300,
  text: 100_000,
  startSeconds: 600,
} as const;
