import { Button } from '../parts/button.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { When } from '../parts/time.tsx';
import type { LogStep } from './log-pages.ts';
import { stepWords } from './step-words.ts';
import { grouped } from './words.ts';

interface StepDetailProps {
  readonly step: LogStep | undefined;
  readonly index: number;
  readonly total: number;
  readonly close: () => void;
}

/** One step in full. Its words are the agent's. */
export function StepDetail({ step, index, total, close }: StepDetailProps) {
  return (
    <section className="step-detail" aria-label={`Step ${index + 1} of ${total}`} aria-live="polite">
      <div className="section-head">
        <span className="quiet small">
          Step {grouped(index + 1)} of {grouped(total)}
          {step && (
            <>
              , <When at={step.at} />
            </>
          )}
        </span>
        <Button kind="quiet" small onAct={close}>
          Close
        </Button>
      </div>
      {step ? (
        <>
          <p className="stored">
            <PlainText>{stepWords(step)}</PlainText>
          </p>
          {step.detail !== undefined && (
            <pre className="json">
              <PlainText>{JSON.stringify(step.detail, null, 2) ?? ''}</PlainText>
            </pre>
          )}
        </>
      ) : (
        <p className="quiet">This step is being read.</p>
      )}
    </section>
  );
}
