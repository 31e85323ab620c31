/** One way in, as its own kind of caller uses it. Every answer is checked on the way: shape, size, codes. */
import { expect } from 'vitest';
import type { Refusal } from '../../src/kit/result.ts';
import { refusalCodes } from '../../src/protocol/codes.ts';
import type { Caller } from '../../src/protocol/operation.ts';
import { outputs } from '../../src/protocol/outputs.gen.ts';

export interface Offered {
  readonly name: string;
  readonly description?: string | undefined;
  /** Absent where the surface cannot show it. */
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

export type Value = Readonly<Record<string, unknown>>;

/** As the surface gave it. `size`: characters of the structured content, or of the refusal. */
export type Answer =
  | { readonly ok: true; readonly value: Value; readonly size: number }
  | { readonly ok: false; readonly refusal: Refusal; readonly size: number };

export interface Surface {
  readonly caller: Caller;
  tools(): Promise<readonly Offered[]>;
  call(name: string, input: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** No answer of a tool exceeds this. */
const LIMIT = 20_000;

/** Calls, and holds the answer against what every surface promises. */
export async function ask(surface: Surface, name: string, input: unknown): Promise<Answer> {
  const answer = await surface.call(name, input);
  expect(answer.size, `${name}: size`).toBeLessThan(LIMIT);
  if (answer.ok) expectFit(name, answer.value);
  else expectRefusal(answer.refusal);
  return answer;
}

/** The value of a call that must succeed. */
export async function given(surface: Surface, name: string, input: unknown): Promise<Value> {
  const answer = await ask(surface, name, input);
  if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.refusal).slice(0, 2000)}`);
  return answer.value;
}

/** The refusal of a call that must not succeed. */
export async function refused(surface: Surface, name: string, input: unknown): Promise<Refusal> {
  const answer = await ask(surface, name, input);
  if (answer.ok) throw new Error(`${name} was not refused: ${JSON.stringify(answer.value).slice(0, 2000)}`);
  return answer.refusal;
}

function expectFit(name: string, value: Value): void {
  const validate = outputs[name];
  if (!validate) throw new Error(`no output schema for ${name}`);
  const fits = validate(value);
  expect(fits, `${name} does not fit its output schema: ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
}

const POINTER = /^(\/([^~/]|~[01])*)*$/;

/** The same shape everywhere: a known code, words, what to do next, problems with a place. */
export function expectRefusal(refusal: Refusal): void {
  const { code, message, next, problems } = refusal;
  expect(Object.keys(refusalCodes)).toContain(code);
  expect(message, code).toMatch(/\S/);
  expect(next, code).toMatch(/\S/);
  expect(['code', 'data', 'message', 'next', 'problems']).toEqual(expect.arrayContaining(Object.keys(refusal).sort()));
  expect(problems?.length, `${code}: problems`).toBeGreaterThan(0);
  for (const problem of problems ?? []) {
    expect(problem).toEqual({
      code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
      path: expect.stringMatching(POINTER),
      message: expect.stringMatching(/\S/),
      fix: expect.stringMatching(/\S/),
    });
  }
}

export function answerOf(value: Value): Answer {
  return { ok: true, value, size: JSON.stringify(value).length };
}

export function refusalAnswer(refusal: Refusal): Answer {
  return { ok: false, refusal, size: JSON.stringify(refusal).length };
}
