import { useState } from 'react';

/**
 * What is typed as an answer, by question: a question that times out moves to another place of the page, and the words
 * move with it. They live as long as the document.
 */
const drafts = new Map<string, string>();

export function useAnswerDraft(questionId: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(questionId) ?? '');
  const type = (next: string) => {
    if (next === '') drafts.delete(questionId);
    else drafts.set(questionId, next);
    setText(next);
  };
  return [text, type];
}
