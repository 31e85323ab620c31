/**
 * Front matter that a task has no field for. It is kept as text at the end of the description; persons and milestones,
 * which would mean something here, are reported task by task, the rest as one line for the whole import.
 */
import type { FrontFields, Lose } from './front.ts';

/** Fields that a task has. */
const mapped = new Set([
  'id',
  'title',
  'status',
  'priority',
  'labels',
  'dependencies',
  'parent_task_id',
  'due_date',
  'due',
]);

const meaningful = new Set(['assignee', 'milestone']);

export interface OtherFields {
  /** Markdown; '' when there is none. */
  readonly section: string;
  /** The fields in it that nobody was told about one by one. */
  readonly asText: readonly string[];
}

export function otherFields(fields: FrontFields, lose: Lose): OtherFields {
  const lines: string[] = [];
  const asText: string[] = [];
  for (const [key, value] of fields) {
    const text = typeof value === 'string' ? value : value.filter((entry) => entry !== '').join(', ');
    if (mapped.has(key) || text === '') continue;
    lines.push(`- ${key}: ${text}`);
    if (meaningful.has(key)) lose(key, `"${text.slice(0, 200)}" is kept only as text in the description`);
    else asText.push(key);
  }
  return { section: lines.length === 0 ? '' : `## Other fields\n\n${lines.join('\n')}`, asText };
}
