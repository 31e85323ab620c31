import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ImportRecord } from '../../../core/workspace/import.ts';
import type { Refusal } from '../../../kit/result.ts';
import { counted } from '../../../kit/text.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { ImportTree } from './import-tree.tsx';
import { groupLosses, twinWords } from './report.ts';
import { useImport, type WholeImport } from './use-import.ts';

/** One import: every task that would come in, everything that could not be kept, and the decision. */
export function ImportPage() {
  const { importId = '' } = useParams({ strict: false });
  const changes = useLive((state) => state.importsAt);
  const { value, refusal, again } = useImport(importId, changes);
  return (
    <Page title="Import" text>
      {value ? (
        <Report whole={value} again={again} />
      ) : refusal?.code === 'not_found' ? (
        <EmptyState title="There is no such import" action={<Link to="/imports">All imports</Link>} />
      ) : refusal ? (
        <ErrorState refusal={refusal} retry={again} />
      ) : (
        <Loading what="the import" />
      )}
    </Page>
  );
}

const statusWords: { readonly [S in Exclude<ImportRecord['status'], 'waiting'>]: string } = {
  gathering: 'Still being stored',
  accepting: 'Accepted, and still coming in,',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

function Report({ whole, again }: { readonly whole: WholeImport; readonly again: () => void }) {
  const { record, tasks, losses, twins, isWhole } = whole;

  const { author, at, source, format, taskCount, lossCount, status, decidedAt, decidedBy } = record;
  return (
    <>
      <p>
        <strong>
          <PlainText>{author.label}</PlainText>
        </strong>{' '}
        wants to bring in {counted(taskCount, 'task')} from{' '}
        <code>
          <PlainText>{source}</PlainText>
        </code>{' '}
        ({format}), <Time at={at} />.
      </p>
      {status === 'waiting' ? (
        <Decide record={record} warning={twinWords(twins)} again={again} />
      ) : (
        <p>
          <strong>{statusWords[status]}</strong> by <PlainText>{decidedBy ?? 'nobody'}</PlainText>{' '}
          {decidedAt && <Time at={decidedAt} />}.
        </p>
      )}
      <Section
        title={
          lossCount === 0
            ? 'Everything can be kept'
            : counted(lossCount, 'thing cannot be kept as it is', 'things cannot be kept as they are')
        }
      >
        {groupLosses(losses).map(({ field, losses: group }) => (
          <details key={field}>
            <summary>
              {field === '' ? (
                'whole files'
              ) : (
                <code>
                  <PlainText>{field}</PlainText>
                </code>
              )}
              , {counted(group.length, 'time')}
            </summary>
            <ul className="bullets">
              {group.map(({ file, message }) => (
                <li key={`${file} ${message}`} className="stored">
                  <PlainText>{message}</PlainText>{' '}
                  <code className="quiet small">
                    <PlainText>{file}</PlainText>
                  </code>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </Section>
      <Section title={counted(taskCount, 'task')}>
        {!isWhole && <Loading what="the rest of its tasks" />}
        <ImportTree tasks={tasks} />
      </Section>
    </>
  );
}

interface DecideProps {
  readonly record: ImportRecord;
  /** What to know before it is accepted; '' = nothing. */
  readonly warning: string;
  readonly again: () => void;
}

function Decide({ record, warning, again }: DecideProps) {
  const api = useApi();
  const [busy, setBusy] = useState<'accept' | 'reject' | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  async function decide(accept: boolean): Promise<void> {
    setBusy(accept ? 'accept' : 'reject');
    const answer = await api.call('decide_import', { importId: record.id, accept });
    setBusy(null);
    setRefusal(answer.ok ? null : answer.refusal);
    again();
  }
  return (
    <>
      <p className="quiet">
        Accepted tasks stand in the workspace like those that a person made. Approvals, people, keys and tokens never
        come with an import.
      </p>
      {warning && (
        <p className="refused" data-tone="warn">
          {warning}
        </p>
      )}
      {refusal && <ErrorState title="It was not decided" refusal={refusal} />}
      <div className="buttons">
        <Button busy={busy === 'accept'} blocked={busy !== null && 'One moment.'} onAct={() => void decide(true)}>
          Accept {counted(record.taskCount, 'task')}
        </Button>
        <Button
          kind="danger"
          busy={busy === 'reject'}
          blocked={busy !== null && 'One moment.'}
          onAct={() => void decide(false)}
        >
          Reject
        </Button>
        {busy === 'accept' && <span role="status">Creating {counted(record.taskCount, 'task')}…</span>}
      </div>
    </>
  );
}
