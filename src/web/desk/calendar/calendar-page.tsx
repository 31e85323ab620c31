import { useId, useState } from 'react';
import type { Weekday, Workspace } from '../../../core/workspace/workspace.ts';
import type { Refusal } from '../../../kit/result.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ErrorState } from '../../parts/places.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { toast } from '../../parts/toast.tsx';
import { hoursText, readHours } from './hours.ts';

const days: readonly (readonly [Weekday, string])[] = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
];

/** What the schedule of every plan is laid over: zone and working hours. */
export function CalendarPage() {
  const name = useLive((state) => state.workspace.name);
  const calendar = useLive((state) => state.workspace.calendar);
  return (
    <Page title="Calendar" text>
      <p className="quiet">
        Plans are laid over these hours, less what is committed. A change makes earlier evaluations old, and an approval
        that rests on them may have to be given again.
      </p>
      {/* Somebody else's change replaces what is shown. */}
      <CalendarForm key={JSON.stringify([name, calendar])} name={name} calendar={calendar} />
    </Page>
  );
}

function CalendarForm({ name, calendar }: Pick<Workspace, 'name' | 'calendar'>) {
  const [newName, setName] = useState(name);
  const [zone, setZone] = useState(calendar.zone);
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(days.map(([day]) => [day, hoursText(calendar.hours[day])])),
  );
  const zones = useId();
  const { busy, refusal, save } = useSave();
  const read = days.map(([day]) => [day, readHours(texts[day] ?? '')] as const);
  const isKnownZone = zoneIsKnown(zone);
  const wrong =
    (newName.trim() === '' && 'Give the workspace a name.') ||
    (!isKnownZone && 'There is no such time zone.') ||
    (read.some(([, hours]) => !hours.ok) && 'Correct the hours first.');
  const hours = Object.fromEntries(read.map(([day, one]) => [day, one.ok ? one.spans : []]));

  return (
    <>
      <Section title="Workspace">
        <TextField label="Name" value={newName} maxLength={120} onText={setName} />
        <TextField
          label="Time zone"
          value={zone}
          maxLength={64}
          list={zones}
          spellCheck={false}
          problem={isKnownZone ? null : 'There is no such time zone. An example: Europe/Berlin.'}
          onText={setZone}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </Section>
      <Section title="Working hours">
        <div className="hours">
          {days.map(([day, word], index) => {
            const one = read[index]?.[1];
            return (
              <TextField
                key={day}
                label={word}
                placeholder="day off"
                value={texts[day] ?? ''}
                problem={one && !one.ok ? one.problem : null}
                onText={(text) => setTexts({ ...texts, [day]: text })}
              />
            );
          })}
        </div>
        <p className="quiet small">Like 09:00-12:30, 13:30-18:00. Empty means a day off.</p>
      </Section>
      {refusal && <ErrorState title="Nothing was changed" refusal={refusal} />}
      <div className="buttons">
        <Button kind="main" busy={busy} blocked={wrong} onAct={() => save({ name: newName.trim(), zone, hours })}>
          Save
        </Button>
        {wrong && <span className="quiet small">{wrong}</span>}
      </div>
    </>
  );
}

function useSave() {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  async function run(change: { name: string; zone: string; hours: object }): Promise<void> {
    setBusy(true);
    const answer = await api.call('change_calendar', change as never);
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) toast({ tone: 'good', text: 'The calendar is saved.' });
  }
  return { busy, refusal, save: (change: Parameters<typeof run>[0]) => void run(change) };
}

function zoneIsKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}
