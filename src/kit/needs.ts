/** What a test needs of a machine. A test that is left out says why, on the console, where nobody overlooks it. */

/** For `test.runIf(needs(…))`. */
export function needs(isThere: boolean, what: string): boolean {
  if (!isThere) console.log(`skipped: ${what}`);
  return isThere;
}

export const isLinux = () =>
  needs(process.platform === 'linux', 'only Linux has the /proc or the limits that this looks at');

export const isRoot = () => needs(process.getuid?.() === 0, 'only root can give a file to another user');

export const hasOwners = () => needs(process.platform !== 'win32', 'Windows has no owner and mode of a folder');
