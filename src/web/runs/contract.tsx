import type { Check, Contract, Criterion, Scope } from '../../core/contract/contract.ts';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Facts } from './facts.tsx';
import { Lines } from './run-facts.tsx';
import { spanWords } from './words.ts';

interface ContractViewProps {
  readonly contract: Contract | null;
  readonly prompt: string | null;
  readonly kind: 'prompt' | 'contract';
}

/** What was agreed, in full: the words that the worker got. */
export function ContractView({ contract, prompt, kind }: ContractViewProps) {
  if (kind === 'prompt') {
    return (
      <Section title="Prompt">
        {prompt === null ? <Gone what="prompt" /> : <Folded text={prompt} />}
        <p className="quiet small">A run without a contract: nothing is declared, so nothing can be counted.</p>
      </Section>
    );
  }
  return <Section title="Contract">{contract === null ? <Gone what="contract" /> : <Whole of={contract} />}</Section>;
}

const deliveries: { readonly [D in Contract['context_options']['delivery']]: string } = {
  capsule: 'Required rules and what the contract names; the worker reads the rest by itself',
  full: 'All rules and decisions',
};

function Gone({ what }: { readonly what: string }) {
  return <p className="refused">The stored {what} is gone or damaged. What the run did stays in the record.</p>;
}

function Text({ children }: { readonly children: string }) {
  return (
    <p className="stored">
      <PlainText>{children}</PlainText>
    </p>
  );
}

function Whole({ of: contract }: { readonly of: Contract }) {
  const { acceptance_set: set, verification, requirements } = contract;
  const needs = [requirements.requires_shell && 'a shell', requirements.requires_write && 'to write'].filter(
    (need): need is string => typeof need === 'string',
  );
  const paths = [...requirements.entry_paths, ...requirements.boundary_paths, ...requirements.live_path_evidence];
  return (
    <Facts
      facts={[
        { name: 'Goal', value: <Text>{contract.goal}</Text> },
        contract.context !== '' && { name: 'Context', value: <Folded text={contract.context} /> },
        contract.constraints.length > 0 && { name: 'Constraints', value: <Bullets of={contract.constraints} /> },
        contract.scope.owned_files.length > 0 && {
          name: 'Files it owns',
          value: <Lines of={contract.scope.owned_files} />,
        },
        set
          ? { name: 'Acceptance', value: <Criteria items={set.items} setId={set.set_id} revision={set.revision} /> }
          : contract.acceptance.length > 0 && { name: 'Acceptance', value: <Bullets of={contract.acceptance} /> },
        verification !== null && {
          name: 'Verification',
          value: (
            <>
              <p>
                Up to the {verification.stage} checks.{' '}
                {verification.acceptance_coverage === 'require_current_evidence'
                  ? 'A success is refused while a unit lacks current evidence.'
                  : 'Coverage is reported and refuses nothing.'}
              </p>
              <Checks of={verification.checks} />
            </>
          ),
        },
        verification?.coverage_scope
          ? { name: 'Coverage is about', value: <ScopeView scope={verification.coverage_scope} /> }
          : null,
        needs.length > 0 && { name: 'It needs', value: needs.join(' and ') },
        paths.length > 0 && { name: 'Paths it names', value: <Lines of={[...new Set(paths)]} /> },
        { name: 'Project context', value: deliveries[contract.context_options.delivery] },
      ]}
    />
  );
}

/** Long texts start closed: the context may hold 60,000 characters. */
function Folded({ text }: { readonly text: string }) {
  if (text.length < 1200) return <Text>{text}</Text>;
  return (
    <details>
      <summary>{text.length.toLocaleString('en-GB')} characters</summary>
      <Text>{text}</Text>
    </details>
  );
}

function Bullets({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className="bullets">
      {of.map((text) => (
        <li key={text} className="stored">
          <PlainText>{text}</PlainText>
        </li>
      ))}
    </ul>
  );
}

interface CriteriaProps {
  readonly items: readonly Criterion[];
  readonly setId: string;
  readonly revision: string;
}

function Criteria({ items, setId, revision }: CriteriaProps) {
  return (
    <>
      <ul className="bullets">
        {items.map(({ id, text, obligations }) => (
          <li key={id} className="stored">
            <PlainText>{text}</PlainText>
            {obligations.length > 0 && (
              <ul className="bullets">
                {obligations.map((one) => (
                  <li key={one.id}>
                    <PlainText>{one.text}</PlainText>
                    <EnvironmentWords of={one.environment} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <p className="quiet small">
        Set{' '}
        <code title={setId}>
          <PlainText>{setId.length > 24 ? `…${setId.slice(-6)}` : setId}</PlainText>
        </code>
        , revision <code title={revision}>{revision.slice(0, 12)}</code>
      </p>
    </>
  );
}

export function EnvironmentWords({ of }: { readonly of: Readonly<Record<string, string>> | null }) {
  const pairs = Object.entries(of ?? {});
  if (pairs.length === 0) return null;
  return (
    <span className="quiet small">
      {' '}
      in <PlainText>{pairs.map(([name, value]) => `${name} ${value}`).join(', ')}</PlainText>
    </span>
  );
}

function Checks({ of }: { readonly of: readonly Check[] }) {
  return (
    <ul className="bullets">
      {of.map((check) => (
        <li key={check.id} className="stored">
          <PlainText>{check.criterion}</PlainText>
          {/* A check of a task is named by its command. */}
          {check.command !== null && !check.criterion.includes(check.command) && (
            <>
              {': '}
              <code>
                <PlainText>{check.command}</PlainText>
              </code>
            </>
          )}
          <span className="quiet small">
            {' '}
            {check.phase}
            {check.estimated_seconds !== null && `, some ${spanWords(check.estimated_seconds * 1000)}`}
            {check.acceptance_refs.length === 0 && ', mapped to nothing'}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function ScopeView({ scope }: { readonly scope: Scope }) {
  return (
    <span>
      {scope.kind} <code title={scope.digest}>{scope.digest.slice(0, 12)}</code>
      {scope.boundaries.length > 0 && (
        <span className="quiet">
          {' '}
          without <PlainText>{scope.boundaries.join(', ')}</PlainText>
        </span>
      )}
    </span>
  );
}
