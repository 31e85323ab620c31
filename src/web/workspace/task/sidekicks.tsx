import type { Task } from '../../../core/workspace/task.ts';
import { useLive } from '../../data/use-live.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';

/** The specialists that were matched to the task, and why. Matching is what agents do before they plan. */
export function MatchedSidekicks({ task }: { readonly task: Task }) {
  const sidekicks = useLive((state) => state.sidekicks);
  if (task.matches.length === 0) return null;
  return (
    <Section title="Matched sidekicks">
      <ul className="matches">
        {task.matches.map((match) => {
          const sidekick = sidekicks.find((one) => one.id === match.sidekickId);
          return (
            <li key={match.sidekickId}>
              <p>
                <strong>
                  <PlainText>{sidekick?.name ?? match.sidekickId}</PlainText>
                </strong>{' '}
                <span className="quiet">
                  score {match.score}, matched by <PlainText>{match.by}</PlainText> <Time at={match.at} />
                </span>
              </p>
              <div className="tags">
                {match.facts.map((fact) => (
                  <Tag key={fact}>
                    <PlainText>{fact}</PlainText>
                  </Tag>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
