/** What a command may know of a home. */
export { homePath } from './home/folder.ts';
export { refusalOfMissing } from './home/known-workspace.ts';
