import type { ComponentType } from 'react';

/** A component in a chunk of its own. */
export interface Chunk<Props> {
  /** Once it is there it is drawn at once: `lazy` alone shows a fallback first, and React keeps that for 300 ms. */
  readonly get: () => ComponentType<Props> | null;
  readonly fetch: () => Promise<ComponentType<Props>>;
  /** Fetches it before it is needed. Whether it came shows when it is drawn. */
  readonly preload: () => Promise<void>;
}

export function chunkOf<Name extends string, Props>(
  load: () => Promise<{ [N in Name]: ComponentType<Props> }>,
  name: Name,
): Chunk<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded ??= (await load())[name];
    return loaded;
  };
  return { get: () => loaded, fetch, preload: () => fetch().then(ignore, ignore) };
}

function ignore(): void {}
