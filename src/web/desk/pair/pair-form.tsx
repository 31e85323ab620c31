import { useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { browserName } from './browser-name.ts';
import { pair } from './pair.ts';

interface PairFormProps {
  /** Nobody has paired yet: the person says how they are called. */
  readonly first: boolean;
  /** What shows a code in a terminal. */
  readonly pairLine: string;
  readonly paired: () => void;
}

/** What is wrong with the code, beside the code; everything else below. */
function codeProblem({ code }: Refusal, pairLine: string): string | null {
  if (code === 'wrong_code') return 'That is not the code, or its two minutes are over. Ask for a new one.';
  return code === 'pairing_closed' ? `No code is shown now. Run ${pairLine} in a terminal.` : null;
}

export function PairForm({ first, pairLine, paired }: PairFormProps) {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [label, setLabel] = useState(browserName);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const problem = refusal && codeProblem(refusal, pairLine);
  const missing = whatIsMissing({ code, name: first ? name : label, label });

  async function submit(): Promise<void> {
    if (missing || busy) return;
    setBusy(true);
    const answer = await pair({ code, label, name: first ? name : label });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) paired();
  }

  return (
    <section
      className="section pair-form"
      aria-label="Pair"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isActed(event) && event.target instanceof HTMLInputElement) void submit();
      }}
    >
      {first && (
        <TextField
          label="Your name"
          hint="It stands beside everything that you decide."
          value={name}
          maxLength={60}
          autoComplete="name"
          onText={setName}
        />
      )}
      <TextField label="Name of this browser" value={label} maxLength={60} onText={setLabel} />
      <TextField
        label="Code"
        hint="Eight characters; dashes and capitals do not matter."
        value={code}
        maxLength={20}
        autoCapitalize="characters"
        spellCheck={false}
        problem={problem}
        onText={(text) => {
          setCode(text);
          setRefusal(null);
        }}
      />
      <div className="buttons">
        <Button kind="main" busy={busy} blocked={missing} onAct={() => void submit()}>
          Pair this browser
        </Button>
        {missing && <span className="quiet small">{missing}</span>}
      </div>
      {refusal && !problem && (
        <p className="refused" role="alert">
          Not paired. {refusal.message} {refusal.next} <code>{refusal.code}</code>
        </p>
      )}
    </section>
  );
}

function whatIsMissing({ code, name, label }: { code: string; name: string; label: string }): string | false {
  if (name.trim() === '') return 'Type your name.';
  if (label.trim() === '') return 'Give this browser a name.';
  return code.replace(/[^0-9a-z]/gi, '').length !== 8 && 'Type the eight characters of the code.';
}
