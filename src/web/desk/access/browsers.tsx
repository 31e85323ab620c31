import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { AccessView } from '../../../protocol/views.ts';
import { fingerprintOf } from '../../data/key-store.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { useDesk } from '../desk-context.ts';
import { AddBrowser } from './add-browser.tsx';

type Key = AccessView['keys'][number];

interface BrowsersProps {
  readonly access: AccessView;
  readonly again: () => void;
}

/** The keys of people's browsers, one per origin. */
export function Browsers({ access, again }: BrowsersProps) {
  const [adding, setAdding] = useState(false);
  const live = access.keys.filter(({ revokedAt }) => revokedAt === null);
  const removed = access.keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <Section
      title="Browsers"
      actions={
        <Button small onAct={() => setAdding(true)}>
          Add a browser
        </Button>
      }
    >
      <ul className="rows">
        {live.map((key) => (
          <BrowserRow key={key.id} browser={key} access={access} again={again} />
        ))}
      </ul>
      {removed.length > 0 && (
        <details>
          <summary>{counted(removed.length, 'removed browser')}</summary>
          <ul className="rows">
            {removed.map((key) => (
              <BrowserRow key={key.id} browser={key} access={access} again={again} />
            ))}
          </ul>
        </details>
      )}
      {adding && <AddBrowser keys={access.keys} close={() => setAdding(false)} />}
    </Section>
  );
}

interface BrowserRowProps extends BrowsersProps {
  readonly browser: Key;
}

function BrowserRow({ browser, access, again }: BrowserRowProps) {
  const [asking, setAsking] = useState(false);
  const person = access.persons.find(({ id }) => id === browser.personId);
  return (
    <li className="row">
      <span className="row-text">
        <span className="row-name">
          <PlainText>{browser.label}</PlainText>
        </span>
        <span className="quiet small">
          {browser.origin === 'desk' ? 'desk' : 'workspace page'}
          {browser.current && ', this browser'}, <PlainText>{person?.name ?? 'unknown'}</PlainText>, key{' '}
          <code>{fingerprintOf(browser.id)}</code>, since <Time at={browser.createdAt} />
        </span>
      </span>
      <span className="row-side">
        {browser.revokedAt === null ? (
          <Button
            small
            kind="danger"
            aria-label={`Remove ${showHidden(browser.label)}, key ${fingerprintOf(browser.id)}`}
            onAct={() => setAsking(true)}
          >
            Remove
          </Button>
        ) : (
          <span>
            removed <Time at={browser.revokedAt} />
          </span>
        )}
      </span>
      {asking && <RemoveBrowser browser={browser} close={() => setAsking(false)} again={again} />}
    </li>
  );
}

interface RemoveBrowserProps {
  readonly browser: Key;
  readonly close: () => void;
  readonly again: () => void;
}

function RemoveBrowser({ browser, close, again }: RemoveBrowserProps) {
  const api = useApi();
  const { recover } = useDesk().hello.lines;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function remove(): Promise<void> {
    setBusy(true);
    const answer = await api.call('revoke_key', { keyId: browser.id });
    setBusy(false);
    if (!answer.ok) return setProblem(`${answer.refusal.message} ${answer.refusal.next}`);
    again();
    close();
  }
  return (
    <Dialog
      title="Remove this browser?"
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Keep it</Button>
          <Button kind="danger" busy={busy} onAct={() => void remove()}>
            Remove it
          </Button>
        </>
      }
    >
      <p>
        <PlainText>{browser.label}</PlainText> ({browser.origin === 'desk' ? 'desk' : 'workspace page'}, key{' '}
        <code>{fingerprintOf(browser.id)}</code>) is shut out at once and for ever. What was decided with it stays
        decided.
      </p>
      {browser.current && (
        <p>
          <strong>This is the browser that you are using.</strong> To come back you need another paired browser, or{' '}
          <code>{recover}</code> in a terminal.
        </p>
      )}
      {problem && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
