import { useState } from 'react';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toast.tsx';

interface SwitchProps {
  readonly sidekickId: string;
  readonly field: 'enabled' | 'mandatory';
  readonly on: boolean;
  /** Whose switch it is, for a screen reader. */
  readonly name: string;
  readonly blocked?: string | false;
}

const words = { enabled: ['Enabled', 'Disabled'], mandatory: ['Mandatory', 'Optional'] } as const;

/** Turns a sidekick on or off, or marks it mandatory, at once. The words say how it stands, not only the colour. */
export function Switch({ sidekickId, field, on, name, blocked = false }: SwitchProps) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    const answer = await api.call('change_sidekick', { sidekickId, [field]: !on });
    setBusy(false);
    if (!answer.ok) toast({ tone: 'bad', text: `${name}: ${answer.refusal.message} ${answer.refusal.next}` });
  };
  return (
    <Button
      small
      role="switch"
      aria-checked={on}
      aria-label={`${name}: ${field}`}
      busy={busy}
      blocked={blocked}
      onAct={() => void change()}
    >
      <span className="switch" aria-hidden="true" data-on={on} />
      {words[field][on ? 0 : 1]}
    </Button>
  );
}
