/** The answer of `consult_sidekick`: one playbook, spoken about one task. Records nothing. */
import { splitFrontMatter } from '../../kit/front-matter.ts';
import type { State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import type { ActiveSidekick } from './match.ts';
import type { ChecklistItem, Constraint, Question } from './playbook.ts';
import { askAbout } from './task-facts.ts';

export interface Consultation {
  readonly taskId: string;
  readonly sidekickId: string;
  readonly name: string;
  readonly summary: string;
  /** The prose of the playbook's skill (Markdown), cut so that the whole stays under `CONSULTATION_LENGTH`. */
  readonly guidance: string;
  /** With the task's facts filled in. */
  readonly questions: readonly Question[];
  readonly constraints: readonly Constraint[];
  /** The values that `recommendationType` may take on a subtask assigned to this sidekick. */
  readonly recommendationTypes: readonly string[];
  readonly checklist: readonly ChecklistItem[];
}

/** Characters of JSON; an answer has 20,000 and carries a little more than this. */
export const CONSULTATION_LENGTH = 18_000;

/** Twelve questions may each name a dozen titles; a title of quotes is twice as long in JSON. */
const QUESTION_LENGTH = 450;

/** The caller makes sure that the sidekick applies to the task (`applicableSidekicks`). `nowMs` is a whole minute. */
export function consult(state: State, task: Task, sidekick: ActiveSidekick, nowMs: number): Consultation {
  const { playbook, skill } = sidekick.active;
  const spoken = {
    taskId: task.id,
    sidekickId: sidekick.id,
    name: playbook.name,
    summary: playbook.summary,
    questions: playbook.questions.map(({ id, text }) => ({
      id,
      text: cut(askAbout(text, state, task, nowMs), QUESTION_LENGTH),
    })),
    constraints: playbook.constraints,
    recommendationTypes: playbook.recommendations,
    checklist: playbook.checklist,
  };
  return { ...spoken, guidance: guidance(skill, CONSULTATION_LENGTH - JSON.stringify(spoken).length) };
}

/**
 * As much of the skill's body as fits into so many characters of JSON: whole lines, and the beginning of the first one that
 * does not fit. Some write a whole skill in one line; without its beginning the agent would get nothing.
 */
function guidance(skill: string, room: number): string {
  const body = splitFrontMatter(skill).body.trim();
  if (jsonLength(body) <= room) return body;
  const note = '\n(cut; the whole text is in the SKILL.md of this sidekick)';
  let left = room - jsonLength(note);
  const lines: string[] = [];
  for (const line of body.split('\n')) {
    const length = jsonLength(line) + 2;
    if (length > left) {
      lines.push(beginning(line, left - 2));
      break;
    }
    left -= length;
    lines.push(line);
  }
  return lines.join('\n').trimEnd() + note;
}

/** The longest beginning of whole characters whose JSON fits. */
function beginning(line: string, room: number): string {
  const points = [...line.slice(0, Math.max(0, room))];
  while (points.length > 0 && jsonLength(`${points.join('')}...`) > room) {
    points.length = Math.floor(points.length * 0.9);
  }
  return points.length === 0 ? '' : `${points.join('')}...`;
}

function jsonLength(text: string): number {
  return JSON.stringify(text).length;
}

function cut(text: string, max: number): string {
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, max - 3).join('')}...`;
}
