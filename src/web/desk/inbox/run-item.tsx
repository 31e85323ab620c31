import { type ReactNode, useState } from 'react';
import { cut } from '../../../kit/text.ts';
import type { InboxItem, RunCard } from '../../../protocol/delegation-views.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { LockIcon, RingIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { runPath, TaskLink, Way } from '../../runs/links.tsx';
import { ClaimMark, RunMark } from '../../runs/marks.tsx';
import { QuestionWords, RequestWords } from '../../runs/waits.tsx';
import { endOf, evidenceWords, filesWords, modeWords } from '../../runs/words.ts';
import { MakeGrant } from '../delegation/make-grant.tsx';
import { AnswerQuestion } from '../runs/answer-question.tsx';
import { DecideRequest } from '../runs/decide-request.tsx';

/** One thing that a run waits for, decided where it stands as far as that is possible at a glance. */
export function RunItem({ item }: { readonly item: InboxItem }) {
  switch (item.kind) {
    case 'question':
      return (
        <li className="ask">
          <About run={item.run} what="A question of" />
          <QuestionWords question={item.question} />
          <AnswerQuestion question={item.question} />
        </li>
      );
    case 'permission':
      return (
        <li className="ask">
          <About run={item.run} what="A permission for" />
          <RequestWords request={item.request} />
          <DecideRequest request={item.request} />
        </li>
      );
    case 'grant':
      return <GrantItem item={item} />;
    default:
      return <EndedItem item={item} />;
  }
}

/** Which run, for which task, by which agent. */
export function About({ run, what }: { readonly run: RunCard; readonly what: string }) {
  return (
    <p className="small quiet">
      {what}{' '}
      <Way to={runPath(run.id)}>
        <PlainText>{run.goal || 'a run without a goal'}</PlainText>
      </Way>
      , <PlainText>{run.agentId}</PlainText>, {modeWords[run.mode].word.toLowerCase()}
      {run.taskId !== null && (
        <>
          , for <TaskLink taskId={run.taskId} task={run.task} />
        </>
      )}
    </p>
  );
}

function GrantItem({ item: { run, why, at } }: { readonly item: Extract<InboxItem, { kind: 'grant' }> }) {
  const [granting, setGranting] = useState(false);
  const words = (
    <>
      No grant lets it start: <PlainText>{why}</PlainText>.
    </>
  );
  return (
    <RunEntry run={run} words={words}>
      <Mark icon={<LockIcon />} tone="warn">
        Waits for a grant
      </Mark>
      <Time at={at} />
      <Button small aria-label={`Grant ${showHidden(run.goal)}`} onAct={() => setGranting(true)}>
        Grant…
      </Button>
      {granting && <MakeGrant runId={run.id} close={() => setGranting(false)} />}
    </RunEntry>
  );
}

function EndedItem({ item: { run, at, kind } }: { readonly item: Extract<InboxItem, { kind: 'apply' | 'accept' }> }) {
  const evidence = evidenceWords(run);
  return (
    <RunEntry run={run}>
      {run.status !== 'completed' && <RunMark status={run.status} />}
      {run.outcome !== null && <ClaimMark outcome={run.outcome} />}
      {evidence !== null && <span>{evidence}</span>}
      <Mark icon={<RingIcon />} tone="accent">
        {kind === 'apply' && run.result ? `A result to apply, ${filesWords(run.result)}` : 'Work to accept'}
      </Mark>
      <LookAtIt run={run} at={at} />
    </RunEntry>
  );
}

/** Nothing waits for a person here; whoever granted it would like to know why it came to nothing. */
export function BrokenRun({ run }: { readonly run: RunCard }) {
  const why = endOf(run);
  return (
    <RunEntry run={run} words={why !== null && <PlainText>{cut(why, 300)}</PlainText>}>
      <RunMark status={run.status} />
      <LookAtIt run={run} at={run.endedAt ?? run.createdAt} />
    </RunEntry>
  );
}

interface RunEntryProps {
  readonly run: RunCard;
  readonly words?: ReactNode;
  /** How it stands, and what can be done. */
  readonly children: ReactNode;
}

function RunEntry({ run, words, children }: RunEntryProps) {
  return (
    <li className="row">
      <span className="row-text">
        <Way to={runPath(run.id)} className="row-title">
          <PlainText>{run.goal || 'A run without a goal'}</PlainText>
        </Way>
        <RunWords run={run} />
        {words && <span className="quiet small">{words}</span>}
      </span>
      <span className="row-side">{children}</span>
    </li>
  );
}

function LookAtIt({ run, at }: { readonly run: RunCard; readonly at: string }) {
  return (
    <>
      <Time at={at} />
      <Way to={runPath(run.id)} className="button button-small">
        Look at it
      </Way>
    </>
  );
}

function RunWords({ run }: { readonly run: RunCard }) {
  return (
    <span className="quiet small">
      <PlainText>{run.agentId}</PlainText>, {modeWords[run.mode].word.toLowerCase()}, in{' '}
      <PlainText>{run.rootLabel}</PlainText>, asked for by <PlainText>{run.startedByLabel}</PlainText>
      {run.taskId !== null && (
        <>
          , for <TaskLink taskId={run.taskId} task={run.task} />
        </>
      )}
    </span>
  );
}
