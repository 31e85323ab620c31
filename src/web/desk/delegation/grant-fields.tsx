import { type Mode, modes } from '../../../core/run/run.ts';
import type { DelegationView, RunView } from '../../../protocol/delegation-views.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { useZone } from '../../parts/time.tsx';
import { modeWords } from '../../runs/words.ts';
import { CommandChoice } from './command-choice.tsx';
import { type GrantDraft, toggled } from './grant-draft.ts';
import { Tick } from './tick.tsx';
import { useCommands } from './use-commands.ts';

interface GrantFieldsProps {
  readonly draft: GrantDraft;
  readonly set: (draft: GrantDraft) => void;
  readonly places: DelegationView;
  readonly view: RunView | null;
  readonly commandsOnly: boolean;
}

export function GrantFields({ draft, set, places, view, commandsOnly }: GrantFieldsProps) {
  const root = places.roots.find(({ id }) => id === draft.rootId) ?? null;
  const known = useCommands(view ? null : root);
  const change = (fields: Partial<GrantDraft>) => set({ ...draft, ...fields });
  return (
    <>
      {view && (
        <p>
          For{' '}
          <strong>
            <PlainText>{view.run.goal}</PlainText>
          </strong>
          , asked for by <PlainText>{view.run.startedByLabel}</PlainText>
          {commandsOnly ? (
            '. It has ended: only its checks are in question.'
          ) : (
            <>
              . The agent <PlainText>{view.run.agentId}</PlainText> would start once, in the mode{' '}
              {modeWords[view.run.mode].word.toLowerCase()}: it {modeWords[view.run.mode].means}.
            </>
          )}
        </p>
      )}
      {!view && (
        <SelectField label="Folder" value={draft.rootId} onText={(rootId) => change({ rootId, commands: [] })}>
          {places.roots.map(({ id, label, path }) => (
            <option key={id} value={id}>
              {label} ({path})
            </option>
          ))}
        </SelectField>
      )}
      {!view && <Who draft={draft} change={change} places={places} />}
      <CommandChoice
        offered={view ? view.commands : known}
        chosen={draft.commands}
        choose={(commands) => change({ commands })}
      />
      <Bounds draft={draft} change={change} commandsOnly={commandsOnly} isRun={view !== null} />
      <Dangers draft={draft} change={change} places={places} commandsOnly={commandsOnly} />
    </>
  );
}

interface PartProps {
  readonly draft: GrantDraft;
  readonly change: (fields: Partial<GrantDraft>) => void;
}

function Who({ draft, change, places }: PartProps & { places: DelegationView }) {
  const agents = places.agents.filter(({ id, allowed }) => allowed || draft.agentIds.includes(id));
  return (
    <>
      <fieldset className="choices" data-short="true">
        <legend className="field-label">Agents</legend>
        {agents.length === 0 && <p className="field-hint">No agent is allowed yet. Allow one under Agents.</p>}
        {agents.map(({ id, available }) => (
          <Tick
            key={id}
            checked={draft.agentIds.includes(id)}
            onTick={(on) => change({ agentIds: toggled(draft.agentIds, id, on) })}
          >
            <PlainText>{id}</PlainText>
            {!available && <span className="quiet small"> not available now</span>}
          </Tick>
        ))}
      </fieldset>
      <fieldset className="choices">
        <legend className="field-label">Modes</legend>
        {modes.map((mode: Mode) => (
          <Tick
            key={mode}
            checked={draft.modes.includes(mode)}
            onTick={(on) => change({ modes: toggled(draft.modes, mode, on) })}
          >
            {modeWords[mode].word}: {modeWords[mode].means}
          </Tick>
        ))}
      </fieldset>
    </>
  );
}

const spans = [
  ['1', 'for an hour'],
  ['8', 'for 8 hours'],
  ['24', 'for a day'],
  ['168', 'for a week'],
  ['720', 'for 30 days'],
  ['exact', 'until an exact time'],
] as const;

function Bounds({ draft, change, commandsOnly, isRun }: PartProps & { commandsOnly: boolean; isRun: boolean }) {
  const zone = useZone();
  return (
    <>
      <div className="fields-row">
        {!commandsOnly && !isRun && (
          <TextField
            label="Launches, all together"
            type="number"
            min={1}
            max={10_000}
            value={draft.launches}
            onText={(launches) => change({ launches })}
          />
        )}
        {!commandsOnly && (
          <TextField
            label="Cost ceiling, US dollars"
            hint="Empty: no ceiling. With one, a run of unknown cost stops further launches."
            inputMode="decimal"
            value={draft.ceiling}
            onText={(ceiling) => change({ ceiling })}
          />
        )}
        <SelectField label="It counts" value={draft.lasts} onText={(lasts) => change({ lasts })}>
          {spans.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {draft.lasts === 'exact' && (
          <TextField
            label={`Until (${zone})`}
            type="datetime-local"
            value={draft.exact}
            onText={(exact) => change({ exact })}
          />
        )}
      </div>
      {!commandsOnly && (
        <Tick checked={draft.ask} onTick={(ask) => change({ ask })}>
          Ask me: each permission that the agent wants comes to the inbox. Without it the mode answers, and what the
          mode does not allow is denied.
        </Tick>
      )}
    </>
  );
}

function Dangers({
  draft,
  change,
  places,
  commandsOnly,
}: PartProps & { places: DelegationView; commandsOnly: boolean }) {
  const { jail } = places;
  return (
    <fieldset className="choices dangers">
      <legend className="field-label">Dangerous choices</legend>
      {!commandsOnly && (
        <Tick checked={draft.openNetwork} onTick={(openNetwork) => change({ openNetwork })}>
          <strong>Open network.</strong> The agent may reach any host, and can send there whatever it reads. Needed only
          by agents that are not known to heed the relay to their model.
        </Tick>
      )}
      <Tick checked={draft.unsandboxed} onTick={(unsandboxed) => change({ unsandboxed })}>
        <strong>Unsandboxed.</strong> It may run without a jail, as a program of your account: it can read and change
        all that you can.{' '}
        {jail.works
          ? 'The jail works here, so it is used anyway.'
          : `The jail does not work here (${jail.reasons.join('; ') || 'no reason is known'}), so without this work and checks are refused.`}
      </Tick>
    </fieldset>
  );
}
