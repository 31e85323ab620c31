/** Validation at the edge with the published schema: ajv's errors as problems with code, pointer and what to do. */
import type { ErrorObject } from 'ajv';
import { pointerToken } from '../kit/pointer.ts';
import type { Problem, Refusal } from '../kit/result.ts';
import { inputs } from '../protocol/validators.gen.ts';
import { guardInput, MAX_PROBLEMS } from './guard-input.ts';
import { cutJson, fitting } from './views/brief.ts';

/** A key may be as long as the body: a pointer with such a token is cut, or one refusal would fill an agent's context. */
const PATH_CHARACTERS = 400;
const PROBLEMS_CHARACTERS = 16_000;

/** Null when the input fits the operation's schema. */
export function problemsWith(operation: string, input: unknown): Refusal | null {
  const guarded = guardInput(input, operation === 'import_tasks');
  if (guarded.length > 0) return invalidInput(guarded);
  const validate = inputs[operation];
  if (!validate) throw new Error(`no validator for ${operation}`);
  if (validate(input)) return null;
  const errors = validate.errors ?? [];
  return invalidInput(errors.slice(0, MAX_PROBLEMS).map(problemFrom), errors.length);
}

function invalidInput(problems: readonly Problem[], total = problems.length): Refusal {
  const short = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, ...rest }) => ({ ...rest, path: cutJson(path, PATH_CHARACTERS) }));
  const shown = fitting(short, PROBLEMS_CHARACTERS);
  const rest = total - shown.length;
  return {
    code: 'invalid_input',
    message: `The input has ${total} ${total === 1 ? 'problem' : 'problems'}${rest > 0 ? `; ${shown.length} are listed` : ''}.`,
    next: 'Correct every listed problem and call again. Nothing was changed.',
    problems: shown,
  };
}

const fixes: Readonly<Record<string, (error: ErrorObject) => readonly [code: string, fix: string]>> = {
  type: (error) => ['wrong_type', `Send ${String(error.params.type)}.`],
  required: (error) => ['missing', `Add ${String(error.params.missingProperty)}.`],
  additionalProperties: () => ['unknown_property', 'Remove it; nothing reads it.'],
  enum: (error) => ['not_allowed', `Use one of ${(error.params.allowedValues as unknown[]).join(', ')}.`],
  maxLength: (error) => ['too_long', `Use at most ${String(error.params.limit)} characters.`],
  minLength: (error) => ['too_short', `Use at least ${String(error.params.limit)} characters.`],
  maxItems: (error) => ['too_many', `Send at most ${String(error.params.limit)} items.`],
  minItems: (error) => ['too_few', `Send at least ${String(error.params.limit)} items.`],
  uniqueItems: () => ['repeated', 'List each item once.'],
  maximum: (error) => ['too_large', `Use at most ${String(error.params.limit)}.`],
  minimum: (error) => ['too_small', `Use at least ${String(error.params.limit)}.`],
};

function problemFrom(error: ErrorObject): Problem {
  const [code, fix] = fixes[error.keyword]?.(error) ?? ['invalid', 'Read the schema of this tool.'];
  const extra = error.params.additionalProperty ?? error.params.missingProperty;
  const path = typeof extra === 'string' ? `${error.instancePath}/${pointerToken(extra)}` : error.instancePath;
  return { code, path, message: sentence(error, extra), fix };
}

function sentence(error: ErrorObject, extra: unknown): string {
  if (error.keyword === 'required') return `${String(extra)} is missing.`;
  if (error.keyword === 'additionalProperties') return 'There is no such property.';
  return `It ${error.message ?? 'is not valid'}.`;
}
