import { type ComponentType, lazy } from 'react';

/**
 * A page in a chunk of its own. The router's own helper loads the whole document again when a chunk cannot be fetched,
 * which turns a lost connection into the browser's error page; here it becomes `PageError`, inside the frame.
 */
export function lazyPage<Name extends string>(load: () => Promise<{ [N in Name]: ComponentType }>, name: Name) {
  const component = lazy(async () => ({ default: (await load())[name] }));
  // The router waits for it before it leaves the page that is shown. Whether it arrived shows when it is drawn.
  const preload = () => load().then(ignore, ignore);
  return Object.assign(component, { preload });
}

function ignore(): void {}
