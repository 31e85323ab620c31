import type { ReactNode } from 'react';
import type { Run } from '../../core/run/run.ts';
import type { RunView } from '../../protocol/delegation-views.ts';
import { CheckIcon, DotIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/marks.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Time } from '../parts/time.tsx';
import { Facts } from './facts.tsx';
import { TaskLink } from './links.tsx';
import { capital, costWords, heldWords, modeWords, settingWords, spanWords, tokenWords } from './words.ts';

/** Who, where, when: what a run is. */
export function RunFacts({ view: { run, conversation } }: { readonly view: RunView }) {
  return (
    <Facts
      facts={[
        run.taskId !== null && { name: 'Task', value: <TaskLink taskId={run.taskId} task={run.task} /> },
        { name: 'Agent', value: <PlainText>{run.agentId}</PlainText> },
        { name: 'Mode', value: `${modeWords[run.mode].word}: ${modeWords[run.mode].means}` },
        {
          name: 'Folder',
          value: (
            <>
              <PlainText>{run.rootLabel}</PlainText>{' '}
              <code className="quiet">
                <PlainText>{conversation.cwd}</PlainText>
              </code>
            </>
          ),
        },
        { name: 'Asked for', value: <AskedFor run={run} /> },
        run.launchedAt !== null && { name: 'Started', value: <Time at={run.launchedAt} /> },
        run.endedAt !== null && { name: 'Ended', value: <Time at={run.endedAt} /> },
        run.ownedFiles.length > 0 && { name: 'Files it owns', value: <Lines of={run.ownedFiles} /> },
        treeFact(run),
      ]}
    />
  );
}

function AskedFor({ run }: { readonly run: Run }) {
  return (
    <>
      by <PlainText>{run.startedByLabel}</PlainText>, <Time at={run.createdAt} />
    </>
  );
}

export function Lines({ of }: { readonly of: readonly string[] }) {
  return (
    <ul>
      {of.map((line) => (
        <li key={line}>
          <code>
            <PlainText>{line}</PlainText>
          </code>
        </li>
      ))}
    </ul>
  );
}

function treeFact({ treeBefore, treeAfter }: Run) {
  if (treeBefore === null || treeAfter === null) return null;
  const value: ReactNode =
    treeBefore === treeAfter ? (
      'The same before and after'
    ) : (
      <Mark icon={<DotIcon />} tone="warn">
        It changed during the run; a person may have edited
      </Mark>
    );
  return { name: 'Project tree', value };
}

/** What was asked, what Sidekicks made of it, what the agent says it does. */
export function SettingsView({ settings, agentId }: Pick<Run, 'settings' | 'agentId'>) {
  const { requested, effective, actual, unsupported } = settings;
  const [asked, made] = [settingWords(requested, agentId), settingWords(effective, agentId)];
  const said = { Model: actual.model ?? 'unknown', Thinking: actual.thinking ?? 'unknown' };
  return (
    <Section title="Settings">
      <Facts
        facts={(Object.keys(asked) as (keyof typeof asked)[]).map((name) => ({
          name,
          value: (
            <ul>
              <li>
                <span className="quiet">requested</span> <PlainText>{asked[name]}</PlainText>
              </li>
              <li>
                <span className="quiet">effective</span> <PlainText>{made[name]}</PlainText>
              </li>
              {name in said && (
                <li>
                  <span className="quiet">actual, the agent says</span>{' '}
                  <PlainText>{said[name as keyof typeof said]}</PlainText>
                </li>
              )}
            </ul>
          ),
        }))}
      />
      {unsupported.length > 0 && (
        <>
          <p className="quiet">What this agent cannot do:</p>
          <ul className="bullets">
            {unsupported.map((text) => (
              <li key={text}>
                <PlainText>{text}</PlainText>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** Figures as the agent told them. What it did not tell is unknown. */
export function UsageFacts({ usage, ended }: { readonly usage: Run['usage']; readonly ended: boolean }) {
  return (
    <Section title="Usage">
      {usage ? (
        <Facts
          facts={[
            { name: 'Input tokens', value: tokenWords(usage.inputTokens) },
            { name: 'Output tokens', value: tokenWords(usage.outputTokens) },
            { name: 'Cost', value: costWords(usage.costUsd) },
            { name: 'Time', value: spanWords(usage.durationMs) },
            { name: 'Source', value: <PlainText>{usage.source || 'unknown'}</PlainText> },
            { name: 'What they cover', value: <PlainText>{usage.semantics || 'unknown'}</PlainText> },
          ]}
        />
      ) : (
        <p className="quiet">{ended ? 'Unknown: the agent told no figures.' : 'Unknown until the run has ended.'}</p>
      )}
    </Section>
  );
}

/** Which walls held for this run, not which were meant to. */
export function Walls({ held, launched }: { readonly held: Run['held']; readonly launched: boolean }) {
  return (
    <Section title="Walls that held">
      {held ? (
        <ul className="walls">
          {heldWords(held).map(({ text, weak }) => (
            <li key={text}>
              <Mark icon={weak ? <DotIcon /> : <CheckIcon />} tone={weak ? 'warn' : 'plain'}>
                {text}
              </Mark>
            </li>
          ))}
          {held.notes.map((note) => (
            <li key={note} className="quiet">
              <PlainText>{capital(note)}</PlainText>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{launched ? 'Not recorded.' : 'Nothing was launched yet.'}</p>
      )}
    </Section>
  );
}
