/** Where paths lie. */
import { sep } from 'node:path';

/** Whether `path` is `folder` or lies in it; both absolute and resolved. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
