/** A daemon on a machine where no jail works. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openScene, type Scene } from './scene.ts';

/** As on a machine whose kernel forbids user namespaces: what is found first is of no use. */
export async function withoutJail(use: (bare: Scene) => Promise<void>): Promise<void> {
  const path = process.env.PATH;
  const bin = mkdtempSync(join(tmpdir(), 'sidekicks-bin-'));
  const broken = '#!/bin/sh\n[ "$1" = --version ] && echo "bubblewrap 0.8.0" && exit 0\nexit 1\n';
  writeFileSync(join(bin, 'bwrap'), broken, { mode: 0o755 });
  let bare: Scene | undefined;
  try {
    process.env.PATH = `${bin}${delimiter}${path}`;
    bare = await openScene(['--linger']);
    await use(bare);
  } finally {
    process.env.PATH = path;
    await bare?.close();
    rmSync(bin, { recursive: true, force: true });
  }
}
