/**
 * What this machine offers to a jail: bubblewrap and the read-only pieces of the root. Owns the list of what of /etc is
 * shown; never shows what may hold a secret (/etc/shadow, /etc/ssl/private, a gitconfig with tokens).
 */
import { execFile } from 'node:child_process';
import { access, constants, lstat, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { searchPath } from '../search-path.ts';
import type { Mount, SystemFacts } from './mounts.ts';
import type { JailNetwork } from './spec.ts';

export interface Bubblewrap {
  readonly path: string;
  readonly version: string;
}

/** Both lie beside this file in the source, and beside every chunk in dist/. */
const launcher = fileURLToPath(new URL('./launcher.mjs', import.meta.url));
const shim = fileURLToPath(new URL('./shim.mjs', import.meta.url));

const rootFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];

const etc = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'fonts',
  'group',
  'host.conf',
  'hosts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'passwd',
  'pki/ca-trust',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
];

export async function findBubblewrap(): Promise<Bubblewrap | null> {
  for (const folder of new Set([...searchPath(), '/usr/bin', '/usr/local/bin'])) {
    const path = join(folder, 'bwrap');
    if (!(await canRun(path))) continue;
    const said = await promisify(execFile)(path, ['--version'], { timeout: 5000 }).catch(() => null);
    // Broken here (another processor's, a library that is missing): it must not keep the daemon from starting.
    if (said === null) continue;
    return { path, version: /\d+(\.\d+)+/.exec(said.stdout)?.[0] ?? '0' };
  }
  return null;
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

export async function systemFacts(network: JailNetwork): Promise<Omit<SystemFacts, 'alternates'>> {
  const names = network === 'open' ? [...etc, 'resolv.conf'] : etc;
  const root = await Promise.all([
    ...rootFolders.map(rootPiece),
    // The name is kept and the file behind it bound: resolv.conf and localtime are often links to elsewhere.
    ...names.map(async (name) => present(`/etc/${name}`)),
  ]);
  return { root: root.filter((mount) => mount !== null), node: await realpath(process.execPath), launcher, shim };
}

/** /bin is a link to usr/bin on most systems, and a folder on others. */
async function rootPiece(path: string): Promise<Mount | null> {
  const stat = await lstat(path).catch(() => null);
  if (stat?.isSymbolicLink()) return { kind: 'link', source: await readlink(path), target: path };
  return stat?.isDirectory() ? { kind: 'read', source: path, target: path } : null;
}

async function present(path: string): Promise<Mount | null> {
  const source = await realpath(path).catch(() => null);
  return source === null ? null : { kind: 'read', source, target: path };
}
