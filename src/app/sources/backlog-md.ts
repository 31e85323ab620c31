/**
 * Reads a Backlog.md folder: `tasks/` and `completed/`, a Markdown file each task. Only reads; nothing from here has any
 * authority. Whatever cannot be kept as it was is listed as a loss.
 */
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportedTask, ImportLoss } from '../../core/workspace/import.ts';
import { type FoundTask, linkTasks } from './backlog-md/links.ts';
import { type ReadTask, readTask } from './backlog-md/task.ts';
import { readTextFile } from './read-text.ts';

export interface BacklogFolder {
  readonly tasks: readonly ImportedTask[];
  readonly losses: readonly ImportLoss[];
}

const FILE_BYTES = 1024 * 1024;
const FILES = 20_000;
/** All files together: they are held in memory, and travel in one request. */
const TOTAL_BYTES = 8 * 1024 * 1024;

/** Folders of the tool that hold tasks; the others hold what the tool itself does not show on its board. */
const taskFolders = ['tasks', 'completed'] as const;
const otherFolders = ['drafts', 'archive', 'milestones', 'docs', 'decisions'] as const;

/** `dir` is the tool's folder, or a project that holds it as `backlog/` or `.backlog/`. Tasks come in the order of ids. */
export async function readBacklogFolder(dir: string): Promise<BacklogFolder> {
  const losses: ImportLoss[] = [];
  const root = await findRoot(dir);
  if (root === null) {
    const message = 'there is no tasks/ folder here, nor below backlog/ or .backlog/: not a Backlog.md folder';
    return { tasks: [], losses: [{ file: dir, field: '', message }] };
  }
  const files = await listFiles(root, losses);
  const read = await readAll(root, files, losses);
  reportQuietFields(read, losses);
  await reportOtherFolders(root, losses);
  return { tasks: linkTasks(read, losses), losses };
}

type Found = FoundTask & Pick<ReadTask, 'asText'>;

async function findRoot(dir: string): Promise<string | null> {
  for (const place of [dir, join(dir, 'backlog'), join(dir, '.backlog')]) {
    const entries = await entriesOf(place);
    if (entries?.some((entry) => entry.name === 'tasks' && entry.isDirectory())) return realpath(place);
  }
  return null;
}

/** Paths below `root`, with `/`. Folders inside a task folder are not part of the format. */
async function listFiles(root: string, losses: ImportLoss[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of taskFolders) {
    const entries = (await entriesOf(root))?.find((entry) => entry.name === folder);
    if (entries?.isSymbolicLink()) losses.push({ file: folder, field: '', message: 'a symbolic link; not followed' });
    if (!entries?.isDirectory()) continue;
    for (const entry of (await entriesOf(join(root, folder))) ?? []) {
      const file = `${folder}/${entry.name}`;
      if (/\.md$/i.test(entry.name) && !entry.isDirectory()) files.push(file);
      else losses.push({ file, field: '', message: 'not read: not a Markdown file' });
    }
  }
  files.sort(byNumbers);
  for (const file of files.splice(FILES))
    losses.push({ file, field: '', message: `not read: more than ${FILES} files` });
  return files;
}

async function readAll(root: string, files: readonly string[], losses: ImportLoss[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  let total = 0;
  for (const file of files) {
    const source = await readTextFile(join(root, file), { maxBytes: FILE_BYTES, linksWithin: null });
    if (!source.ok) {
      losses.push({ file, field: '', message: `not read: ${source.message}` });
      continue;
    }
    total += source.bytes;
    if (total > TOTAL_BYTES) {
      losses.push({ file, field: '', message: `not read: all files together are over ${TOTAL_BYTES} bytes` });
      continue;
    }
    const read = readTask({ file, text: source.text, completed: file.startsWith('completed/') }, losses);
    if (read) found.push({ file, task: read.task, asText: read.asText });
  }
  return found.sort((one, other) => byNumbers(one.task.sourceId, other.task.sourceId));
}

/** Fields that nobody would miss one by one: one line each for the whole import. */
function reportQuietFields(found: readonly Found[], losses: ImportLoss[]): void {
  const counts = new Map<string, number>();
  for (const { asText } of found) for (const field of asText) counts.set(field, (counts.get(field) ?? 0) + 1);
  for (const [field, count] of counts) {
    const message = `kept only as text in the description of ${count} ${count === 1 ? 'task' : 'tasks'}`;
    losses.push({ file: '', field, message });
  }
}

async function reportOtherFolders(root: string, losses: ImportLoss[]): Promise<void> {
  for (const folder of otherFolders) {
    const entries = await entriesOf(join(root, folder));
    if (!entries || entries.length === 0) continue;
    losses.push({
      file: `${folder}/`,
      field: '',
      message: `not read: ${entries.length} entries; only tasks are brought in`,
    });
  }
}

async function entriesOf(dir: string) {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** By the numbers in it, then by code units: BACK-2 comes before BACK-10 on every machine. */
function byNumbers(one: string, other: string): number {
  const [left, right] = [numbersIn(one), numbersIn(other)];
  for (let position = 0; position < Math.max(left.length, right.length); position += 1) {
    const difference = (left[position] ?? -1) - (right[position] ?? -1);
    if (difference !== 0) return difference;
  }
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Of the leading id: `back-100.2 - Title 3.md` is 100, 2. */
function numbersIn(text: string): readonly number[] {
  const id = /\d+(?:\.\d+)*/.exec(text)?.[0] ?? '';
  return id === '' ? [] : id.split('.').map(Number);
}
