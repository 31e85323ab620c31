/** Connects the tools of the page to the daemon: always as the visitor of this browser. */
import { placed, type Refusal } from '../../kit/result.ts';
import { refusalCodes } from '../../protocol/codes.ts';
import type { OperationName } from '../../protocol/table.ts';
import type { Api } from '../data/api.ts';
import { apiFor } from '../data/connect.ts';
import { visitorOf } from '../data/visitor.ts';
import { registerTools } from '../webmcp/registrar.ts';

export function offerTools(): Promise<unknown> {
  let ready: Promise<Api> | null = null;
  const call = async (name: string, input: unknown, signal: AbortSignal | undefined) => {
    ready ??= connect();
    return (await ready).call(name as OperationName, input as never, signal ? { signal } : {});
  };
  return registerTools(async (name, input, signal) => {
    try {
      let answer = await call(name, input, signal);
      // Its token is void (a restore, say): the visitor of the new epoch asks once more.
      if (!answer.ok && answer.refusal.code === 'unauthenticated') {
        ready = null;
        answer = await call(name, input, signal);
      }
      return answer.ok ? (answer.value as object) : { error: forAgents(answer.refusal) };
    } catch (error) {
      // The next call tries anew: the daemon may be back.
      ready = null;
      return { error: forAgents({ code: 'unreachable', message: String(error), next: '' }) };
    }
  });
}

/** Agents get codes of the one list; that nobody answers is none of them. */
function forAgents(refusal: Refusal): Refusal {
  if (refusal.code !== 'unreachable') return refusal;
  return placed({ code: 'internal', message: refusal.message, next: refusalCodes.internal.next });
}

async function connect(): Promise<Api> {
  return apiFor({ visitor: await visitorOf() });
}
