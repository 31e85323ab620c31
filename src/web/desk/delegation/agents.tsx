import { useState } from 'react';
import type { AgentView, DelegationView } from '../../../protocol/delegation-views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { CheckIcon, CrossIcon, DashedIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { EmptyState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { commandWords, modeWords } from '../../runs/words.ts';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';
import { agentTitle } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';

interface AgentsProps {
  readonly view: DelegationView;
  readonly again: () => void;
}

/** Programs behind runs. Callers name an agent, never a command; which are allowed is decided here. */
export function Agents({ view, again }: AgentsProps) {
  const known = view.catalogue.filter((base) => base !== 'custom');
  const [form, setForm] = useState<{ readonly agent: AgentView | null } | null>(null);
  return (
    <Section
      title="Agents"
      actions={
        <Button small onAct={() => setForm({ agent: null })}>
          Set up an agent
        </Button>
      }
    >
      {view.agents.length === 0 && (
        <EmptyState title="No agent is set up">
          {known.length > 0
            ? `Sidekicks knows how to launch ${known.map(agentTitle).join(', ')}. Any other is a program of your own.`
            : 'Set one up with a program of your own.'}
        </EmptyState>
      )}
      <ul className="rows">
        {view.agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} change={() => setForm({ agent })} again={again} />
        ))}
      </ul>
      {form && <AgentForm agent={form.agent} catalogue={view.catalogue} close={() => setForm(null)} again={again} />}
    </Section>
  );
}

interface AgentRowProps {
  readonly agent: AgentView;
  readonly change: () => void;
  readonly again: () => void;
}

function AgentRow({ agent, change, again }: AgentRowProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const { id, base, allowed } = agent;
  const allow = async (on: boolean) => {
    await run(() => api.call('set_agent', { agentId: id, base: base as 'custom', allowed: on }));
    again();
  };
  return (
    <li className="row">
      <span className="row-text">
        <strong>
          <PlainText>{id}</PlainText>
        </strong>
        <Availability agent={agent} />
        {agent.modes.length > 0 && <span className="quiet small">{commandWords(agent.modes, agent.shell)}</span>}
        <AgentFacts agent={agent} />
        {agent.warning !== null && (
          <span className="small stored">
            <PlainText>{agent.warning}</PlainText>
          </span>
        )}
      </span>
      <span className="row-side">
        <Mark icon={allowed ? <CheckIcon /> : <DashedIcon />} tone={allowed ? 'plain' : 'quiet'}>
          {allowed ? 'Allowed' : 'Not allowed'}
        </Mark>
        <Button
          small
          busy={busy}
          aria-label={`${allowed ? 'Disallow' : 'Allow'} ${showHidden(id)}`}
          onAct={() => void allow(!allowed)}
        >
          {allowed ? 'Disallow' : 'Allow'}
        </Button>
        <Button small aria-label={`Change ${showHidden(id)}`} onAct={change}>
          Change
        </Button>
      </span>
      <Refused refusal={refusal} what="It was not changed." />
    </li>
  );
}

function Availability({ agent: { available, version, reason } }: { readonly agent: AgentView }) {
  return (
    <span className="small">
      <Mark icon={available ? <CheckIcon /> : <CrossIcon />} tone={available ? 'good' : 'bad'}>
        {available ? 'Available' : 'Not available'}
      </Mark>
      <span className="quiet">
        {version !== null && (
          <>
            , version <PlainText>{version}</PlainText>
          </>
        )}
        {available && version === null && ', version unknown'}
        {reason !== null && reason !== '' && (
          <>
            : <PlainText>{reason}</PlainText>
          </>
        )}
      </span>
    </span>
  );
}

function AgentFacts({ agent }: { readonly agent: AgentView }) {
  const { base, id, modes, honours, needsOpenNetwork, argv, modelHosts, passEnv, readOnly, files, startSeconds } =
    agent;
  const lacks = [!honours.model && 'a model', !honours.thinking && 'a thinking level'].filter(
    (words): words is string => typeof words === 'string',
  );
  return (
    <span className="quiet small">
      {base === 'custom' ? 'A program of your own. ' : base !== id && <PlainText>{`Launched as ${base}. `}</PlainText>}
      {modes.length === 0
        ? 'No mode holds.'
        : `Modes: ${modes.map((mode) => modeWords[mode].word.toLowerCase()).join(', ')}.`}
      {lacks.length > 0 && ` It does not honour ${lacks.join(' or ')}.`}
      {needsOpenNetwork !== null ? (
        <PlainText>{` To reach ${needsOpenNetwork} it needs a grant with open network.`}</PlainText>
      ) : (
        !honours.proxy &&
        ' Not known to heed the relay: to reach hosts beyond this computer it needs a grant with open network.'
      )}
      {argv.length > 0 && (
        <>
          {' Program '}
          <code>
            <PlainText>{argv.join(' ')}</PlainText>
          </code>
          .
        </>
      )}
      {modelHosts.length > 0 && <PlainText>{` Model hosts: ${modelHosts.join(', ')}.`}</PlainText>}
      {readOnly.length > 0 && <PlainText>{` The jail shows it ${readOnly.join(', ')}.`}</PlainText>}
      {passEnv.length > 0 && <PlainText>{` Passes ${passEnv.join(', ')}.`}</PlainText>}
      {Object.keys(files).length > 0 && (
        <PlainText>{` Files in its home: ${Object.keys(files).join(', ')}.`}</PlainText>
      )}
      {typeof startSeconds === 'number' && ` Comes up within ${startSeconds} s.`}
    </span>
  );
}
