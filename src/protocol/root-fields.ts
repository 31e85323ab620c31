/** What a person says of a folder, when giving it and when changing it. */
import { text } from './schema.ts';

export const rootFields = {
  label: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S', description: 'Name.' },
  defaultAgentId: { type: ['string', 'null'], maxLength: 60, description: 'Agent of runs that name none.' },
  prepare: {
    type: ['string', 'null'],
    maxLength: 2000,
    description: 'Command that prepares a fresh tree for checks.',
  },
  caches: {
    type: 'array',
    items: text(4096, 'Absolute folder.'),
    maxItems: 20,
    description: 'Folders checks may read.',
  },
  testPaths: {
    type: 'array',
    items: text(1000, 'Relative path.'),
    maxItems: 200,
    description: 'Paths that judge the work.',
  },
  manifests: {
    type: 'array',
    items: text(1000, 'Relative path.'),
    maxItems: 200,
    description: 'Other files and folders that decide how checks run, beside those that are known by name.',
  },
} as const;
