import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { AccessView, TokenView } from '../../../protocol/views.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';

/** Agents that came through the bridge and may do nothing yet. */
export function WaitingTokens({ access, again }: { readonly access: AccessView; readonly again: () => void }) {
  const bridge = useLive((state) => state.lines?.bridge);
  const waiting = access.tokens.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  return (
    <Section title="Agents that ask to be let in">
      <p className="quiet">
        They were started on this computer (<code>{bridge} --as NAME</code>) and can read nothing until you allow them.
      </p>
      <ul className="rows">
        {waiting.map((token) => (
          <WaitingToken key={token.id} token={token} again={again} />
        ))}
      </ul>
    </Section>
  );
}

export function WaitingToken({ token, again }: { readonly token: TokenView; readonly again: () => void }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const answer = async (allow: boolean) => {
    setBusy(true);
    const result = allow
      ? await api.call('change_token', { tokenId: token.id, allow: true })
      : await api.call('revoke_token', { tokenId: token.id });
    setBusy(false);
    if (!result.ok) toast({ tone: 'bad', text: `${result.refusal.message} ${result.refusal.next}` });
    else toast({ tone: 'good', text: showHidden(`${token.label} ${allow ? 'is let in' : 'was refused'}.`) });
    again();
  };
  return (
    <li className="row">
      <span className="row-text">
        <span className="row-name">
          <PlainText>{token.label}</PlainText>
        </span>
        <span className="quiet small">
          token <code>{token.id.slice(-6)}</code>, asked <Time at={token.createdAt} />
        </span>
      </span>
      <span className="row-side">
        <Button small busy={busy} onAct={() => void answer(true)}>
          Allow
        </Button>
        <Button small kind="danger" busy={busy} onAct={() => void answer(false)}>
          Refuse
        </Button>
      </span>
    </li>
  );
}

/** Newer versions of sidekicks that count only once a person activates them. */
export function WaitingVersions() {
  const sidekicks = useLive((state) => state.sidekicks);
  const offered = sidekicks.filter((one) => one.offered);
  if (offered.length === 0) return null;
  return (
    <Section title="Offered versions of sidekicks">
      <ul className="rows">
        {offered.map(({ id, name, activeNumber }) => (
          <li key={id} className="row">
            <span className="row-text">
              <Link to="/sidekicks/$sidekickId" params={{ sidekickId: id }} className="row-title">
                <PlainText>{name}</PlainText>
              </Link>
              <span className="quiet small">
                {activeNumber === null ? 'Nothing of it is active yet.' : `Version ${activeNumber} is active.`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function WaitingImports() {
  const count = useLive((state) => state.waitingImports);
  if (count === 0) return null;
  return (
    <Section title="Imports">
      <p>
        <Link to="/imports">{counted(count, 'import waits', 'imports wait')}</Link> for a decision. Nothing of{' '}
        {count === 1 ? 'it is' : 'them is'} in the workspace yet.
      </p>
    </Section>
  );
}
