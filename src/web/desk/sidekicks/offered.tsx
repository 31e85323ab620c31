import { useState } from 'react';
import type { PlaybookVersion } from '../../../core/playbook/playbook.ts';
import type { Refusal } from '../../../kit/result.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Digest } from '../../parts/digest.tsx';
import { ErrorState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { TextDifference } from './text-difference.tsx';

interface OfferedProps {
  readonly sidekickId: string;
  readonly offered: PlaybookVersion;
  readonly active: PlaybookVersion | null;
}

/** A version that waits: what it changes, and the two answers. It is activated by the hash that is shown. */
export function Offered({ sidekickId, offered, active }: OfferedProps) {
  const api = useApi();
  const [busy, setBusy] = useState<'activate' | 'drop' | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function run(act: 'activate' | 'drop'): Promise<void> {
    setBusy(act);
    const answer =
      act === 'activate'
        ? await api.call('activate_sidekick', { sidekickId, hash: offered.hash })
        : await api.call('drop_offer', { sidekickId });
    setBusy(null);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok)
      toast({ text: act === 'activate' ? `Version ${offered.number} counts now.` : 'The offer was dropped.' });
  }

  return (
    <Section title={`Version ${offered.number} is offered`}>
      <p className="quiet">
        By <PlainText>{offered.by}</PlainText>, <Time at={offered.at} />.{' '}
        {active
          ? `What it changes against version ${active.number}, which counts until you activate this one:`
          : 'Nothing counts yet; this is all of it:'}
      </p>
      <TextDifference label="sidekick.yaml" before={active?.yaml ?? ''} after={offered.yaml} />
      <TextDifference label="SKILL.md" before={active?.skill ?? ''} after={offered.skill} />
      <Digest digest={offered.hash} label={`Hash of version ${offered.number}`} />
      {refusal && <ErrorState title="Nothing was changed" refusal={refusal} />}
      <div className="buttons">
        <Button kind="main" busy={busy === 'activate'} onAct={() => void run('activate')}>
          Activate version {offered.number}
        </Button>
        <Button busy={busy === 'drop'} onAct={() => void run('drop')}>
          Drop the offer
        </Button>
      </div>
    </Section>
  );
}
