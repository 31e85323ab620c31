/**
 * Unix sockets that only this user can reach: mode 0600, all of a daemon in one fresh folder of mode 0700. Owns the
 * files and their end. Whoever opens the folder names it among what every jail hides: it may lie in a given folder, and
 * who reaches the socket of another run is its worker.
 * The paths are short, because sun_path holds 108 bytes (104 on macOS) and a home may be deep.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const maxPathBytes = 100;
const nameBytes = 5;
const pattern = `/sk-XXXXXX/${'0'.repeat(nameBytes * 2)}`;

export interface SocketFolder {
  /** Links resolved. */
  readonly path: string;
  /** Removes it with whatever is in it. Idempotent. */
  close(): Promise<void>;
}

export interface PrivateSocket {
  readonly path: string;
  /** Cuts every connection and removes the file. Idempotent. */
  close(): Promise<void>;
}

/** mkdtemp makes 0700, so nobody else gets in. */
export async function openSocketFolder(): Promise<SocketFolder> {
  for (const folder of [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp']) {
    const short = folder ? await realpath(folder).catch(() => null) : null;
    if (short === null || Buffer.byteLength(short) > maxPathBytes - pattern.length) continue;
    const path = await mkdtemp(join(short, 'sk-')).catch(() => null);
    if (path !== null) return { path, close: () => rm(path, { recursive: true, force: true }) };
  }
  throw new Error('no folder for a socket: XDG_RUNTIME_DIR and TMPDIR are missing or too long');
}

/** `folder`: of `openSocketFolder`. */
export async function listenPrivately(server: Server, folder: string, signal?: AbortSignal): Promise<PrivateSocket> {
  signal?.throwIfAborted();
  const path = join(folder, randomBytes(nameBytes).toString('hex'));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= shut(server, sockets, path);
    return closing;
  };
  signal?.addEventListener('abort', () => void close(), { once: true });
  return { path, close };
}

async function shut(server: Server, sockets: ReadonlySet<Socket>, path: string): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
  await rm(path, { force: true });
}
