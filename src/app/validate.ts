/** Validation at the edge with the published schema: ajv's errors as problems with code, pointer and what to do. */
import type { ErrorObject } from 'ajv';
import { pointerToken } from '../kit/pointer.ts';
import type { Problem, Refusal } from '../kit/result.ts';
import type { Operation } from '../protocol/operation.ts';
import { type OperationName, table } from '../protocol/table.ts';
import { inputs } from '../protocol/validators.gen.ts';
import { guardInput, MAX_PROBLEMS } from './guard-input.ts';
import { cutJson, fitting } from './views/brief.ts';

/** A key may be as long as the body: a pointer with such a token is cut, or one refusal would fill an agent's context. */
const PATH_CHARACTERS = 400;
const PROBLEMS_CHARACTERS = 16_000;

/** Null when the input fits the operation's schema. */
export function problemsWith(operation: string, input: unknown): Refusal | null {
  const { problems, total } = check(operation, input, false);
  return total === 0 ? null : invalidInput(problems, total);
}

/** Entries that are looked at before others have their turn: 20,000 at once took half a second. */
const SLICE = 200;

/** The same for an input with long lists: slice by slice, with the places that each entry has in the whole. */
export async function problemsWithLists(
  row: Operation,
  input: unknown,
  lists: readonly string[],
): Promise<Refusal | null> {
  const given = input as Readonly<Record<string, unknown>>;
  const long = lists.filter((name) => Array.isArray((given as typeof given | null)?.[name]));
  const empty = Object.fromEntries(long.map((name) => [name, []]));
  const frame = check(row.name, long.length > 0 ? { ...given, ...empty } : input, false);
  const problems = [...frame.problems];
  let { total } = frame;
  for (const name of long) {
    const items = given[name] as readonly unknown[];
    const most = maxItemsOf(row, name);
    if (items.length > most) return invalidInput([...problems, tooManyItems(name, most)], total + 1);
    for (let from = 0; from < items.length; from += SLICE) {
      const slice = { ...given, ...empty, [name]: items.slice(from, from + SLICE) };
      const found = check(row.name, slice, true);
      // Faults of the frame are found again with every slice.
      const own = found.problems.filter(({ path }) => path.startsWith(`/${name}/`));
      problems.push(...own.map((one) => moved(one, name, from)));
      total += found.total - frame.total;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return total === 0 ? null : invalidInput(problems, total);
}

function maxItemsOf(row: Operation, name: string): number {
  const properties = row.input.properties as Readonly<Record<string, { readonly maxItems?: number }>>;
  return properties[name]?.maxItems ?? Number.POSITIVE_INFINITY;
}

function tooManyItems(name: string, most: number): Problem {
  return { code: 'too_many', path: `/${name}`, message: 'There are too many.', fix: `Send at most ${most} items.` };
}

function moved(problem: Problem, name: string, from: number): Problem {
  const [, list, index, ...rest] = problem.path.split('/');
  if (list !== name || index === undefined) return problem;
  return { ...problem, path: ['', list, Number(index) + from, ...rest].join('/') };
}

function check(operation: string, input: unknown, slice: boolean): { problems: readonly Problem[]; total: number } {
  const guarded = guardInput(input, slice);
  if (guarded.length > 0) return { problems: guarded, total: guarded.length };
  const validate = inputs[operation];
  if (!validate) throw new Error(`no validator for ${operation}`);
  const errors = validate(input) ? [] : toCorrect(validate.errors ?? []);
  return {
    problems: errors.slice(0, MAX_PROBLEMS).map((error) => problemFrom(operation, error)),
    total: errors.length,
  };
}

/**
 * Of a value that may be null or something, what is wrong with the something. A context that is one character too long was
 * told three problems, and "Send null." was the second.
 */
function toCorrect(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const own = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null');
  return own.length > 0 ? own : errors;
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

const fixes: Readonly<Record<string, (error: ErrorObject, operation: string) => readonly [code: string, fix: string]>> =
  {
    type: (error) => ['wrong_type', `Send ${String(error.params.type)}.`],
    required: (error) => ['missing', `Add ${String(error.params.missingProperty)}.`],
    additionalProperties: (error, operation) => ['unknown_property', `Remove it; ${allowedNames(operation, error)}`],
    enum: (error) => ['not_allowed', `Use one of ${(error.params.allowedValues as unknown[]).join(', ')}.`],
    maxLength: (error) => ['too_long', `Use at most ${String(error.params.limit)} characters.`],
    minLength: (error) => ['too_short', `Use at least ${String(error.params.limit)} characters.`],
    maxItems: (error) => ['too_many', `Send at most ${String(error.params.limit)} items.`],
    minItems: (error) => ['too_few', `Send at least ${String(error.params.limit)} items.`],
    uniqueItems: () => ['repeated', 'List each item once.'],
    maximum: (error) => ['too_large', `Use at most ${String(error.params.limit)}.`],
    pattern: ({ params }) =>
      params.pattern === '\\S'
        ? ['blank', 'Send more than blanks.']
        : ['wrong_form', `Send it as ${String(params.pattern)}.`],
    minimum: (error) => ['too_small', `Use at least ${String(error.params.limit)}.`],
  };

/** The names of the schema that the unknown one stands beside; few enough that they are always listed whole. */
function allowedNames(operation: string, { schemaPath }: ErrorObject): string {
  let schema: unknown = table[operation as OperationName].input;
  for (const step of schemaPath.slice('#/'.length).split('/').slice(0, -1)) {
    schema = (schema as Readonly<Record<string, unknown>> | undefined)?.[step];
  }
  const names = Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {});
  return names.length === 0 ? 'nothing is taken here.' : `allowed are ${names.join(', ')}.`;
}

function problemFrom(operation: string, error: ErrorObject): Problem {
  const [code, fix] = fixes[error.keyword]?.(error, operation) ?? ['invalid', 'Read the schema of this tool.'];
  const extra = error.params.additionalProperty ?? error.params.missingProperty;
  const path = typeof extra === 'string' ? `${error.instancePath}/${pointerToken(extra)}` : error.instancePath;
  return { code, path, message: sentence(error, extra), fix };
}

function sentence(error: ErrorObject, extra: unknown): string {
  if (error.params.pattern === '\\S') return 'It shows nothing.';
  if (error.keyword === 'required') return `${String(extra)} is missing.`;
  if (error.keyword === 'additionalProperties') return 'There is no such property.';
  return `It ${error.message ?? 'is not valid'}.`;
}
