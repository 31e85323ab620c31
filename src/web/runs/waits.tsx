import type { ReactNode } from 'react';
import type { PermissionRequest, Question } from '../../core/run/question.ts';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Time } from '../parts/time.tsx';
import { Countdown } from './countdown.tsx';
import { QuestionMark, RequestMark } from './marks.tsx';

interface WaitsProps {
  readonly questions: readonly Question[];
  readonly requests: readonly PermissionRequest[];
  /** Answering and deciding: only at the desk. */
  readonly answer?: (question: Question) => ReactNode;
  readonly decide?: (request: PermissionRequest) => ReactNode;
}

/** What the run asked, and what became of it. */
export function Waits({ questions, requests, answer, decide }: WaitsProps) {
  if (questions.length + requests.length === 0) return null;
  return (
    <Section title="Questions and permissions">
      <ul className="rows">
        {questions.map((question) => (
          <li key={question.id} className="ask">
            <QuestionWords question={question} />
            {answer?.(question)}
          </li>
        ))}
        {requests.map((request) => (
          <li key={request.id} className="ask">
            <RequestWords request={request} />
            {decide?.(request)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A question, how long it waits, and the answer with its lateness. */
export function QuestionWords({ question }: { readonly question: Question }) {
  const { text, status, deadline, askedAt, answer, answeredBy, answeredAt } = question;
  return (
    <>
      <p className="stored">
        <PlainText>{text}</PlainText>
      </p>
      <p className="row-marks small">
        {status === 'open' ? <Countdown until={deadline} over="Timed out" /> : <QuestionMark status={status} />}
        <span className="quiet">
          asked <Time at={askedAt} />
        </span>
      </p>
      {status === 'timed_out' && (
        <p className="quiet small">
          The worker was told TIMED_OUT, which is no consent. An answer now is kept as late.
        </p>
      )}
      {answer !== null && (
        <blockquote className="answer">
          <span className="stored">
            <PlainText>{answer}</PlainText>
          </span>
          <span className="quiet small">
            {answeredBy !== null && (
              <>
                by <PlainText>{answeredBy}</PlainText>
                {', '}
              </>
            )}
            {answeredAt !== null && <Time at={answeredAt} />}
            {status === 'late' && '. It came too late: the worker went on without it.'}
          </span>
        </blockquote>
      )}
    </>
  );
}

const wishes: { readonly [kind: string]: string } = {
  read: 'read',
  edit: 'change a file',
  delete: 'delete',
  move: 'move a file',
  search: 'search',
  execute: 'run a command',
  think: 'think',
  fetch: 'fetch from the network',
  switch_mode: 'switch its mode',
  other: 'do something',
};

/** What an agent wants to do, in its words. */
export function RequestWords({ request }: { readonly request: PermissionRequest }) {
  const { kind, title, detail, status, deadline, askedAt, decidedBy } = request;
  return (
    <>
      <p>
        It wants to <strong>{wishes[kind] ?? kind}</strong>:{' '}
        <span className="stored">
          <PlainText>{title}</PlainText>
        </span>
      </p>
      {detail !== '' && (
        <pre className="json">
          <PlainText>{detail}</PlainText>
        </pre>
      )}
      <p className="row-marks small">
        {status === 'open' ? (
          <Countdown until={deadline} over="Timed out, so denied" />
        ) : (
          <RequestMark status={status} />
        )}
        <span className="quiet">
          asked <Time at={askedAt} />
          {decidedBy !== null && (
            <>
              , decided by <PlainText>{decidedBy}</PlainText>
            </>
          )}
        </span>
      </p>
    </>
  );
}
