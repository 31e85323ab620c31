/**
 * The two lists in a task's description that a contract is made of. A list begins with a line that says only its name and
 * ends at the first line that is no item; several of one name are one list. Whatever is in no list stays text.
 */
import { cut } from '../../kit/text.ts';

const names = ['files', 'checks'] as const;
type Name = (typeof names)[number];

export interface TaskLists extends Readonly<Record<Name, readonly string[]>> {
  /** The description without its lists. */
  readonly text: string;
  /** Lines that look like a list and begin none, in words for the caller. */
  readonly strays: readonly string[];
}

/** A list with what follows it up to the next, or what comes before the first. */
interface Block {
  readonly name: Name | null;
  readonly head: string;
  readonly items: Item[];
  readonly text: string[];
}

interface Item {
  readonly text: string;
  readonly marker: 'number' | 'bullet';
}

export function taskLists(description: string): TaskLists {
  const blocks = blocksOf(description);
  const itemsOf = (wanted: Name) =>
    blocks.flatMap(({ name, items }) => (name === wanted ? items.map(({ text }) => text) : []));
  const empty = ({ name, items }: Block) => name !== null && items.length === 0;
  const strays = blocks.flatMap((block) => [
    ...(empty(block) ? [block.head] : []),
    ...block.text.filter(looksLikeList),
  ]);
  return {
    files: itemsOf('files'),
    checks: itemsOf('checks'),
    text: blocks
      .flatMap((block) => (empty(block) ? [block.head, ...block.text] : block.text))
      .join('\n')
      .trim(),
    strays: strays.map(stray),
  };
}

function blocksOf(description: string): readonly Block[] {
  let block: Block = { name: null, head: '', items: [], text: [] };
  const blocks = [block];
  for (const line of description.split('\n')) {
    const name = nameIn(line);
    const inList = block.name !== null && block.text.length === 0;
    const item = inList ? itemIn(line, block.items[0]?.marker) : null;
    if (name !== undefined) {
      block = { name, head: line, items: [], text: [] };
      blocks.push(block);
    } else if (item) block.items.push(item);
    else if (!inList || line.trim() !== '') block.text.push(line);
  }
  return blocks;
}

function looksLikeList(line: string): boolean {
  return /^[\s#*_]*(files|checks)[\s*_]*:[\s*_]*\S/i.test(line);
}

function stray(line: string): string {
  return `"${cut(line.trim(), 80)}" begins no list and stays text: a list is a line that says only Files: or Checks:, then one item to a line, each after a - or a number.`;
}

function nameIn(line: string): Name | undefined {
  const words = line
    .replaceAll(/[#*_:]/g, '')
    .trim()
    .toLowerCase();
  return names.find((name) => name === words);
}

/** One marker throughout: steps that are numbered below a list of files are no files. */
function itemIn(line: string, wanted: Item['marker'] | undefined): Item | null {
  const [, sign = '', text = ''] = /^\s*([-*]|\d+[.)])\s+(.*\S)\s*$/.exec(line) ?? [];
  const marker = /\d/.test(sign) ? 'number' : 'bullet';
  return text === '' || (wanted !== undefined && wanted !== marker) ? null : { text, marker };
}
