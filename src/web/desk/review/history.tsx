import { useActivity } from '../../data/use-activity.ts';
import { Section } from '../../parts/shell.tsx';
import { ActivityList } from '../activity/activity-list.tsx';
import { useReview } from './review-context.ts';

/** Who did what with this proposal. */
export function History() {
  const { view } = useReview();
  const activity = useActivity({ subject: `proposal:${view.proposal.id}` }, 8);
  return (
    <Section title="What happened to it">
      <ActivityList activity={activity} empty="Nothing is recorded" linkPlans={false} />
    </Section>
  );
}
