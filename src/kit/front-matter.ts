/** A Markdown file with YAML front matter between two lines of `---`. Shared by Agent Skills and Backlog.md tasks. */

export interface FrontMatter {
  /** The YAML between the marks; null = the file has none. */
  readonly yaml: string | null;
  /** Line of the file on which the YAML starts, from 1. */
  readonly yamlLine: number;
  readonly body: string;
  /** Line of the file on which the body starts, from 1. */
  readonly bodyLine: number;
  /** True when the front matter has no closing mark. */
  readonly unclosed: boolean;
}

/** Line ends of any kind are read as `\n`; a byte order mark is passed over. */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!isMark(lines[0])) return { yaml: null, yamlLine: 1, body: lines.join('\n'), bodyLine: 1, unclosed: false };
  const end = lines.findIndex((line, position) => position > 0 && isMark(line));
  if (end < 0) return { yaml: null, yamlLine: 1, body: lines.join('\n'), bodyLine: 1, unclosed: true };
  return {
    yaml: lines.slice(1, end).join('\n'),
    yamlLine: 2,
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
    unclosed: false,
  };
}

function isMark(line: string | undefined): boolean {
  return line !== undefined && /^---[ \t]*$/.test(line);
}
