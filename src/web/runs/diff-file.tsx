import { memo, useState } from 'react';
import { counted } from '../../kit/text.ts';
import { Button } from '../parts/button.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import type { DiffFile, DiffLine, Hunk } from './diff.ts';
import { grouped } from './words.ts';

interface DiffFileProps {
  readonly file: DiffFile;
  readonly startsOpen: boolean;
}

/** Lines drawn at first, and then more of at a time. */
const SHOWN = 1_000;

const changes: { readonly [C in DiffFile['change']]: string } = {
  added: 'new file',
  removed: 'removed',
  renamed: 'renamed',
  changed: 'changed',
  mode: 'only its mode changed',
};

/** One file of a diff; it opens and closes, and long ones are drawn in pieces. */
export const DiffFileView = memo(function DiffFileView({ file, startsOpen }: DiffFileProps) {
  const [open, setOpen] = useState(startsOpen);
  const [shown, setShown] = useState(SHOWN);
  const total = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return (
    <div className="diff-file">
      <h3 className="diff-file-head">
        <Button kind="quiet" small aria-expanded={open} data-file="" onAct={() => setOpen(!open)}>
          <span aria-hidden="true">{open ? '▾' : '▸'}</span>
          <code>
            <PlainText>{file.path}</PlainText>
          </code>
        </Button>
        <span className="quiet small">
          {changes[file.change]}
          {file.change === 'renamed' && file.before !== null && (
            <>
              {' '}
              from <PlainText>{file.before}</PlainText>
            </>
          )}
          , <span className="diff-plus">+{grouped(file.added)}</span>{' '}
          <span className="diff-minus">−{grouped(file.removed)}</span>
        </span>
      </h3>
      {open && (
        <>
          {file.binary && <p className="quiet diff-note">A binary file: its bytes are not shown.</p>}
          {file.notes.map((note) => (
            <p key={note} className="quiet diff-note">
              <PlainText>{note}</PlainText>
            </p>
          ))}
          <Hunks hunks={file.hunks} shown={shown} />
          {total > shown && (
            <Button small onAct={() => setShown(shown + SHOWN)}>
              Show {counted(Math.min(SHOWN, total - shown), 'more line')}
            </Button>
          )}
        </>
      )}
    </div>
  );
});

function Hunks({ hunks, shown }: { readonly hunks: readonly Hunk[]; readonly shown: number }) {
  let left = shown;
  return (
    <div className="diff-scroll">
      {hunks.map((hunk, index) => {
        const lines = hunk.lines.slice(0, Math.max(0, left));
        left -= hunk.lines.length;
        if (lines.length === 0) return null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hunk has no other name
          <table className="diff-lines" key={index}>
            <caption tabIndex={-1} data-hunk="">
              <PlainText>{hunk.head}</PlainText>
            </caption>
            <tbody>
              {lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
                <Line key={at} line={line} />
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

const signs: { readonly [K in DiffLine['kind']]: { readonly sign: string; readonly word: string } } = {
  added: { sign: '+', word: 'added' },
  removed: { sign: '−', word: 'removed' },
  same: { sign: ' ', word: '' },
  note: { sign: '\\', word: 'note' },
};

function Line({ line }: { readonly line: DiffLine }) {
  const { sign, word } = signs[line.kind];
  return (
    <tr className="diff-line" data-kind={line.kind}>
      <td className="diff-number">{line.old}</td>
      <td className="diff-number">{line.new}</td>
      <td className="diff-sign">
        <span aria-hidden="true">{sign}</span>
        {word !== '' && <span className="visually-hidden">{word}</span>}
      </td>
      <td className="diff-text">
        <PlainText>{line.text}</PlainText>
      </td>
    </tr>
  );
}
