import { operation } from '../../operation.ts';
import { answer, flag, id, nullable, object, string } from '../../schema.ts';

export const dropWorktree = operation({
  name: 'drop_worktree',
  title: 'Remove a worktree',
  description: 'Remove the worktree of a conversation; unmerged work is never deleted.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ conversationId: id('The conversation.') }, ['conversationId']),
  output: answer({ removed: flag('It is gone.'), reason: nullable(string('Why it stays.')) }, ['removed', 'reason']),
});
