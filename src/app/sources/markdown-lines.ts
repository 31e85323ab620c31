/** Markdown by lines: what is code and what is not, and which lines are checkboxes. No full parser is needed for that. */

export interface MarkdownLine {
  readonly text: string;
  /** Inside a fenced code block, its fences included: nothing there is a heading or a checkbox. */
  readonly code: boolean;
}

export function markdownLines(markdown: string): readonly MarkdownLine[] {
  let fence = '';
  return markdown.split('\n').map((text) => {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text);
    if (fence === '') {
      // An opening fence of backticks has none behind it; otherwise it is inline code.
      if (!mark || (mark[1]?.startsWith('`') && mark[2]?.includes('`'))) return { text, code: false };
      fence = mark[1] as string;
      return { text, code: true };
    }
    const closes = mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '';
    if (closes) fence = '';
    return { text, code: true };
  });
}

export interface Checkbox {
  readonly text: string;
  readonly done: boolean;
  /** Blanks before the bullet. */
  readonly indent: number;
}

/** `- [ ] text`, `* [x] text`, `1. [X] text`, at any depth. */
export function checkboxOf(line: string): Checkbox | null {
  const parts = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\](?:[ \t]+(.*))?$/.exec(line);
  if (!parts) return null;
  return { text: (parts[3] ?? '').trim(), done: parts[2] !== ' ', indent: (parts[1] ?? '').length };
}
