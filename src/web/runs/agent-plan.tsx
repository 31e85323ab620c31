import { useMemo } from 'react';
import { CheckIcon, DashedIcon, HalfIcon, RingIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/marks.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Time } from '../parts/time.tsx';
import { type LogPages, planIn } from './log-pages.ts';
import { progressWord } from './step-words.ts';
import { capital } from './words.ts';

const shapes = {
  pending: { icon: <RingIcon />, tone: 'quiet' },
  in_progress: { icon: <HalfIcon />, tone: 'accent' },
  completed: { icon: <CheckIcon />, tone: 'plain' },
} as const;

/** What the agent says it is about to do. Its words, no plan that anybody approved. */
export function AgentPlan({ log }: { readonly log: LogPages }) {
  const plan = useMemo(() => planIn(log), [log]);
  if (!plan || plan.entries.length === 0) return null;
  return (
    <Section title="The agent’s plan">
      <p className="quiet small">
        In its own words, <Time at={plan.at} />. Nobody approved it.
      </p>
      <ol className="agent-plan">
        {plan.entries.map(({ content, status }, index) => {
          const shape = shapes[status as keyof typeof shapes] ?? { icon: <DashedIcon />, tone: 'quiet' };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
            <li key={index}>
              <Mark icon={shape.icon} tone={shape.tone}>
                <span className="visually-hidden">{capital(progressWord(status))}: </span>
              </Mark>
              <span>
                <PlainText>{content}</PlainText>
              </span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
