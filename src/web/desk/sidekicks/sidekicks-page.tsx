import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { SidekickBrief } from '../../../protocol/views.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { CrossIcon, TurnIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { EmptyState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page } from '../../parts/shell.tsx';
import { BringIn } from './bring-in.tsx';
import { emptyDraft, type SourceDraft } from './source-draft.ts';
import { SourceEditor } from './source-editor.tsx';
import { Switch } from './switch.tsx';

/** Every sidekick: whether it counts, which version counts, what waits. */
export function SidekicksPage() {
  const sidekicks = useLive((state) => state.sidekicks);
  const [bringing, setBringing] = useState(false);
  const [draft, setDraft] = useState<SourceDraft | null>(null);
  if (draft) {
    return (
      <Page title="A new sidekick">
        <SourceEditor draft={draft} close={() => setDraft(null)} />
      </Page>
    );
  }
  return (
    <Page
      title="Sidekicks"
      text
      actions={
        <>
          <Button onAct={() => setBringing(true)}>Bring in a skill folder</Button>
          <Button onAct={() => setDraft(emptyDraft)}>Write a new one</Button>
        </>
      }
    >
      <p className="quiet">
        An enabled sidekick may be matched to tasks, and votes on every plan that it applies to. A mandatory one must
        also be consulted.
      </p>
      {sidekicks.length === 0 && (
        <EmptyState title="There are no sidekicks">
          Plans are then checked by the workspace’s own rules alone.
        </EmptyState>
      )}
      <ul className="rows">
        {sidekicks.map((one) => (
          <SidekickRow key={one.id} one={one} />
        ))}
      </ul>
      {bringing && (
        <BringIn
          close={() => setBringing(false)}
          drafted={(next) => {
            setBringing(false);
            setDraft(next);
          }}
        />
      )}
    </Page>
  );
}

function SidekickRow({ one }: { readonly one: SidekickBrief }) {
  const name = showHidden(one.name);
  return (
    <li className="row">
      <span className="row-text">
        <Link to="/sidekicks/$sidekickId" params={{ sidekickId: one.id }} className="row-title">
          <PlainText>{one.name}</PlainText>
        </Link>
        <span className="quiet small">
          <PlainText>{one.summary}</PlainText>
        </span>
        <span className="row-marks small">
          <span className="quiet">
            {one.activeNumber === null ? 'no version is active' : `version ${one.activeNumber} is active`}
          </span>
          {one.offered && (
            <Mark icon={<TurnIcon />} tone="accent">
              A version is offered
            </Mark>
          )}
          {one.broken.length > 0 && (
            <Mark icon={<CrossIcon />} tone="bad">
              Its source has {counted(one.broken.length, 'problem')}
            </Mark>
          )}
        </span>
      </span>
      <span className="row-side">
        <Switch
          sidekickId={one.id}
          field="enabled"
          on={one.enabled}
          name={name}
          blocked={one.activeNumber === null && 'Activate a version first.'}
        />
        <Switch sidekickId={one.id} field="mandatory" on={one.mandatory} name={name} />
      </span>
    </li>
  );
}
