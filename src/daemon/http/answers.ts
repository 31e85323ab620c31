/** How this edge answers: JSON, never cached; a refusal with the status of its code. */
import { placed, type Refusal, type Result } from '../../kit/result.ts';
import { statusOf } from '../refusals.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function answer(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers });
}

export function answerRefusal(refusal: Refusal, status = statusOf(refusal.code)): Response {
  return new Response(JSON.stringify({ error: placed(refusal) }), { status, headers });
}

export function answerResult(result: Result<unknown>): Response {
  return result.ok ? answer(result.value) : answerRefusal(result.refusal);
}
