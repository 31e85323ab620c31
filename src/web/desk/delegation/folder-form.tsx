import { useState } from 'react';
import type { Root } from '../../../core/run/root.ts';
import type { AgentView } from '../../../protocol/delegation-views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { toast } from '../../parts/toast.tsx';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';
import { linesOf, textOf } from './lines.ts';

interface FolderFormProps {
  /** Null = a new one. */
  readonly root: Root | null;
  readonly agents: readonly AgentView[];
  readonly close: () => void;
  readonly again: () => void;
}

export function FolderForm({ root, agents, close, again }: FolderFormProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const [path, setPath] = useState(root?.path ?? '');
  const [label, setLabel] = useState(root?.label ?? '');
  const [agentId, setAgentId] = useState(root?.defaultAgentId ?? '');
  const [prepare, setPrepare] = useState(root?.prepare ?? '');
  const [caches, setCaches] = useState(textOf(root?.caches ?? []));
  const [testPaths, setTestPaths] = useState(textOf(root?.testPaths ?? []));
  const [manifests, setManifests] = useState(textOf(root?.manifests ?? []));
  const known = agents.filter(({ id, allowed }) => allowed || id === agentId);

  const save = async () => {
    const fields = {
      ...(label.trim() !== '' && { label: label.trim() }),
      defaultAgentId: agentId === '' ? null : agentId,
      prepare: prepare.trim() === '' ? null : prepare.trim(),
      caches: linesOf(caches),
      testPaths: linesOf(testPaths),
      manifests: linesOf(manifests),
    };
    const done = root
      ? await run(() => api.call('change_root', { rootId: root.id, ...fields }))
      : await run(() => api.call('add_root', { path: path.trim(), ...fields }));
    again();
    const said = root ? 'The folder was changed.' : 'The folder was given.';
    if (done?.warning) toast({ text: showHidden(`${said} ${done.warning}`) });
    if (done) close();
  };

  return (
    <Dialog
      title={root ? 'Change the folder' : 'Give a folder'}
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Cancel</Button>
          <Button kind="main" busy={busy} blocked={path.trim() === '' && 'Name the folder.'} onAct={() => void save()}>
            {root ? 'Save' : 'Give it'}
          </Button>
        </>
      }
    >
      <TextField
        label="Absolute path"
        hint="Runs may work in it and below. Work needs a git repository with a commit."
        value={path}
        maxLength={4096}
        readOnly={root !== null}
        spellCheck={false}
        data-autofocus={root ? undefined : ''}
        onText={setPath}
      />
      <TextField label="Name" hint="Empty: the folder’s own." value={label} maxLength={100} onText={setLabel} />
      <SelectField label="Default agent" value={agentId} onText={setAgentId}>
        <option value="">None: the one allowed agent; of several, whoever delegates names one</option>
        {known.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Prepare command"
        hint="Runs once in a fresh tree before checks, without network, such as npm ci --offline. It needs a grant by its digest, like a check."
        value={prepare}
        maxLength={2000}
        spellCheck={false}
        onText={setPrepare}
      />
      <TextArea
        label="Caches, one absolute folder to a line"
        hint="Checks may read them, such as a package cache."
        value={caches}
        rows={2}
        spellCheck={false}
        onText={setCaches}
      />
      <TextArea
        label="Test paths, one to a line"
        hint="Files and folders, relative, that judge the work. A run that changes one of them has judged itself: its checks satisfy nothing until you accept that."
        value={testPaths}
        rows={2}
        spellCheck={false}
        onText={setTestPaths}
      />
      <TextArea
        label="Manifests, one to a line"
        hint="More files that say how checks run, beside those of the usual tools, which are watched anyway. They count as test paths do."
        value={manifests}
        rows={2}
        spellCheck={false}
        onText={setManifests}
      />
      <Refused refusal={refusal} what={root ? 'It was not changed.' : 'It was not given.'} />
    </Dialog>
  );
}
