import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import type { GrantCommand } from './grant-draft.ts';
import { Tick } from './tick.tsx';
import { digestOfCommand } from './use-commands.ts';

interface CommandChoiceProps {
  readonly offered: readonly GrantCommand[];
  readonly chosen: readonly GrantCommand[];
  readonly choose: (commands: readonly GrantCommand[]) => void;
}

/** Which commands the daemon may run by itself: their words are shown, their digest is what counts. */
export function CommandChoice({ offered, chosen, choose }: CommandChoiceProps) {
  const [typed, setTyped] = useState('');
  const [added, setAdded] = useState<readonly GrantCommand[]>([]);
  const all = distinct([...offered, ...chosen, ...added]);
  const pick = (command: GrantCommand, on: boolean) => {
    const others = chosen.filter(({ digest }) => digest !== command.digest);
    choose(on ? [...others, command] : others);
  };
  const add = async () => {
    const command = { checkId: null, command: typed, digest: await digestOfCommand(typed) };
    setAdded((before) => [...before, command]);
    pick(command, true);
    setTyped('');
  };
  return (
    <fieldset className="choices">
      <legend className="field-label">Commands that Sidekicks may run itself</legend>
      {all.length === 0 && <p className="field-hint">No command is known for this folder yet.</p>}
      {all.map((one) => (
        <Tick
          key={one.digest}
          checked={chosen.some(({ digest }) => digest === one.digest)}
          onTick={(on) => pick(one, on)}
        >
          <code className="stored">
            <PlainText>{one.command}</PlainText>
          </code>{' '}
          <span className="quiet small">
            {one.checkId === null ? '' : 'a check, '}digest <code title={one.digest}>{one.digest.slice(0, 12)}</code>
          </span>
        </Tick>
      ))}
      <div className="typed-command">
        <TextField
          label="Another command, exactly as a check has it"
          value={typed}
          maxLength={2000}
          spellCheck={false}
          onText={setTyped}
        />
        <Button small blocked={typed.trim() === '' && 'Type a command.'} onAct={() => void add()}>
          Add it
        </Button>
      </div>
    </fieldset>
  );
}

function distinct(commands: readonly GrantCommand[]): readonly GrantCommand[] {
  return [...new Map(commands.map((one) => [one.digest, one])).values()];
}
