/** What a caller may call a model. The agent knows which there are; here is only what could be no model. */
import type { Refusal } from '../../kit/result.ts';

/** Each run keeps it several times, and every list of runs shows it. */
const LONGEST = 200;

/** Some agents take their model as an argument: it must not be another argument, nor what no argument can hold. */
export function whyNotModel(model: string | null): Refusal | null {
  const message = model === null ? null : fault(model);
  if (message === null) return null;
  const fix = 'Name a model as the agent does, after its id: agent/model.';
  return {
    code: 'invalid_input',
    message,
    next: fix,
    problems: [{ code: 'invalid_model', path: '/execution/model', message, fix }],
  };
}

function fault(model: string): string | null {
  if (model.trim() === '') return 'No model is named after the agent.';
  if (model.trim().startsWith('-')) return 'The name of a model does not begin with "-".';
  if (model.length > LONGEST) return `The name of a model has at most ${LONGEST} characters.`;
  return /\p{Cc}/u.test(model) ? 'The name of a model holds no control character.' : null;
}
