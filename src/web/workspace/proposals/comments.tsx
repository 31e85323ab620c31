import { useState } from 'react';
import type { ProposalView } from '../../../protocol/views.ts';
import { useApi } from '../../data/use-live.ts';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextArea } from '../../parts/field.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { useBlocked } from '../boot-context.ts';
import { useDraft } from '../task/use-draft.ts';

/** What people and agents said about the plan, and a field to say more. Comments decide nothing. */
export function Comments({ view }: { readonly view: ProposalView }) {
  const { comments, proposal } = view;
  return (
    <Section title="Comments">
      {comments.length === 0 && <p className="quiet">Nobody has said anything yet.</p>}
      <ol className="comments">
        {comments.map((comment) => (
          <li key={comment.id}>
            <p className="small quiet">
              <PlainText>{comment.author.label}</PlainText> on {placeOf(view, comment.candidateId)}, revision{' '}
              {comment.revision}, <Time at={comment.at} />
            </p>
            <p className="comment-text">
              <PlainText>{comment.text}</PlainText>
            </p>
          </li>
        ))}
      </ol>
      <CommentForm view={view} key={proposal.id} />
    </Section>
  );
}

function placeOf(view: ProposalView, candidateId: string | null): string {
  if (candidateId === null) return 'the whole plan';
  const subtasks = view.revisions.at(-1)?.candidate.subtasks ?? [];
  const index = subtasks.findIndex((one) => one.candidateId === candidateId);
  return index < 0 ? `subtask ${showHidden(candidateId)}` : `subtask ${index + 1}`;
}

function CommentForm({ view }: { readonly view: ProposalView }) {
  const api = useApi();
  const blocked = useBlocked();
  const [about, setAbout] = useState('');
  const { id, revision } = view.proposal;
  const draft = useDraft({
    name: `comment-${id}`,
    stored: '',
    send: async (text) => {
      const place = about === '' ? {} : { candidateId: about };
      const answer = await api.call('comment_proposal', { proposalId: id, revision, text: text.trim(), ...place });
      return answer.ok ? null : answer.refusal;
    },
  });
  const why = blocked || (draft.text.trim() === '' && 'Type a comment first.');
  return (
    <div className="inline-form">
      <SelectField label="About" value={about} onText={setAbout}>
        <option value="">The whole plan</option>
        {view.revisions.at(-1)?.candidate.subtasks.map((subtask, index) => (
          <option key={subtask.candidateId} value={subtask.candidateId}>
            {index + 1} {showHidden(subtask.title)}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Comment"
        value={draft.text}
        maxLength={4000}
        error={draft.error}
        hint="The agent reads it. It decides nothing."
        onText={draft.type}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (isSave && isActed(event) && !why) void draft.save();
        }}
      />
      <div className="buttons">
        <Button small kind="main" busy={draft.busy} blocked={why} onAct={() => void draft.save()}>
          Comment
        </Button>
      </div>
    </div>
  );
}
