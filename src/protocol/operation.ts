/**
 * One row of the table: what an operation is called, what goes in and out, who may call it and where it shows. Every
 * surface (MCP over HTTP and stdio, WebMCP, CLI, both HTTP origins) is a projection of the table; none adds a row.
 */
import type { Static } from 'typebox';
import type { PrincipalKind } from '../core/access/author.ts';

export type JsonSchema = { readonly type?: unknown; readonly [keyword: string]: unknown };

export type Caller = Exclude<PrincipalKind, 'system'>;

export interface Operation<Input extends JsonSchema = JsonSchema, Output extends JsonSchema = JsonSchema> {
  /** `verb_noun`, at most 30 characters of [a-z_]. */
  readonly name: string;
  readonly title: string;
  /** At most 500 ASCII characters. */
  readonly description: string;
  /** `answer` reads only; `act` leaves a visible trace. */
  readonly kind: 'answer' | 'act';
  /** True: an agent's tool (MCP and WebMCP where its caller kinds allow). False: a person's control. */
  readonly tool: boolean;
  readonly who: readonly Caller[];
  readonly input: Input;
  readonly output: Output;
  /** Repeating the same call has no further effect. */
  readonly idempotent: boolean;
  /** Hard to take back: the caller's client should ask first. */
  readonly consequential?: boolean;
  /** Inputs with thousands of entries: they are checked slice by slice, so that nobody else waits for them. */
  readonly lists?: readonly string[];
  /** A waiting call: the answer may take up to a minute. */
  readonly waits?: boolean;
}

/** Nobody changes what came in: callers may pass readonly data, use cases cannot write to it. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

export type InputOf<Row extends Operation> = Frozen<Static<Row['input']>>;
export type OutputOf<Row extends Operation> = Static<Row['output']>;

export function operation<const Input extends JsonSchema, const Output extends JsonSchema>(
  row: Operation<Input, Output>,
): Operation<Input, Output> {
  return row;
}
