/**
 * The Markdown of one Backlog.md task. Acceptance criteria become a checklist; every other section stays in the
 * description in its order, without the tool's own marks.
 */
import { checkboxOf, markdownLines } from '../markdown-lines.ts';

export interface TaskBody {
  readonly description: string;
  readonly checklist: readonly { readonly text: string; readonly done: boolean }[];
}

/** `<!-- AC:BEGIN -->`, `<!-- SECTION:NOTES:END -->`: marks of the tool, alone on their line. */
const MARK = /^\s*<!--\s*(AC|DOD|COMMENTS|SECTION:[A-Z_]+):(BEGIN|END)\s*-->\s*$/;
const CRITERIA_HEADING = /^##\s+acceptance criteria:?\s*$/i;
const DESCRIPTION_HEADING = /^##\s+description:?\s*$/i;
const HEADING = /^#{1,2}\s/;

interface Reading {
  readonly kept: string[];
  readonly checklist: { text: string; done: boolean }[];
  /** Where the line stands: in criteria by heading, by mark, or neither. */
  byHeading: boolean;
  byMark: boolean;
  /** Blanks before the bullet of the item that may go on; -1 = none. */
  itemIndent: number;
}

export function readBody(markdown: string): TaskBody {
  const reading: Reading = { kept: [], checklist: [], byHeading: false, byMark: false, itemIndent: -1 };
  for (const { text, code } of markdownLines(markdown)) readLine(reading, text, code);
  return { description: joinSections(reading.kept), checklist: reading.checklist };
}

function readLine(reading: Reading, text: string, code: boolean): void {
  if (!code) {
    const mark = MARK.exec(text);
    if (mark) {
      if (mark[1] === 'AC') reading.byMark = mark[2] === 'BEGIN';
      reading.itemIndent = -1;
      return;
    }
    if (HEADING.test(text)) {
      reading.byHeading = CRITERIA_HEADING.test(text);
      reading.itemIndent = -1;
    }
  }
  const inCriteria = reading.byHeading || reading.byMark;
  if (inCriteria && !code && takeCriterion(reading, text)) return;
  reading.itemIndent = -1;
  reading.kept.push(text);
}

/** True when the line is an item or goes on with one. */
function takeCriterion(reading: Reading, text: string): boolean {
  const box = checkboxOf(text);
  const words = box?.text.replace(/^#\d+\s+/, '') ?? '';
  if (box && words !== '') {
    reading.checklist.push({ text: words, done: box.done });
    reading.itemIndent = box.indent;
    return true;
  }
  const last = reading.checklist.at(-1);
  const indent = text.length - text.trimStart().length;
  if (!last || box || reading.itemIndent < 0 || text.trim() === '' || indent <= reading.itemIndent) return false;
  last.text += ` ${text.trim()}`;
  return true;
}

/** Without the heading of the description, and without the heading of criteria that all became items. */
function joinSections(lines: readonly string[]): string {
  const kept = lines.filter((line, position) => {
    if (DESCRIPTION_HEADING.test(line)) return false;
    return !CRITERIA_HEADING.test(line) || !isEmptySection(lines, position);
  });
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function isEmptySection(lines: readonly string[], heading: number): boolean {
  for (const line of lines.slice(heading + 1)) {
    if (HEADING.test(line)) return true;
    if (line.trim() !== '') return false;
  }
  return true;
}
