import { agentBounds } from '../../../protocol/operations/delegation/agent-bounds.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea, TextField } from '../../parts/field.tsx';
import type { FileDraft } from './agent-draft.ts';

interface AgentFilesProps {
  readonly files: readonly FileDraft[];
  readonly change: (files: readonly FileDraft[]) => void;
}

/** Files that each run of the agent finds in its private home: its settings, where a variable cannot hold them. */
export function AgentFiles({ files, change }: AgentFilesProps) {
  const set = (at: number, fields: Partial<FileDraft>) =>
    change(files.map((file, index) => (index === at ? { ...file, ...fields } : file)));
  return (
    <fieldset className="choices">
      <legend className="field-label">Files in its private home</legend>
      <p className="field-hint">
        Every run gets them anew, no secrets: they stand in the event log. {'{home}'}, {'{cwd}'} and {'{model}'} in them
        are filled in.
      </p>
      {files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files that are being named have no other name
        <div key={at} className="agent-file">
          <TextField
            label={`Path of file ${at + 1}`}
            value={file.path}
            maxLength={agentBounds.path}
            placeholder=".config/agent.json"
            spellCheck={false}
            onText={(path) => set(at, { path })}
          />
          <Button
            small
            aria-label={`Remove file ${at + 1}`}
            onAct={() => change(files.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
          <TextArea
            label={`Text of file ${at + 1}`}
            value={file.text}
            rows={3}
            spellCheck={false}
            onText={(text) => set(at, { text })}
          />
        </div>
      ))}
      <div className="buttons">
        <Button
          small
          blocked={files.length >= agentBounds.files && `At most ${agentBounds.files} files.`}
          onAct={() => change([...files, { path: '', text: '' }])}
        >
          Add a file
        </Button>
      </div>
    </fieldset>
  );
}
