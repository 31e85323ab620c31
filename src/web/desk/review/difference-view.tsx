import { useState } from 'react';
import type { Revision } from '../../../core/plan/proposal.ts';
import { counted } from '../../../kit/text.ts';
import { SelectField } from '../../parts/field.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { type Difference, differenceOf, type FieldChange, isEmpty, type SubtaskDifference } from './difference.ts';
import { FieldValueWords, nameOf } from './field-value.tsx';
import { useReview } from './review-context.ts';
import { StepLink } from './step-link.tsx';
import { fieldWords } from './words.ts';

/** What the newest revision changes against an earlier one, the one before it unless the person chooses. */
export function RevisionDifference() {
  const { view, newest } = useReview();
  const [chosen, setChosen] = useState<number | null>(null);
  const earlier =
    view.revisions.find((revision) => revision.number === (chosen ?? newest.number - 1)) ?? view.revisions.at(-2);
  if (!earlier) return null;
  const difference = differenceOf(earlier.candidate, newest.candidate);
  return (
    <Section
      title={`What revision ${newest.number} changes`}
      actions={view.revisions.length > 2 && <Choice earlier={earlier} choose={setChosen} />}
    >
      <DifferenceWords difference={difference} earlier={earlier.number} />
    </Section>
  );
}

function Choice({ earlier, choose }: { readonly earlier: Revision; readonly choose: (number: number) => void }) {
  const { view, newest } = useReview();
  return (
    <SelectField label="Compare with revision" value={earlier.number} onText={(text) => choose(Number(text))}>
      {view.revisions
        .filter((revision) => revision.number < newest.number)
        .map(({ number, author }) => (
          <option key={number} value={number}>
            {number} by {author.label}
          </option>
        ))}
    </SelectField>
  );
}

interface DifferenceWordsProps {
  readonly difference: Difference;
  readonly earlier: number;
}

export function DifferenceWords({ difference, earlier }: DifferenceWordsProps) {
  const { names } = useReview().view;
  const named = (ids: readonly string[]) => ids.map((id) => nameOf(names, id)).join(', ') || 'none';
  if (isEmpty(difference)) return <p className="quiet">Nothing differs from revision {earlier}.</p>;
  const { subtasks, reordered, rationale, consulted } = difference;
  return (
    <ul className="differences">
      {subtasks.map((one) => (
        <SubtaskChange key={`${one.kind} ${one.candidateId}`} one={one} />
      ))}
      {reordered && <li>The subtasks come in another order.</li>}
      {rationale && (
        <li>
          The rationale: <Before>{rationale.before}</Before> <After>{rationale.after}</After>
        </li>
      )}
      {consulted && (
        <li>
          Sidekicks it says were consulted: <Before>{named(consulted.before)}</Before>{' '}
          <After>{named(consulted.after)}</After>
        </li>
      )}
    </ul>
  );
}

function SubtaskChange({ one }: { readonly one: SubtaskDifference }) {
  if (one.kind === 'removed') {
    return (
      <li>
        Removed <Before>{one.title}</Before>
      </li>
    );
  }
  return (
    <li>
      {one.kind === 'added' ? 'Added ' : `${counted(one.changes.length, 'field')} changed in `}
      <StepLink id={one.candidateId} />
      <FieldChanges changes={one.changes} />
    </li>
  );
}

export function FieldChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="facts changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldWords[field]}</dt>
          <dd>
            <del>
              <FieldValueWords field={field} value={before} />
            </del>{' '}
            <ins>
              <FieldValueWords field={field} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Before({ children }: { readonly children: string }) {
  return (
    <del className="stored">
      <PlainText>{children}</PlainText>
    </del>
  );
}

function After({ children }: { readonly children: string }) {
  return (
    <ins className="stored">
      <PlainText>{children}</PlainText>
    </ins>
  );
}
