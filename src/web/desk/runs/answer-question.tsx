import type { Question } from '../../../core/run/question.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { toast } from '../../parts/toast.tsx';
import { useAnswerDraft } from './answer-drafts.ts';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

interface AnswerQuestionProps {
  readonly question: Question;
  /** Called once the answer is stored. */
  readonly answered?: () => void;
}

/** Options as buttons, and room for other words. An answer after the deadline is sent as a late one, and says so. */
export function AnswerQuestion({ question, answered }: AnswerQuestionProps) {
  const api = useApi();
  const [text, setText] = useAnswerDraft(question.id);
  const { busy, refusal, run } = useAct();
  if (question.answer !== null || question.status === 'closed') return null;
  const isLate = question.status === 'timed_out';

  const send = async (answer: string) => {
    const done = await run(() => api.call('answer_question', { questionId: question.id, answer }));
    if (!done) return;
    setText('');
    toast(
      done.late
        ? { text: 'Your answer came after the deadline. It is kept and shown as late.' }
        : { tone: 'good', text: 'Answered. The run goes on.' },
    );
    answered?.();
  };

  return (
    <div className="answer-form">
      {question.options.length > 0 && (
        <div className="buttons">
          {question.options.map((option) => (
            <Button key={option} busy={busy} onAct={() => void send(option)}>
              <PlainText>{option}</PlainText>
            </Button>
          ))}
        </div>
      )}
      <TextArea
        label={question.options.length > 0 ? 'Or in your own words' : 'Your answer'}
        value={text}
        rows={2}
        maxLength={20_000}
        onText={setText}
      />
      <div className="buttons">
        <Button
          kind={isLate ? 'plain' : 'main'}
          busy={busy}
          blocked={text.trim() === '' && 'Write an answer.'}
          onAct={() => void send(text)}
        >
          {isLate ? 'Leave a late answer' : 'Answer'}
        </Button>
      </div>
      <Refused refusal={refusal} what="It was not answered." />
    </div>
  );
}
