/** One Backlog.md task file into an imported task, with everything that could not be kept as it was. */
import type { ImportedTask, ImportLoss } from '../../../core/workspace/import.ts';
import { isDate } from '../../../core/workspace/time.ts';
import { splitFrontMatter } from '../../../kit/front-matter.ts';
import { readBody } from './body.ts';
import { otherFields } from './fields.ts';
import { type FrontFields, flat, type Lose, many, one, readFields } from './front.ts';

/** What a task holds at most; longer values are cut and reported. */
const limits = { title: 500, description: 20_000, tags: 50, tag: 48, links: 100, items: 200, item: 1000, id: 128 };

export interface TaskFile {
  /** Path below the folder, with `/`. */
  readonly file: string;
  readonly text: string;
  /** True below `completed/`: an unknown status means done there. */
  readonly completed: boolean;
}

export interface ReadTask {
  readonly task: ImportedTask;
  /** Place on the old board; null = none given. */
  readonly ordinal: number | null;
  /** Fields that live on only as text in the description, without a word in `losses` for each task. */
  readonly asText: readonly string[];
}

const statuses: Readonly<Record<string, ImportedTask['status']>> = {
  'to do': 'backlog',
  todo: 'backlog',
  backlog: 'backlog',
  'in progress': 'in-progress',
  done: 'done',
};

/** Null when the file is no task at all; `losses` then says why. */
export function readTask({ file, text, completed }: TaskFile, losses: ImportLoss[]): ReadTask | null {
  const lose: Lose = (field, message) => losses.push({ file, field, message });
  const { yaml, yamlLine, body, unclosed } = splitFrontMatter(text);
  if (yaml === null) {
    lose('', unclosed ? 'not read: its front matter has no closing line ---' : 'not read: no front matter, so no task');
    return null;
  }
  const fields = readFields(yaml, yamlLine, lose);
  if (!fields) return null;
  const { description, checklist } = readBody(body);
  const others = otherFields(fields, lose);
  const task: ImportedTask = {
    sourceId: cut(one(fields, 'id') || nameless(file, 'id', lose), limits.id, 'id', lose),
    title: titleOf(fields, file, lose),
    description: describeTask(clean(description), clean(others.section), lose),
    status: statusOf(fields, completed, lose),
    priority: priorityOf(fields, lose),
    tags: tagsOf(fields, lose),
    parentSourceId: one(fields, 'parent_task_id') || null,
    dependsOnSourceIds: first([...new Set(many(fields, 'dependencies'))], limits.links, 'dependencies', lose),
    dueDate: dueOf(fields, lose),
    checklist: first(checklist, limits.items, 'acceptance criteria', lose).map((item) => ({
      text: cut(flat(item.text), limits.item, 'acceptance criteria', lose),
      done: item.done,
    })),
  };
  const ordinal = Number(one(fields, 'ordinal') || Number.NaN);
  return { task, ordinal: Number.isFinite(ordinal) ? ordinal : null, asText: others.asText };
}

function titleOf(fields: FrontFields, file: string, lose: Lose): string {
  return cut(one(fields, 'title') || nameless(file, 'title', lose), limits.title, 'title', lose);
}

/** Files are named `<id> - <title>.md`. */
function nameless(file: string, field: 'id' | 'title', lose: Lose): string {
  const name = (file.split('/').at(-1) ?? file).replace(/\.md$/i, '');
  const [id, ...title] = name.split(' - ');
  const value = flat(field === 'id' ? (id ?? '') : title.join(' - ').replaceAll('-', ' ')) || flat(name) || 'untitled';
  lose(field, `missing; "${value}" was taken from the file name`);
  return value;
}

function statusOf(fields: FrontFields, completed: boolean, lose: Lose): ImportedTask['status'] {
  const written = one(fields, 'status');
  const status = statuses[written.toLowerCase().replace(/[\s_-]+/g, ' ')];
  if (status) return status;
  const fallback = completed ? 'done' : 'backlog';
  lose('status', `${written === '' ? 'missing' : `"${short(written)}" is unknown`}; set to ${fallback}`);
  return fallback;
}

function priorityOf(fields: FrontFields, lose: Lose): ImportedTask['priority'] {
  const written = one(fields, 'priority');
  const priority = (['low', 'medium', 'high', 'urgent'] as const).find((known) => known === written.toLowerCase());
  if (priority) return priority;
  if (written !== '') lose('priority', `"${short(written)}" is unknown; set to medium`);
  return 'medium';
}

function tagsOf(fields: FrontFields, lose: Lose): readonly string[] {
  const tags = many(fields, 'labels').map((label) => cut(label, limits.tag, 'labels', lose));
  return first([...new Set(tags)], limits.tags, 'labels', lose);
}

function dueOf(fields: FrontFields, lose: Lose): string | null {
  const written = one(fields, 'due_date') || one(fields, 'due');
  if (written === '') return null;
  const date = written.slice(0, 10);
  if (!isDate(date)) {
    lose('due_date', `"${short(written)}" is no date`);
    return null;
  }
  if (written.length > 10) lose('due_date', `"${short(written)}": the time of day was dropped, the zone is unknown`);
  return date;
}

/** The other fields are short and stay whole; a long description makes room for them. */
function describeTask(description: string, others: string, lose: Lose): string {
  const tail = cut(others, limits.description / 2, 'other fields', lose);
  const room = limits.description - tail.length - 2;
  return [cut(description, room, 'description', lose), tail].filter((part) => part !== '').join('\n\n');
}

/** Line breaks and tabs may stay; other control characters never do. */
function clean(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '');
}

function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

function cut(text: string, max: number, field: string, lose: Lose): string {
  if (text.length <= max) return text;
  lose(field, `${text.length} characters, cut to ${max}`);
  // A cut inside a surrogate pair would leave half a character.
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

function first<T>(values: readonly T[], max: number, field: string, lose: Lose): readonly T[] {
  if (values.length <= max) return values;
  lose(field, `${values.length} entries, the first ${max} were kept`);
  return values.slice(0, max);
}
