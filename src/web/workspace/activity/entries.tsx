import { Fragment } from 'react';
import type { ActivityEntry } from '../../../protocol/views.ts';
import { unsaidTask } from '../../data/plan-task.ts';
import { useLive } from '../../data/use-live.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { Link, taskTarget } from '../link.tsx';
import './activity.css';

/** Entries as sentences: who, did what, when. */
export function Entries({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  if (entries.length === 0) return <p className="quiet">Nothing happened yet.</p>;
  return (
    <ol className="entries">
      {entries.map((entry) => (
        <li key={entry.seq ?? `${entry.at} ${entry.author.id} ${entry.summary}`} className="entry">
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry }: { readonly entry: ActivityEntry }) {
  const unsaid = useLive((state) => unsaidTask(state, entry));
  return (
    <>
      <span className="entry-time quiet">
        <Time at={entry.at} />
      </span>
      <span className="entry-text">
        <Link to="/activity" search={{ author: entry.author.id }} className="entry-author">
          <PlainText>{entry.author.label}</PlainText>
        </Link>{' '}
        {entry.redacted ? (
          <em>redacted</em>
        ) : (
          <Summary text={unsaid === null ? entry.summary : `${entry.summary} (${unsaid})`} />
        )}{' '}
        <span className="quiet small">{wayWords(entry)}</span>
      </span>
    </>
  );
}

/** The sentence, its task names as links. */
function Summary({ text }: { readonly text: string }) {
  return text.split(/\b(T-\d+)\b/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
      <Link key={index} {...taskTarget(part)} className="entry-task">
        {part}
      </Link>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
      <Fragment key={index}>{part === '' ? null : <PlainText>{part}</PlainText>}</Fragment>
    ),
  );
}

const ways: { readonly [V in ActivityEntry['author']['via']]: string } = {
  desk: 'at the desk',
  page: 'in this page',
  'mcp-http': 'over MCP',
  'mcp-stdio': 'over MCP',
  http: 'over HTTP',
  webmcp: 'through a browser',
  cli: 'in the terminal',
  worker: 'as a worker',
  daemon: 'by itself',
};

function wayWords({ author }: ActivityEntry): string {
  return ways[author.via];
}
