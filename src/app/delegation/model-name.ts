/** What a caller may call a model. The agent knows which there are; here is only what could be no model. */
import type { Refusal } from '../../kit/result.ts';

/** Some agents take their model as an argument: it must not be another argument. */
export function whyNotModel(model: string | null): Refusal | null {
  const name = model?.trim();
  if (name === undefined || (name !== '' && !name.startsWith('-'))) return null;
  const fix = 'Name a model as the agent does, after its id: agent/model.';
  const message = name === '' ? 'No model is named after the agent.' : 'The name of a model does not begin with "-".';
  return {
    code: 'invalid_input',
    message,
    next: fix,
    problems: [{ code: 'invalid_model', path: '/execution/model', message, fix }],
  };
}
