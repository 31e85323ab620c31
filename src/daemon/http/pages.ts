/**
 * The built pages of one origin. A path is served only when it is made of plain names (so nothing climbs out of the
 * folder and no dot file is read); a path without an extension is a route of the page and gets its document.
 */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { refusalOf } from '../refusals.ts';
import { answerRefusal } from './answers.ts';
import type { Exchange, Route } from './edge.ts';
import { isApiPath, isPlainPath } from './guards.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

export const pagesRoute: Route = { method: 'GET', path: '/*', callers: ['anyone'], handle: servePage };

async function servePage({ c, edge }: Exchange): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  if (isApiPath(pathname)) return answerRefusal(refusalOf('unknown_operation'));
  const type = types[extname(pathname)];
  const isDocument = extname(pathname) === '';
  if (!isPlainPath(pathname) || (!isDocument && type === undefined)) return notFound();
  if (isDocument) {
    // Keys and WebMCP belong to the origin http://localhost:PORT; 127.0.0.1 would be another one.
    const url = edge.urls[edge.origin];
    if (c.env.incoming.headers.host !== new URL(url).host) return redirect(`${url}${pathname}${search}`);
    return document(edge.pages);
  }
  return file(join(edge.pages, pathname), type ?? '', pathname.startsWith('/assets/'));
}

async function document(folder: string): Promise<Response> {
  const html = await readOrNull(join(folder, 'index.html'));
  if (html === null) return plain(503, 'The pages are not built. Run: npm run build\n');
  return new Response(html, { headers: { 'content-type': types['.html'] ?? '', 'cache-control': 'no-store' } });
}

/** Names under /assets/ hold a hash of the content. */
async function file(path: string, type: string, isHashed: boolean): Promise<Response> {
  const bytes = await readOrNull(path);
  if (bytes === null) return notFound();
  const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  return new Response(bytes, { headers: { 'content-type': type, 'cache-control': caching } });
}

async function readOrNull(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    return null;
  }
}

function redirect(location: string): Response {
  return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-store' } });
}

function notFound(): Response {
  return plain(404, 'There is no such page.\n');
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
