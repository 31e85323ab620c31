import { useRef } from 'react';
import type { InboxItem } from '../../../protocol/delegation-views.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { Section } from '../../parts/shell.tsx';
import { useCalm } from '../../runs/use-calm.ts';
import { QuestionWords } from '../../runs/waits.tsx';
import { AnswerQuestion } from '../runs/answer-question.tsx';
import { About } from './run-item.tsx';

type QuestionItem = Extract<InboxItem, { kind: 'question' }>;

/**
 * Questions that stopped waiting while the person looked: timed out, or answered by somebody. They stay until the page
 * is left, so that nobody wonders where one went, and a late answer can still be left.
 */
export function GoneQuestions({ items }: { readonly items: readonly InboxItem[] }) {
  const seen = useRef(new Map<string, QuestionItem>());
  for (const item of items) if (item.kind === 'question') seen.current.set(item.question.id, item);
  const open = new Set(items.flatMap((item) => (item.kind === 'question' ? [item.question.id] : [])));
  const gone = [...seen.current.values()].filter(({ question }) => !open.has(question.id));
  if (gone.length === 0) return null;
  return (
    <Section title="No longer waiting">
      <ul className="rows">
        {gone.map((item) => (
          <Gone key={item.question.id} item={item} />
        ))}
      </ul>
    </Section>
  );
}

function Gone({ item: { run, question } }: { readonly item: QuestionItem }) {
  const at = useCalm(useLive((state) => state.runsAt));
  const { value } = useAsk('read_run', { runId: run.id }, at);
  const now = value?.questions.find(({ id }) => id === question.id);
  if (!now || now.status === 'open') return null;
  return (
    <li className="ask">
      <About run={run} what="A question of" />
      <QuestionWords question={now} />
      <AnswerQuestion question={now} />
    </li>
  );
}
