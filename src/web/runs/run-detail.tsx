import type { ReactNode } from 'react';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import type { PermissionRequest, Question } from '../../core/run/question.ts';
import type { RunView } from '../../protocol/delegation-views.ts';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Time } from '../parts/time.tsx';
import { Artifacts } from './artifacts.tsx';
import { Checks } from './checks.tsx';
import { ContractView } from './contract.tsx';
import { CoverageView } from './coverage-view.tsx';
import { ClaimMark, RunMark, VerdictMark } from './marks.tsx';
import { Process } from './process.tsx';
import { ReportView } from './report.tsx';
import { Result } from './result.tsx';
import { RunFacts, SettingsView, UsageFacts, Walls } from './run-facts.tsx';
import { WaitsFor } from './run-list.tsx';
import { TryAgain } from './try-again.tsx';
import { Turns } from './turns.tsx';
import { Waits } from './waits.tsx';
import { endOf } from './words.ts';
import './run.css';
import './runs.css';

/** What the desk adds to the page of a run: everything that decides. The workspace gives none. */
export interface RunDecisions {
  readonly verdict?: ReactNode;
  readonly apply?: ReactNode;
  readonly observe?: ReactNode;
  readonly acceptCheck?: (check: CheckRunRecord, name: string) => ReactNode;
  readonly answer?: (question: Question) => ReactNode;
  readonly decide?: (request: PermissionRequest) => ReactNode;
}

interface RunDetailProps {
  readonly view: RunView;
  readonly decisions?: RunDecisions;
}

/** One run in full, what waits and what came out first, then how it came about. */
export function RunDetail({ view, decisions = {} }: RunDetailProps) {
  const { run } = view;
  const active = run.endedAt === null;
  return (
    <div className="run">
      <div className="run-main">
        <RunStanding view={view} />
        <TryAgain view={view} />
        <Waits
          questions={view.questions}
          requests={view.requests}
          {...(decisions.answer && { answer: decisions.answer })}
          {...(decisions.decide && { decide: decisions.decide })}
        />
        {active && <Process runId={run.id} active />}
        <ReportView view={view} />
        <CoverageView view={view} />
        <Checks view={view} run={decisions.observe} {...(decisions.acceptCheck && { accept: decisions.acceptCheck })} />
        <Result run={run} apply={decisions.apply} />
        <Artifacts artifacts={ownArtifacts(view)} />
        {decisions.verdict}
        {!active && <Process runId={run.id} active={false} />}
        <ContractView contract={view.contract} prompt={view.prompt} kind={run.kind} />
      </div>
      <aside className="run-side" aria-label="Facts">
        <Section title="This run">
          <RunFacts view={view} />
        </Section>
        <Turns view={view} />
        <Walls held={run.held} launched={run.launchedAt !== null} />
        <SettingsView settings={run.settings} agentId={run.agentId} />
        <UsageFacts usage={run.usage} ended={!active} />
      </aside>
    </div>
  );
}

/** What the run published by itself: the diff stands with the result, outputs with their checks. */
function ownArtifacts({ artifacts, checks, run }: RunView): RunView['artifacts'] {
  const elsewhere = new Set([run.result?.diffArtifactId, ...checks.map(({ artifactId }) => artifactId)]);
  return artifacts.filter(({ id }) => !elsewhere.has(id));
}

/** How it stands, in the order in which things become true: status, the worker's claim, a person's word. */
function RunStanding({ view: { run } }: { readonly view: RunView }) {
  const end = endOf(run);
  return (
    <div className="run-standing">
      <p className="row-marks">
        <RunMark status={run.status} />
        {run.queuePosition !== null && <span>Place {run.queuePosition} in the queue</span>}
        <WaitsFor run={run} />
        {run.outcome !== null && (
          <span className="claim">
            <span className="quiet">The worker</span> <ClaimMark outcome={run.outcome} within />
          </span>
        )}
        {run.verdict && <VerdictMark verdict={run.verdict} />}
      </p>
      {end !== null && <EndWords end={end} code={run.code} />}
      {run.status === 'completed' && run.verdict === null && (
        <p className="quiet small">Completed is not success: it ended with a report, and nobody has accepted it yet.</p>
      )}
      {run.verdict && run.verdict.notes !== '' && (
        <blockquote className="answer">
          <span className="stored">
            <PlainText>{run.verdict.notes}</PlainText>
          </span>
          <span className="quiet small">
            <PlainText>{run.verdict.by}</PlainText>, <Time at={run.verdict.at} />
          </span>
        </blockquote>
      )}
    </div>
  );
}

/** Characters of the reason that stand at once: it may hold an agent's last words. */
const REASON = 280;

function EndWords({ end, code }: { readonly end: string; readonly code: string | null }) {
  const words = (text: string) => (
    <p className="stored">
      <PlainText>{text}</PlainText> {code !== null && <code className="quiet small">{code}</code>}
    </p>
  );
  if (end.length <= REASON) return words(end);
  return (
    <>
      {words(`${end.slice(0, REASON)}…`)}
      <details>
        <summary>All of the reason</summary>
        <p className="stored">
          <PlainText>{end}</PlainText>
        </p>
      </details>
    </>
  );
}
