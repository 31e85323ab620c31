/**
 * The steps of runs, one file of JSON lines each, beside the event chain: many, and no evidence. Appending gathers what
 * came within a tick; reading goes from the nearest known line start. A torn last line (a kill) is left out.
 */
import { createReadStream, mkdirSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunLogs, Step } from '../../app/ports.ts';

/** A step every so often whose place in the file is remembered. */
const STRIDE = 200;
/** A run's log ends here: what an agent says beyond it is counted, not kept. */
const MAX_STEPS = 200_000;
const MAX_BYTES = 64 * 1024 * 1024;

interface Log {
  /** Byte offset of step `i * STRIDE`. */
  readonly marks: number[];
  steps: number;
  bytes: number;
  waiting: Buffer[];
  /** A write of what waits is coming. */
  isDue: boolean;
  writing: Promise<void>;
}

export function openRunLogs(folder: string): RunLogs {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const logs = new Map<string, Promise<Log>>();
  const pathOf = (runId: string) => join(folder, `${runId.replaceAll(/[^A-Za-z0-9-]/g, '_')}.jsonl`);
  const logOf = (runId: string): Promise<Log> => {
    const known = logs.get(runId);
    if (known) return known;
    const read = scan(pathOf(runId));
    logs.set(runId, read);
    return read;
  };
  const flush = (runId: string, log: Log) => {
    // One failed write (a full disk) must not keep every later one from trying.
    const before = log.writing.catch(() => undefined);
    log.writing = before.then(async () => {
      const bytes = Buffer.concat(log.waiting);
      log.waiting = [];
      if (bytes.length > 0) await appendFile(pathOf(runId), bytes, { mode: 0o600 });
    });
    return log.writing;
  };
  return {
    append(runId, step) {
      void logOf(runId).then((log) => {
        if (log.steps >= MAX_STEPS || log.bytes >= MAX_BYTES) return;
        take(log, Buffer.from(`${JSON.stringify(step)}\n`));
        if (log.isDue) return;
        log.isDue = true;
        setImmediate(() => {
          log.isDue = false;
          void flush(runId, log).catch(() => undefined);
        });
      });
    },
    async read(runId, from, limit) {
      const log = await logOf(runId);
      // As far as this write goes; what comes meanwhile is not in the file yet.
      const { steps: total, bytes } = log;
      await flush(runId, log);
      const steps = await readLines(pathOf(runId), { marks: log.marks, total, bytes }, from, limit);
      return { steps, total };
    },
    async close() {
      for (const [runId, log] of logs) await flush(runId, await log).catch(() => undefined);
    },
  };
}

function take(log: Log, line: Buffer): void {
  if (log.steps % STRIDE === 0) log.marks.push(log.bytes);
  log.steps += 1;
  log.bytes += line.length;
  log.waiting.push(line);
}

async function scan(path: string): Promise<Log> {
  const log: Log = { marks: [], steps: 0, bytes: 0, waiting: [], isDue: false, writing: Promise.resolve() };
  let lineStart = 0;
  let at = 0;
  const stream = createReadStream(path);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, end + 1)) {
        if (log.steps % STRIDE === 0) log.marks.push(lineStart);
        log.steps += 1;
        lineStart = at + end + 1;
      }
      at += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  log.bytes = at;
  // A torn line stays where it is and counts as a step; the next append begins a line of its own.
  if (at > lineStart) {
    if (log.steps % STRIDE === 0) log.marks.push(lineStart);
    log.steps += 1;
    log.bytes += 1;
    log.waiting.push(Buffer.from('\n'));
  }
  return log;
}

interface Written {
  readonly marks: readonly number[];
  readonly total: number;
  readonly bytes: number;
}

/** Only the bytes between two marks. A line ends with a line feed and nothing else: a text may hold U+2028. */
async function readLines(path: string, { marks, total, bytes }: Written, from: number, limit: number): Promise<Step[]> {
  const end = Math.min(from + limit, total);
  if (from >= end) return [];
  const first = Math.floor(from / STRIDE);
  const last = Math.ceil(end / STRIDE);
  const start = marks[first] ?? 0;
  const stop = last * STRIDE < total ? (marks[last] ?? bytes) : bytes;
  const lines = (await readRange(path, start, stop)).toString('utf8').split('\n');
  const skipped = from - first * STRIDE;
  return lines.slice(skipped, skipped + end - from).map(parse);
}

async function readRange(path: string, start: number, stop: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(stop - start), 0, stop - start, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function parse(line: string): Step {
  try {
    return JSON.parse(line) as Step;
  } catch {
    return { at: '', kind: 'note', text: 'a step that was cut off by a stop' };
  }
}
