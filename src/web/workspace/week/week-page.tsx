import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Commitment } from '../../../core/workspace/commitment.ts';
import { stateOfSession, useLive, useSession } from '../../data/use-live.ts';
import { addDays, dateAt } from '../../data/zone.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/shell.tsx';
import { useNow, useZone } from '../../parts/time.tsx';
import { dayWords } from '../../parts/time-words.ts';
import { useBlocked } from '../boot-context.ts';
import { Link } from '../link.tsx';
import { CommitmentDialog } from './commitment-dialog.tsx';
import { DayColumn } from './day-column.tsx';
import { mondayFrom, weekOf } from './week.ts';
import './week.css';

type Editing = { readonly commitment: Commitment } | { readonly date: string } | null;

/** The week as it is promised and planned. */
export function WeekPage() {
  const { live } = useSession();
  const { from } = useSearch({ strict: false }) as { readonly from?: string };
  const zone = useZone();
  const now = useNow();
  const blocked = useBlocked();
  const tasksAt = useLive((state) => state.tasksAt);
  const commitments = useLive((state) => state.commitments);
  const calendar = useLive((state) => state.workspace.calendar);
  const monday = mondayFrom(from, now, zone);
  const today = dateAt(now, zone);
  const [editing, setEditing] = useState<Editing>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: these stand for the state, which is changed in place
  const days = useMemo(
    () => weekOf(stateOfSession(live), monday, now),
    [live, monday, now, tasksAt, commitments, calendar],
  );

  return (
    <Page
      title="Week"
      note={`${dayWords(monday, today.slice(0, 4))} to ${dayWords(addDays(monday, 6), today.slice(0, 4))}, ${zone}`}
      actions={
        <>
          <Link to="/week" search={{ from: addDays(monday, -7) }} className="button" aria-label="Week before">
            ←
          </Link>
          <Link to="/week" className="button">
            This week
          </Link>
          <Link to="/week" search={{ from: addDays(monday, 7) }} className="button" aria-label="Week after">
            →
          </Link>
          <Button
            kind="main"
            blocked={blocked}
            data-key="c"
            onAct={() => setEditing({ date: today >= monday && today < addDays(monday, 7) ? today : monday })}
          >
            New commitment
          </Button>
        </>
      }
    >
      <ol className="week">
        {days.map((day) => (
          <DayColumn
            key={day.date}
            day={day}
            today={today}
            onEdit={(commitment) => setEditing({ commitment })}
            onAdd={() => setEditing({ date: day.date })}
          />
        ))}
      </ol>
      {editing && (
        <CommitmentDialog
          commitment={'commitment' in editing ? editing.commitment : null}
          date={'date' in editing ? editing.date : monday}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}
