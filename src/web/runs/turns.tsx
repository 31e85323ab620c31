import { isDropping } from '../../core/run/run.ts';
import type { RunView } from '../../protocol/delegation-views.ts';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { runPath, Way } from './links.tsx';
import { RunMark } from './marks.tsx';

/** The turns of the conversation, and what all of them share. */
export function Turns({ view: { run, turns, conversation } }: { readonly view: RunView }) {
  if (turns.length < 2 && !conversation.worktree) return null;
  return (
    <Section title="Conversation">
      <ol className="rows">
        {turns.map(({ id, turn, status }) => (
          <li key={id} className="row">
            <span className="row-text">
              {id === run.id ? <strong>Turn {turn}, this one</strong> : <Way to={runPath(id)}>Turn {turn}</Way>}
            </span>
            <RunMark status={status} />
          </li>
        ))}
      </ol>
      {conversation.worktree && (
        <p className="quiet small">
          Its worktree: branch{' '}
          <code>
            <PlainText>{conversation.worktree.branch}</PlainText>
          </code>{' '}
          on <code title={conversation.worktree.base}>{conversation.worktree.base.slice(0, 12)}</code>
          {conversation.closedAt !== null && ', removed'}.{' '}
          {isDropping(conversation) && 'Its worktree is being removed.'}
        </p>
      )}
    </Section>
  );
}
