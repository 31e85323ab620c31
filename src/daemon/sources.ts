/** What a command may read of other tools' folders. */
export { readBacklogFolder } from '../app/sources/backlog-md.ts';
