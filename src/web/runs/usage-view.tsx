import type { ReactNode } from 'react';
import type { UsageSum } from '../../protocol/delegation-views.ts';
import { useAsk } from '../data/use-ask.ts';
import { useLive } from '../data/use-live.ts';
import { EmptyState, ErrorState, Loading } from '../parts/places.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Page, Section } from '../parts/shell.tsx';
import { dayWords } from '../parts/time-words.ts';
import { runPath, TaskLink, Way } from './links.tsx';
import { sumWords } from './sum-words.ts';
import { useCalm } from './use-calm.ts';
import { Wide } from './wide.tsx';
import { grouped } from './words.ts';
import './run.css';
import './runs.css';

/** What runs used. A figure that an agent did not tell is counted as unknown, never as nothing. */
export function UsagePage() {
  const at = useCalm(useLive((state) => state.runsAt));
  const { value, refusal, again } = useAsk('read_usage', {}, at);
  if (!value) {
    return (
      <Page title="Usage">
        {refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="the usage" />}
      </Page>
    );
  }
  const { total, byDay, byTask, byConversation, byRun } = value;
  if (total.runs === 0) {
    return (
      <Page title="Usage" text>
        <EmptyState title="Nothing was used yet">Once a run was launched, what its agent tells stands here.</EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Usage" note="as the agents tell it">
      <Sums title="All" head="Sum" rows={[{ key: 'all', name: 'All runs', sum: total }]} />
      <Sums
        title="By day"
        head="Day"
        rows={byDay.map(({ day, sum }) => ({ key: day, name: `${dayWords(day)} ${day.slice(0, 4)}`, sum }))}
      />
      <Sums
        title="By task"
        head="Task"
        rows={byTask.map(({ taskId, task, sum }) => ({
          key: taskId ?? '',
          name: <TaskLink taskId={taskId} task={task} />,
          sum,
        }))}
      />
      <Sums
        title="By conversation"
        head="Conversation"
        rows={byConversation.map(({ conversationId, goal, sum }) => ({
          key: conversationId,
          name: <PlainText>{goal || 'Without a goal'}</PlainText>,
          sum,
        }))}
      />
      <Sums
        title="By run, newest first"
        head="Run"
        single
        rows={byRun.map(({ runId, goal, sum }) => ({
          key: runId,
          name: (
            <Way to={runPath(runId)}>
              <PlainText>{goal || 'Without a goal'}</PlainText>
            </Way>
          ),
          sum,
        }))}
      />
    </Page>
  );
}

interface SumsProps {
  readonly title: string;
  readonly head: string;
  /** Each row is one run, so their number is not said. */
  readonly single?: boolean;
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly sum: UsageSum }[];
}

function Sums({ title, head, single = false, rows }: SumsProps) {
  return (
    <Section title={title}>
      <Wide label={title}>
        <table className="plain-table usage-table">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {!single && (
                <th scope="col" className="number">
                  Runs
                </th>
              )}
              <th scope="col" className="number">
                Cost
              </th>
              <th scope="col" className="number">
                Input tokens
              </th>
              <th scope="col" className="number">
                Output tokens
              </th>
              <th scope="col" className="number">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, sum }) => (
              <SumRow key={key} name={name} sum={sum} single={single} />
            ))}
          </tbody>
        </table>
      </Wide>
    </Section>
  );
}

function SumRow({ name, sum, single }: { readonly name: ReactNode; readonly sum: UsageSum; readonly single: boolean }) {
  const words = sumWords(sum);
  const figures = [
    ['Cost', words.cost],
    ['Input tokens', words.input],
    ['Output tokens', words.output],
    ['Time', words.time],
  ] as const;
  return (
    <tr>
      <th scope="row">{name}</th>
      {!single && (
        <td className="number" data-of="Runs">
          {grouped(sum.runs)}
        </td>
      )}
      {figures.map(([name, { figure, note }]) => (
        <td className="number" data-of={name} key={name}>
          <span>
            {figure}
            {note !== null && <span className="quiet small usage-note">{note}</span>}
          </span>
        </td>
      ))}
    </tr>
  );
}
