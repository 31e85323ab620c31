import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ActivityEntry } from '../../../protocol/views.ts';
import { proposalOf, unsaidTask } from '../../data/plan-task.ts';
import type { Activity } from '../../data/use-activity.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { viaWords } from '../review/words.ts';

interface ActivityListProps {
  readonly activity: Activity;
  /** What stands at the end of an entry. */
  readonly actions?: (entry: ActivityEntry) => ReactNode;
  readonly empty: string;
  /** False on the page of the plan itself. */
  readonly linkPlans?: boolean;
}

export function ActivityList({ activity, actions, empty, linkPlans = true }: ActivityListProps) {
  const { entries, refusal, loading, older, again } = activity;
  if (!entries) return refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="the activity" />;
  if (entries.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      {refusal && <ErrorState title="Newer entries could not be read" refusal={refusal} retry={again} />}
      <ul className="rows">
        {entries.map((entry, index) => (
          // Evaluations have no number, and two may be alike.
          <li key={entry.seq ?? `${entry.at} ${index}`} className="row">
            <Entry entry={entry} linkPlans={linkPlans} />
            <span className="row-side">
              {actions?.(entry)}
              <Time at={entry.at} />
            </span>
          </li>
        ))}
      </ul>
      {older ? (
        <div className="buttons">
          <Button busy={loading} onAct={older}>
            Show older
          </Button>
          <span className="quiet small">{entries.length} shown</span>
        </div>
      ) : (
        <p className="quiet small">This is all: {entries.length} shown.</p>
      )}
    </>
  );
}

interface EntryProps {
  readonly entry: ActivityEntry;
  readonly linkPlans: boolean;
}

function Entry({ entry, linkPlans }: EntryProps) {
  const { author, summary, redacted, type } = entry;
  const proposal = linkPlans ? proposalOf(entry) : null;
  const unsaid = useLive((state) => (linkPlans ? unsaidTask(state, entry) : null));
  return (
    <span className="row-text stored">
      <strong>
        <PlainText>{author.label}</PlainText>
      </strong>{' '}
      {redacted ? (
        <em>did something that was redacted</em>
      ) : (
        <PlainText>{unsaid === null ? summary : `${summary} (${unsaid})`}</PlainText>
      )}{' '}
      <span className="quiet small">
        {viaWords[author.via]}, <code>{type}</code>
        {proposal !== null && (
          <>
            {', '}
            <Link to="/proposal/$proposalId" params={{ proposalId: proposal }}>
              the plan
            </Link>
          </>
        )}
      </span>
    </span>
  );
}
