import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useActivity } from '../../data/use-activity.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { ActivityList } from '../activity/activity-list.tsx';
import { ProposalRow } from '../inbox/proposal-row.tsx';
import { ChangeToken } from './change-token.tsx';
import { limitWords } from './tokens.tsx';

/** Everything that one agent did. */
export function TrailPage() {
  const { tokenId = '' } = useParams({ strict: false });
  const seq = useLive((state) => state.seq);
  const { value, again } = useAsk('read_access', {}, seq);
  const proposals = useLive((state) => state.proposals);
  const activity = useActivity({ authorId: tokenId });
  const [changing, setChanging] = useState(false);
  const token = value?.tokens.find(({ id }) => id === tokenId);
  const own = proposals.filter(({ author }) => author.id === tokenId);
  const name = token?.label ?? own[0]?.author.label ?? 'This agent';
  return (
    <Page
      title={
        <>
          All that <PlainText>{name}</PlainText> did
        </>
      }
      tabTitle={showHidden(name)}
      actions={token?.state === 'active' && <Button onAct={() => setChanging(true)}>Limit or revoke</Button>}
      text
    >
      <p className="quiet">
        {token && (
          <>
            Token <code>{token.id.slice(-6)}</code>, {token.state === 'active' ? limitWords(token) : token.state}, made
            by <PlainText>{token.createdBy}</PlainText> <Time at={token.createdAt} />.{' '}
          </>
        )}
        <Link to="/access">Everybody who has access</Link>
      </p>
      {own.length > 0 && (
        <Section title="Its proposals, open or decided within two weeks">
          <ul className="rows">
            {own.map((card) => (
              <ProposalRow key={card.id} card={card} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="Its trail">
        <ActivityList activity={activity} empty="It did nothing that leaves a trace" />
      </Section>
      {token && changing && <ChangeToken token={token} close={() => setChanging(false)} again={again} />}
    </Page>
  );
}
