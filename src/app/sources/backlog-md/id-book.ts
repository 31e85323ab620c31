/**
 * Finds the task that a written reference means. Case never counts. When a project has changed its prefix, old
 * references still say `task-100.1` for what is BACK-100.1 now: the tool's first prefix, or none, means the number alone,
 * as long as only one task has it.
 */
export function idBook(ids: readonly string[]): (written: string) => string | null {
  const exact = new Map(ids.map((id) => [id.toLowerCase(), id]));
  const byNumber = new Map<string, string | null>();
  for (const id of ids) {
    const { number } = parts(id);
    if (number !== null) byNumber.set(number, byNumber.has(number) ? null : id);
  }
  return (written) => {
    const found = exact.get(written.toLowerCase());
    if (found !== undefined) return found;
    const { prefix, number } = parts(written);
    if (number === null) return null;
    const other = byNumber.get(number) ?? null;
    const samePrefix = other !== null && parts(other).prefix === prefix;
    return prefix === '' || prefix === 'task' || samePrefix ? other : null;
  };
}

/** `TASK-004.02` is prefix `task` and number `4.2`: padding is a display setting of the tool. */
function parts(id: string): { readonly prefix: string; readonly number: string | null } {
  const found = /^(?:([a-z][a-z0-9_]*)-)?(\d+(?:\.\d+)*)$/.exec(id.toLowerCase());
  if (!found) return { prefix: '', number: null };
  const number = (found[2] as string).replace(/(^|\.)0+(?=\d)/g, '$1');
  return { prefix: found[1] ?? '', number };
}
