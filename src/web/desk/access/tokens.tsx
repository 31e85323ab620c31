import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { TokenView } from '../../../protocol/views.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { EmptyState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { WaitingToken } from '../inbox/waiting.tsx';
import { ChangeToken } from './change-token.tsx';
import { MakeToken } from './make-token.tsx';

interface TokensProps {
  readonly tokens: readonly TokenView[];
  readonly again: () => void;
}

/** Agents: each has a token of its own, so that each can be told apart, limited and shut out. */
export function Tokens({ tokens, again }: TokensProps) {
  const [making, setMaking] = useState(false);
  const inState = (state: TokenView['state']) => tokens.filter((token) => token.state === state);
  const active = inState('active');
  const waiting = inState('waiting');
  const revoked = inState('revoked');
  return (
    <Section
      title="Agents"
      actions={
        <Button small onAct={() => setMaking(true)}>
          Make a token
        </Button>
      }
    >
      {active.length + waiting.length === 0 && (
        <EmptyState title="No agent has access">
          Connect one on this computer with a line below, or make a token for one that connects over HTTP.
        </EmptyState>
      )}
      <ul className="rows">
        {waiting.map((token) => (
          <WaitingToken key={token.id} token={token} again={again} />
        ))}
        {active.map((token) => (
          <TokenRow key={token.id} token={token} again={again} />
        ))}
      </ul>
      {revoked.length > 0 && (
        <details>
          <summary>{counted(revoked.length, 'revoked token')}</summary>
          <ul className="rows">
            {revoked.map((token) => (
              <TokenRow key={token.id} token={token} again={again} />
            ))}
          </ul>
        </details>
      )}
      {making && <MakeToken close={() => setMaking(false)} again={again} />}
    </Section>
  );
}

const kindWords = { agent: 'agent', visitor: 'visitor in the workspace page', terminal: 'program in a terminal' };

function TokenRow({ token, again }: { readonly token: TokenView; readonly again: () => void }) {
  const [changing, setChanging] = useState(false);
  return (
    <li className="row">
      <span className="row-text">
        <Link to="/access/$tokenId" params={{ tokenId: token.id }} className="row-title">
          <PlainText>{token.label}</PlainText>
        </Link>
        <span className="quiet small">
          {kindWords[token.kind]}, token <code>{token.id.slice(-6)}</code>, {limitWords(token)}
          {token.expiresAt !== null && (
            <>
              , ends <Time at={token.expiresAt} />
            </>
          )}
        </span>
        <span className="quiet small">
          {token.lastUsedAt === null ? (
            'Never used.'
          ) : (
            <>
              Last used <Time at={token.lastUsedAt} />
              {token.lastTool && (
                <>
                  , <code>{token.lastTool}</code>
                </>
              )}
            </>
          )}
        </span>
      </span>
      <span className="row-side">
        {token.revokedAt === null ? (
          <Button small onAct={() => setChanging(true)} aria-label={`Change ${showHidden(token.label)}`}>
            Change
          </Button>
        ) : (
          <span>
            revoked <Time at={token.revokedAt} />
          </span>
        )}
      </span>
      {changing && <ChangeToken token={token} close={() => setChanging(false)} again={again} />}
    </li>
  );
}

export function limitWords({ limits, openProposals }: TokenView): string {
  if (limits.readOnly) return 'reads only';
  return `${openProposals} of ${limits.openProposals} proposals open`;
}
