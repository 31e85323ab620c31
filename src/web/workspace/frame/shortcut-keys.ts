/** The keys that lead to pages: `g`, then one of these. */
export const goKeys = [
  { key: 'b', to: '/', name: 'Board' },
  { key: 'l', to: '/list', name: 'List' },
  { key: 'w', to: '/week', name: 'Week' },
  { key: 'p', to: '/proposals', name: 'Proposals' },
  { key: 'r', to: '/runs', name: 'Runs' },
  { key: 'a', to: '/activity', name: 'Activity' },
  { key: 't', to: '/trash', name: 'Trash' },
] as const;
