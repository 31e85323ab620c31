import { useState } from 'react';
import type { AgentView } from '../../../protocol/delegation-views.ts';
import { agentBounds } from '../../../protocol/operations/delegation/agent-bounds.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { toast } from '../../parts/toast.tsx';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';
import { type AgentDraft, agentTitle, draftOf, inputOf, problemOf } from './agent-draft.ts';
import { AgentFiles } from './agent-files.tsx';
import { Tick } from './tick.tsx';

interface AgentFormProps {
  /** Null = a new one. */
  readonly agent: AgentView | null;
  readonly catalogue: readonly string[];
  readonly close: () => void;
  readonly again: () => void;
}

export function AgentForm({ agent, catalogue, close, again }: AgentFormProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const [draft, setDraft] = useState(() => draftOf(agent, catalogue));
  const problem = problemOf(draft);
  const change = (fields: Partial<AgentDraft>) => setDraft({ ...draft, ...fields });
  const save = async () => {
    const done = await run(() => api.call('set_agent', inputOf(draft)));
    again();
    if (done?.warning) toast({ text: showHidden(`The agent was saved. ${done.warning}`) });
    if (done) close();
  };
  return (
    <Dialog
      title={agent ? 'Change the agent' : 'Set up an agent'}
      onClose={close}
      foot={
        <>
          {problem && <p className="quiet">{problem}</p>}
          <Button onAct={close}>Cancel</Button>
          <Button kind="main" busy={busy} blocked={problem ?? false} onAct={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {!agent && <What draft={draft} change={change} catalogue={catalogue} />}
      <Tick checked={draft.allowed} onTick={(allowed) => change({ allowed })}>
        Allowed: whoever delegates may name it
      </Tick>
      <How draft={draft} change={change} />
      <Refused refusal={refusal} what="It was not saved." />
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: AgentDraft;
  readonly change: (fields: Partial<AgentDraft>) => void;
}

function What({ draft, change, catalogue }: FieldsProps & { readonly catalogue: readonly string[] }) {
  const bases = [...new Set([...catalogue, 'custom'])];
  return (
    <>
      <SelectField
        label="Which"
        value={draft.base}
        onText={(base) => change({ base, ...(draft.id === draft.base && { id: base }) })}
      >
        {bases.map((base) => (
          <option key={base} value={base}>
            {agentTitle(base)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        hint="What callers name. Small letters, digits and hyphens."
        value={draft.id}
        maxLength={60}
        spellCheck={false}
        onText={(id) => change({ id })}
      />
    </>
  );
}

function How({ draft, change }: FieldsProps) {
  const own = draft.base === 'custom';
  return (
    <>
      <TextArea
        label="Program and arguments, one to a line"
        hint={`It must speak the Agent Client Protocol on its standard input and output.${own ? '' : ' Empty: the known program is looked up.'}`}
        value={draft.argv}
        rows={2}
        spellCheck={false}
        onText={(argv) => change({ argv })}
      />
      <TextArea
        label="Variables that pass from the daemon, names only"
        hint="Such as the name of the variable that holds an API key. The value is never stored here."
        value={draft.passEnv}
        rows={2}
        spellCheck={false}
        onText={(passEnv) => change({ passEnv })}
      />
      <TextArea
        label="Settings, NAME=value"
        hint="Plain settings, no secrets: they stand in the event log."
        value={draft.env}
        rows={2}
        spellCheck={false}
        onText={(env) => change({ env })}
      />
      <TextArea
        label="Model hosts, host:port to a line"
        hint={`${own ? '' : 'Beyond those that Sidekicks knows for it. '}Nothing else can be reached from the jail.`}
        value={draft.modelHosts}
        rows={2}
        spellCheck={false}
        onText={(modelHosts) => change({ modelHosts })}
      />
      <TextArea
        label="Folders that the jail shows it, read-only"
        hint="Beyond the program's own folder, or the node_modules that it lies in."
        value={draft.readOnly}
        rows={2}
        spellCheck={false}
        onText={(readOnly) => change({ readOnly })}
      />
      <TextField
        label="Time to come up, seconds"
        hint={`For its first answer, and again for its session. Empty: ${own ? '45 and 60.' : 'as Sidekicks knows the agent.'}`}
        type="number"
        min={1}
        max={agentBounds.startSeconds}
        value={draft.startSeconds}
        onText={(startSeconds) => change({ startSeconds })}
      />
      <AgentFiles files={draft.files} change={(files) => change({ files })} />
    </>
  );
}
