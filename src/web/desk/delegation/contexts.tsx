import { useState } from 'react';
import type { ContextDecision, ContextRule, ProjectContext } from '../../../core/run/project-context.ts';
import { counted } from '../../../kit/text.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { CheckIcon, RingIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';
import { toggled } from './grant-draft.ts';
import { Tick } from './tick.tsx';

interface ContextsProps {
  readonly contexts: readonly ProjectContext[];
  readonly again: () => void;
}

/** Rules and decisions that agents published for runs. They are advisory until a person confirms them. */
export function Contexts({ contexts, again }: ContextsProps) {
  return (
    <Section title="Project contexts">
      {contexts.length === 0 && (
        <p className="quiet">
          None was published. Agents keep rules and decisions of a project here, so that runs stand on the same ground.
        </p>
      )}
      {contexts.map((context) => (
        <ContextView key={context.id} context={context} again={again} />
      ))}
    </Section>
  );
}

interface ContextProps {
  readonly context: ProjectContext;
  readonly again: () => void;
}

function ContextView({ context, again }: ContextProps) {
  const { name, revision, hash, rules, decisions, updatedAt } = context;
  return (
    <details className="context">
      <summary>
        <strong>
          <PlainText>{name}</PlainText>
        </strong>
        , {counted(rules.length, 'rule')}, {counted(decisions.length, 'decision')}, revision {revision},{' '}
        <Time at={updatedAt} />
      </summary>
      <p className="quiet small">
        Snapshot <code title={hash}>{hash.slice(0, 12)}</code>. Runs keep the snapshot that they began with.
      </p>
      <Items key={revision} context={context} again={again} />
    </details>
  );
}

/** What was ticked is of this revision: another one may hold other words under the same ids. */
function Items({ context: { id, revision, rules, decisions }, again }: ContextProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [required, setRequired] = useState(false);
  const confirm = async () => {
    const set = { contextId: id, expectedRevision: revision, ids: [...chosen], required };
    await run(() => api.call('confirm_context', set));
    again();
  };
  const tick = (one: string) => (on: boolean) => setChosen(toggled(chosen, one, on));
  return (
    <>
      <ul className="rows">
        {rules.map((rule) => (
          <Item
            key={rule.id}
            item={rule}
            kind={rule.required ? 'Required rule' : 'Advisory rule'}
            chosen={chosen}
            tick={tick}
          />
        ))}
        {decisions.map((one) => (
          <Item
            key={one.id}
            item={one}
            kind={`Decision, ${one.status}`}
            replaces={one.supersedes.map((other) => decisions.find(({ id }) => id === other)?.text ?? other)}
            chosen={chosen}
            tick={tick}
          />
        ))}
      </ul>
      <div className="inline-form">
        <Tick checked={required} onTick={setRequired}>
          The rules among them are required: they are never trimmed
        </Tick>
        <div className="buttons">
          <Button busy={busy} blocked={chosen.length === 0 && 'Choose what you confirm.'} onAct={() => void confirm()}>
            Confirm {chosen.length > 0 ? counted(chosen.length, 'item') : 'the chosen ones'}
          </Button>
        </div>
        <Refused refusal={refusal} what="Nothing was confirmed." />
      </div>
    </>
  );
}

interface ItemProps {
  readonly item: ContextRule | ContextDecision;
  readonly kind: string;
  /** What it supersedes, in words. */
  readonly replaces?: readonly string[];
  readonly chosen: readonly string[];
  readonly tick: (id: string) => (on: boolean) => void;
}

function Item({ item: { id, text, source, confirmedBy }, kind, replaces = [], chosen, tick }: ItemProps) {
  return (
    <li className="row">
      <Tick checked={chosen.includes(id)} onTick={tick(id)}>
        <span className="stored">
          <PlainText>{text}</PlainText>
        </span>
        <span className="quiet small context-facts">
          {kind}, from <PlainText>{source}</PlainText>
          {replaces.length > 0 && (
            <>
              ; replaces <PlainText>{replaces.join(' ')}</PlainText>
            </>
          )}
        </span>
      </Tick>
      <span className="row-side">
        <Mark icon={confirmedBy === null ? <RingIcon /> : <CheckIcon />} tone={confirmedBy === null ? 'quiet' : 'good'}>
          {confirmedBy === null ? 'Advisory' : `Confirmed by ${confirmedBy}`}
        </Mark>
      </span>
    </li>
  );
}
