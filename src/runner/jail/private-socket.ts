/**
 * A unix socket that only this user can reach: mode 0600 in a fresh folder of mode 0700. Owns the file and its end.
 * The path is short, because sun_path holds 108 bytes (104 on macOS) and a home may be deep.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const maxPathBytes = 100;

export interface PrivateSocket {
  readonly path: string;
  /** Cuts every connection and removes the file and its folder. Idempotent. */
  close(): Promise<void>;
}

export async function listenPrivately(server: Server, signal?: AbortSignal): Promise<PrivateSocket> {
  signal?.throwIfAborted();
  // mkdtemp makes 0700, so nobody can slip in before the chmod.
  const folder = await mkdtemp(join(await shortFolder(), 'sk-'));
  const path = join(folder, 's');
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= shut(server, sockets, folder);
    return closing;
  };
  signal?.addEventListener('abort', () => void close(), { once: true });
  return { path, close };
}

async function shut(server: Server, sockets: ReadonlySet<Socket>, folder: string): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
  await rm(folder, { recursive: true, force: true });
}

/** The user's own runtime folder where there is one; it is never shown in a jail, nor is the machine's /tmp. */
async function shortFolder(): Promise<string> {
  const own = [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'];
  for (const folder of own) {
    if (!folder || Buffer.byteLength(folder) > maxPathBytes - '/sk-XXXXXX/s'.length) continue;
    if (await isUsable(folder)) return folder;
  }
  throw new Error('no folder for a socket: XDG_RUNTIME_DIR and TMPDIR are missing or too long');
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    await rm(await mkdtemp(join(folder, 'sk-')), { recursive: true });
    return true;
  } catch {
    return false;
  }
}
