import { type KeyboardEvent, useMemo, useRef } from 'react';
import { counted } from '../../kit/text.ts';
import { act } from '../parts/act.ts';
import { Button } from '../parts/button.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { type Diff, parseDiff, withoutNote } from './diff.ts';
import { DiffFileView } from './diff-file.tsx';
import { Lines } from './run-facts.tsx';
import { grouped } from './words.ts';

interface DiffViewProps {
  readonly text: string;
  /** False: the end of the diff was not read yet. */
  readonly whole: boolean;
}

/** Files beyond this many lines start closed: a person opens what they want to read. */
const OPEN_LINES = 600;

/** A unified diff, file by file. `j` and `k` go from hunk to hunk, `n` and `p` from file to file. */
export function DiffView({ text, whole }: DiffViewProps) {
  const { files, unseen } = useMemo(() => read(text), [text]);
  const place = useRef<HTMLDivElement>(null);
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const onKeyDown = act((event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step(place.current, way)) event.preventDefault();
  });
  let lines = 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the links and buttons inside
    <div className="diff" ref={place} onKeyDown={onKeyDown}>
      <div className="diff-head">
        <span>
          {counted(files.length, 'file')}, <span className="diff-plus">+{grouped(added)}</span>{' '}
          <span className="diff-minus">−{grouped(removed)}</span>
          {!whole && ', so far'}
          {unseen !== null && ', cut'}
        </span>
        <span className="buttons">
          <Button small title="Key: k" onAct={() => step(place.current, 'hunk-before')}>
            Previous hunk
          </Button>
          <Button small title="Key: j" onAct={() => step(place.current, 'hunk-after')}>
            Next hunk
          </Button>
          <Button small title="Key: p" onAct={() => step(place.current, 'file-before')}>
            Previous file
          </Button>
          <Button small title="Key: n" onAct={() => step(place.current, 'file-after')}>
            Next file
          </Button>
        </span>
      </div>
      {files.length === 0 && (
        <p className="quiet">
          <PlainText>No file differs.</PlainText>
        </p>
      )}
      {files.map((file, index) => {
        lines += file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
        // biome-ignore lint/suspicious/noArrayIndexKey: a diff may name a file twice
        return <DiffFileView key={index} file={file} startsOpen={lines <= OPEN_LINES || index === 0} />;
      })}
      {unseen && <Unseen unseen={unseen} />}
    </div>
  );
}

function read(text: string) {
  const { text: kept, unseen } = withoutNote(text);
  return { files: parseDiff(kept), unseen };
}

/** Whoever applies the result applies more than is read here. */
function Unseen({ unseen: { total, names } }: { readonly unseen: NonNullable<Diff['unseen']> }) {
  return (
    <div className="refused" data-tone="warn">
      <p>
        The diff is cut here, at 4 MiB.{' '}
        {total === 0
          ? 'The last file goes on in the commit.'
          : `The commit changes ${counted(total, 'more file')}, which are applied with it.`}
      </p>
      {names.length > 0 && (
        <details>
          <summary>Files that are not shown</summary>
          <Lines of={names} />
          {total > names.length && <p className="quiet">and {grouped(total - names.length)} more</p>}
        </details>
      )}
    </div>
  );
}

type WayOn = 'hunk-after' | 'hunk-before' | 'file-after' | 'file-before';

const ways: { readonly [key: string]: WayOn } = {
  j: 'hunk-after',
  k: 'hunk-before',
  n: 'file-after',
  p: 'file-before',
};

/** Moves the focus to the next or previous one; answers whether there was one. */
function step(place: HTMLElement | null, way: WayOn): boolean {
  if (!place) return false;
  const [what, where] = way.split('-') as ['hunk' | 'file', 'after' | 'before'];
  const all = [...place.querySelectorAll<HTMLElement>(what === 'hunk' ? '[data-hunk]' : '[data-file]')];
  const seen = all.filter((one) => one.checkVisibility());
  const from = place.querySelector<HTMLElement>('[data-hunk]:focus, [data-file]:focus') ?? lastReached.get(place);
  const target =
    where === 'after' ? seen.find((one) => isAfter(from, one)) : seen.findLast((one) => isAfter(one, from));
  if (!target) return false;
  lastReached.set(place, target);
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'start' });
  return true;
}

/** Where the buttons go on from: they have the focus themselves while they are pressed. */
const lastReached = new WeakMap<HTMLElement, HTMLElement>();

function isAfter(one: HTMLElement | undefined | null, other: HTMLElement | undefined | null): boolean {
  if (!one) return true;
  if (!other) return false;
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}
