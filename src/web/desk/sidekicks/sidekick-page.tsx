import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Sidekick } from '../../../core/playbook/playbook.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { useChanges } from '../use-changes.ts';
import { Offered } from './offered.tsx';
import { PlaybookText } from './playbook-text.tsx';
import { Problems } from './problems.tsx';
import { SourceEditor } from './source-editor.tsx';
import { Switch } from './switch.tsx';

/** One sidekick: what it says, which version counts, what is offered, its sources. */
export function SidekickPage() {
  const { sidekickId = '' } = useParams({ strict: false });
  const changes = useChanges(useLive((state) => state.sidekicks));
  const { value, refusal, again } = useAsk('read_sidekicks', {}, changes);
  const sidekick = value?.sidekicks.find(({ id }) => id === sidekickId);
  if (sidekick) return <OneSidekick key={sidekick.id} sidekick={sidekick} />;
  return (
    <Page title="Sidekick" text>
      {value ? (
        <EmptyState title="There is no such sidekick" action={<Link to="/sidekicks">All sidekicks</Link>} />
      ) : refusal ? (
        <ErrorState refusal={refusal} retry={again} />
      ) : (
        <Loading what="the sidekick" />
      )}
    </Page>
  );
}

function OneSidekick({ sidekick }: { readonly sidekick: Sidekick }) {
  const { id, active, offered, enabled, mandatory, broken, source } = sidekick;
  const [editing, setEditing] = useState(false);
  const newest = offered ?? active;
  const name = newest?.playbook.name ?? id;
  if (editing && newest) {
    return (
      <Page
        title={
          <>
            Edit <PlainText>{name}</PlainText>
          </>
        }
        tabTitle={`Edit ${showHidden(name)}`}
      >
        <SourceEditor
          draft={{ sidekickId: id, yaml: newest.yaml, skill: newest.skill, known: true, notes: [] }}
          close={() => setEditing(false)}
        />
      </Page>
    );
  }
  return (
    <Page
      title={<PlainText>{name}</PlainText>}
      tabTitle={showHidden(name)}
      note={source === 'shipped' ? 'came with Sidekicks' : 'added here'}
      actions={
        <>
          <Switch
            sidekickId={id}
            field="enabled"
            on={enabled}
            name={showHidden(name)}
            blocked={active === null && 'Activate a version first.'}
          />
          <Switch sidekickId={id} field="mandatory" on={mandatory} name={showHidden(name)} />
          {newest && (
            <Button small onAct={() => setEditing(true)}>
              Edit
            </Button>
          )}
        </>
      }
      text
    >
      {broken.length > 0 && <Problems problems={broken} />}
      {offered && <Offered sidekickId={id} offered={offered} active={active} />}
      {active && (
        <Section title={`Version ${active.number} is active`}>
          <p className="quiet">
            Since <Time at={active.at} />, by <PlainText>{active.by}</PlainText>. Its hash is{' '}
            <code>{active.hash.slice(0, 16)}</code>.
          </p>
          <PlaybookText playbook={active.playbook} />
        </Section>
      )}
      {!active && !offered && (
        <EmptyState title="Nothing of it can be used yet">Mend its source; a version is then offered here.</EmptyState>
      )}
    </Page>
  );
}
