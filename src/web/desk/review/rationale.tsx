import { type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { rationaleEdit, standingSince } from '../../data/standing.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Choices } from './choices.tsx';
import { sameSet } from './difference.ts';
import { nameOf } from './field-value.tsx';
import { useReview } from './review-context.ts';
import { useEditing } from './use-editing.ts';

/** What the plan says of itself: shown as the words of whoever wrote them, far from the buttons that decide. */
export function Rationale() {
  const { view, newest, shown } = useReview();
  const isMine = shown.rationale !== newest.candidate.rationale;
  const title = isMine || rationaleEdit(view.revisions) ? 'The agent’s words, edited' : 'The agent’s words';
  return (
    <Section title={title}>
      <Editable what="the rationale" fields={<RationaleField />}>
        <Words />
      </Editable>
      <Editable what="the consulted sidekicks" fields={<ConsultedChoices />}>
        <Consulted />
      </Editable>
    </Section>
  );
}

interface EditableProps {
  readonly what: string;
  readonly fields: ReactNode;
  readonly children: ReactNode;
}

/** Words with a quiet way to change them, while the plan is open. */
function Editable({ what, fields, children }: EditableProps) {
  const { open, editBlocked } = useReview();
  const [editing, setEditing] = useEditing<true>();
  const way = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(null));
    way.current?.focus();
  };
  return (
    <div className="editable">
      {open && editing ? fields : children}
      {open && (
        <div className="buttons">
          <Button
            ref={way}
            kind={editing ? 'plain' : 'quiet'}
            small
            blocked={editBlocked}
            aria-label={editing ? `Close the field of ${what}` : `Edit ${what}`}
            onAct={editing ? close : () => setEditing(true)}
          >
            {editing ? 'Close the field' : 'Edit'}
          </Button>
          {editing && <span className="quiet small">Kept as a draft. Send the edit when it is done.</span>}
        </div>
      )}
    </div>
  );
}

function Words() {
  const { view, newest, shown } = useReview();
  const edit = rationaleEdit(view.revisions);
  return (
    <figure className="quote">
      <blockquote className="stored">
        {shown.rationale === '' ? (
          <span className="quiet">{edit ? 'No reason is left.' : 'It gave no reason.'}</span>
        ) : (
          <PlainText>{shown.rationale}</PlainText>
        )}
      </blockquote>
      <figcaption className="quiet small">
        {shown.rationale !== newest.candidate.rationale ? (
          'As in your edit, which is not sent. Nobody checked this.'
        ) : edit ? (
          <>
            <PlainText>{edit.author.label}</PlainText> wrote them so in revision {edit.number}. Nobody checked this.
          </>
        ) : (
          <>
            <PlainText>{view.proposal.author.label}</PlainText>, an agent. Nobody checked this.
            {newest.editOf !== null && ` ${newest.author.label} edited this revision, not these words.`}
          </>
        )}
      </figcaption>
    </figure>
  );
}

function RationaleField() {
  const { shown, setEdit } = useReview();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextArea
      ref={field}
      label="Rationale"
      value={shown.rationale}
      maxLength={500}
      rows={5}
      onText={(rationale) => setEdit({ ...shown, rationale })}
    />
  );
}

function Consulted() {
  const { view, newest, shown } = useReview();
  const ids = shown.consultedSidekickIds;
  const same = sameSet(ids, newest.candidate.consultedSidekickIds);
  const since = standingSince(view.revisions, (one) => sameSet(one.consultedSidekickIds, ids));
  return (
    <p className="quiet">
      {!same ? (
        'Your edit, which is not sent, says that it consulted'
      ) : since && since.editOf !== null ? (
        <>
          <PlainText>{since.author.label}</PlainText> changed whom it says that it consulted:
        </>
      ) : (
        'It says that it consulted'
      )}{' '}
      <PlainText>{ids.map((id) => nameOf(view.names, id)).join(', ') || 'no sidekick'}</PlainText>.
    </p>
  );
}

/** Those that vote on the plan come first: one of them is likely meant. */
function ConsultedChoices() {
  const { shown, evaluation, setEdit } = useReview();
  const sidekicks = useLive((state) => state.sidekicks).filter(({ enabled }) => enabled);
  const voters = new Set((evaluation?.votes ?? []).map(({ sidekickId }) => sidekickId));
  const ordered = [...sidekicks.filter(({ id }) => voters.has(id)), ...sidekicks.filter(({ id }) => !voters.has(id))];
  return (
    <Choices
      legend="Sidekicks that were consulted"
      short
      chosen={shown.consultedSidekickIds}
      options={ordered.map(({ id, name }) => ({ id, words: name }))}
      set={(consultedSidekickIds) => setEdit({ ...shown, consultedSidekickIds })}
    />
  );
}
