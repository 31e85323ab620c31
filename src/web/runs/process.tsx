import { Section } from '../parts/shell.tsx';
import { AgentPlan } from './agent-plan.tsx';
import { LogView } from './run-log.tsx';
import { useRunLog } from './use-run-log.ts';
import './log.css';

interface ProcessProps {
  readonly runId: string;
  readonly active: boolean;
}

/** What the agent does, as it tells it. Apart from the rest of the page: steps come every moment. */
export function Process({ runId, active }: ProcessProps) {
  const steps = useRunLog(runId, active);
  return (
    <>
      <AgentPlan log={steps.log} />
      <Section title={active ? 'Live log' : 'Log'}>
        <LogView steps={steps} active={active} />
      </Section>
    </>
  );
}
