import { candidateSchema } from '../candidate-schema.ts';
import { operation } from '../operation.ts';
import { evaluationShape } from '../shapes.ts';

export const evaluateTaskPlan = operation({
  name: 'evaluate_task_plan',
  title: 'Evaluate a plan',
  description:
    'Evaluate a complete candidate plan for one task and return votes, issues, repairs, coverage, schedule and ' +
    'capacity. Use it until valid is true, applying repairs as JSON Patch; to show the plan to people use ' +
    'stage_task_plan. Stages nothing and changes no task; it leaves one activity entry. Fails with version_conflict, ' +
    'which carries the evaluation at the current version, or invalid_input with every problem.',
  kind: 'act',
  tool: true,
  who: ['agent', 'visitor', 'terminal', 'desk'],
  idempotent: true,
  input: candidateSchema,
  output: evaluationShape,
});
