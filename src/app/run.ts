/** The one way in: who may, does it fit, run it. */

import { isBound, rememberedAs } from '../core/access/visitor.ts';
import { type Refusal, type Result, refuse } from '../kit/result.ts';
import type { Operation } from '../protocol/operation.ts';
import { type OperationName, table } from '../protocol/table.ts';
import type { Call } from './app.ts';
import { type Parts, stateOf, type UseCase } from './parts.ts';
import { withPlace } from './refusal-place.ts';
import { useCases } from './use-cases.ts';
import { problemsWith, problemsWithLists } from './validate.ts';
import { refusalInRoom } from './views/room.ts';

export async function runOperation(
  parts: Parts,
  operation: string,
  call: Call,
  input: unknown,
): Promise<Result<unknown>> {
  const result = await perform(parts, operation, call, input);
  return result.ok ? result : refuse(refusalInRoom(withPlace(result.refusal, input)));
}

async function perform(parts: Parts, operation: string, call: Call, input: unknown): Promise<Result<unknown>> {
  const row: Operation | undefined = Object.hasOwn(table, operation) ? table[operation as OperationName] : undefined;
  if (!row) return refuse(unknownOperation(operation));
  const forbidden = whyNot(parts, row, call);
  if (forbidden) return refuse(forbidden);
  const problems = row.lists ? await problemsWithLists(row, input, row.lists) : problemsWith(operation, input);
  if (problems) return refuse(problems);
  if (row.tool && call.token) parts.activity.called(rememberedAs(stateOf(parts), call.author), operation);
  const work = useCases[operation as OperationName] as UseCase<OperationName>;
  return work(parts, call, input as never);
}

function unknownOperation(operation: string): Refusal {
  return {
    code: 'unknown_operation',
    message: `There is no operation ${operation.slice(0, 60)}.`,
    next: 'List the tools and use one of them.',
  };
}

function whyNot(parts: Parts, row: Operation, call: Call): Refusal | null {
  const { kind } = call.author;
  if (kind === 'system' || !row.who.includes(kind)) {
    return {
      code: 'forbidden',
      message: `This credential may not use ${row.name}.`,
      next: 'Use the credential that may, or ask a person at the desk.',
    };
  }
  if (kind === 'visitor' && !isBound(stateOf(parts), call.token)) {
    return {
      code: 'not_paired',
      message: 'This browser is not paired and the workspace is in use.',
      next: 'Ask the person to pair this browser: open the workspace page and follow "Pair this browser".',
    };
  }
  const writes = row.kind === 'act' && row.name !== 'match_sidekicks_to_task' && row.name !== 'evaluate_task_plan';
  if (writes && call.token?.limits.readOnly) {
    return {
      code: 'forbidden',
      message: 'A person limited this token to reading.',
      next: 'Ask the person to change the limit at the desk.',
    };
  }
  return null;
}
